import type { Readable } from "node:stream";
import { fileError } from "../file-error.ts";
import { createLineSplitter, type Line } from "./line-splitter.ts";

/** The lines of an input that can be stopped. */
export interface LineReader {
  readonly lines: AsyncIterable<Line>;
  /** Bytes read so far. */
  bytesRead(): number;
  /** Ends `lines`, without an error, before the input's end. */
  stop(): void;
}

/** Reads lines from a stream, no faster than they are taken. A failure names `path`. */
export function createLineReader(bytes: Readable, path: string): LineReader {
  let bytesRead = 0;
  let isStopped = false;

  async function* read(): AsyncGenerator<Line> {
    const splitter = createLineSplitter();
    try {
      for await (const piece of bytes as AsyncIterable<Uint8Array>) {
        bytesRead += piece.length;
        for (const line of splitter.push(piece)) {
          if (isStopped) return;
          yield line;
        }
      }
    } catch (error) {
      if (!isStopped) throw fileError("read", path, error);
    }
    if (!isStopped) yield* splitter.end();
  }

  return {
    lines: read(),
    bytesRead: () => bytesRead,
    stop() {
      isStopped = true;
      bytes.destroy();
    },
  };
}
