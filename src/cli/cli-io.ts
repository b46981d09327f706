import type { Readable, Writable } from "node:stream";

/** The signals that stop a command cleanly. */
export type StopSignal = "SIGINT" | "SIGTERM";

/** A standard stream, with what a command may want to know about it. */
export type StandardStream<S extends Readable | Writable> = S & { readonly fd?: number; readonly isTTY?: boolean };

/** Everything a command does to the outside, given to it so that tests hold it in their hands. */
export interface CliIo {
  readonly stdin: StandardStream<Readable>;
  readonly stdout: StandardStream<Writable>;
  readonly stderr: StandardStream<Writable>;
  /** How many threads the machine runs at once. */
  readonly availableParallelism: number;
  /** This package's version. */
  readonly version: string;
  /** Milliseconds on a monotonic scale. */
  monotonicMs(): number;
  /** Calls `handler` at the first stop signal only, so that a second one ends the process; returns the undo. */
  onStopSignal(handler: (signal: StopSignal) => void): () => void;
}
