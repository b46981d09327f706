import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** The lines of a file that are not blank, with their numbers from 1, one at a time. Rejects when it cannot be read. */
export async function* readLines(path: string): AsyncGenerator<{ readonly number: number; readonly text: string }, void, undefined> {
  const input = createReadStream(path, { encoding: "utf8" });
  // A stream that fails while nobody reads would end the process; the loop below meets the error again.
  let failure: Error | undefined;
  input.on("error", (error) => (failure = error));
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number++;
    const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
    if (text.trim() !== "") yield { number, text };
  }
  if (failure !== undefined) throw failure;
}
