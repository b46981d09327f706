/** What can be registered: a triad, or anything else that drains before the SDK goes. */
export interface ShutdownTarget {
  shutdown(options: { readonly timeoutMs: number }): Promise<unknown>;
}

/** A running telemetry set-up. */
export interface RagTelemetry {
  /**
   * Resolves once the metrics port is listened on (at once when there is none). Rejects with
   * `ERR_RAG_TRIAD_PORT_TAKEN` when that fails, in a cluster worker with `ERR_RAG_TRIAD_CLUSTER_PORT` when the port is
   * taken. Nobody has to await it: the process goes on without `/metrics`, and `onError` is told.
   */
  readonly ready: Promise<void>;
  /** Where the metrics can be fetched from this machine; `undefined` when they are not served (or not yet, on port 0). */
  readonly metricsUrl: string | undefined;
  /** Has this triad shut down before the SDK is; returns it. Once shutdown has begun the triad is shut down at once. */
  register<T extends ShutdownTarget>(triad: T): T;
  /**
   * Shuts down in order: every registered triad, the final scrape, the last flush, the metrics port. Never rejects
   * (see `onError`); every call returns the same promise.
   */
  shutdown(): Promise<void>;
}
