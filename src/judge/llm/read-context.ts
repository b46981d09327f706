import type { Chunk } from "../../core/chunk.ts";
import type { JudgeContext } from "../../core/judge.ts";
import { createPacer } from "../embedded/pacer.ts";
import type { Envelope } from "./envelope.ts";
import { readChunk, type ReadableChunk } from "./quotes/readable-chunk.ts";

/** The chunks as the model gets to see them, read in steps that let other work in between. */
export async function readContext(
  chunks: readonly Chunk[],
  envelope: Envelope,
  context: JudgeContext,
): Promise<readonly ReadableChunk[]> {
  const pace = createPacer(context);
  const readable: ReadableChunk[] = [];
  for (const chunk of chunks) {
    const paused = pace();
    if (paused !== undefined) await paused;
    readable.push(readChunk(chunk, envelope.clean(chunk.text)));
  }
  return readable;
}
