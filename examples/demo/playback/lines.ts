import { createReadStream } from "node:fs";
import { createLineSplitter, type Line } from "../../../src/cli/score/line-splitter.ts";

/** The lines of a file that are not blank, read no faster than they are taken. Rejects when the file cannot be read. */
export async function* readLines(path: string): AsyncGenerator<Line, void, undefined> {
  const splitter = createLineSplitter();
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) yield* splitter.push(piece);
  yield* splitter.end();
}
