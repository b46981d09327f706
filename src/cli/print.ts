import type { CliIo } from "./cli-io.ts";
import { fileError, isReaderGone } from "./file-error.ts";
import { createTextSink } from "./text-sink.ts";

/**
 * Writes text to standard output. Rejects when it cannot be written, so that no command says that it is done then; a
 * reader that has gone, as `| head` does, has all that it wants.
 */
export async function print({ stdout }: Pick<CliIo, "stdout">, text: string): Promise<void> {
  const sink = createTextSink(stdout);
  try {
    await sink.write(text);
    await sink.flush();
  } catch (error) {
    if (!isReaderGone(error)) throw fileError("write", "-", error);
  } finally {
    sink.release();
  }
}
