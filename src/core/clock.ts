/** Time, injected so that tests hold it in their hands. */
export interface Clock {
  /** Milliseconds on a monotonic scale with sub-millisecond resolution; on Node, `performance.now()`. */
  monotonicMs(): number;
  /** Milliseconds since the Unix epoch. */
  epochMs(): number;
  /** Calls `callback` once after `delayMs`; returns its cancellation. Does not keep the process alive unless `keepAlive`. */
  schedule(callback: () => void, delayMs: number, options?: { readonly keepAlive?: boolean }): () => void;
}
