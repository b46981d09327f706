/**
 * What is told about one result of the user's function while the user uses it. A plain value is told at once; a
 * stream when the consumer reads it. Exactly one of `resolved`, `ended`, `failed`, `stopped` and `unreadable` comes,
 * and nothing after it; none comes when the user never awaits or reads the result. What is thrown here never
 * reaches the user.
 */
export interface Observation {
  /** Runs `f` with the span active and the request's storage current, exactly once; returns or throws what `f` does. Used around every body step. */
  run<T>(f: () => T): T;
  /** The result is a stream that somebody may read. At most once. */
  streamFound(): void;
  /** The consumer reads the stream for the first time; comes before the first part is asked for. At most once. */
  streamStarted(): void;
  /** The consumer pulled, or the stream moved: restarts the idle timeout. Often. */
  activity(): void;
  /** A part of the stream: the user's own object, not copied, to be read before returning. */
  part(part: unknown): void;
  /** A plain value, given at once or through a promise. */
  resolved(value: unknown): void;
  /** The stream ran to its end. */
  ended(): void;
  /** The promise was rejected, or the stream failed. */
  failed(error: unknown): void;
  /** The consumer stopped early (`return()`, `cancel()`, `destroy()`), or the failure is an abort. */
  stopped(): void;
  /** The result cannot be observed; `what` is a low-cardinality kind, e.g. `frozen_thenable`. */
  unreadable(what: string): void;
}
