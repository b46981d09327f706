import type { Writable } from "node:stream";

/** Writes text to a stream, one piece after the other. */
export interface TextSink {
  /** Resolves when the stream wants more; rejects with the stream's error, also one that came in between. */
  write(text: string): Promise<void>;
  /** Resolves when all that was written has been handed to the system. */
  flush(): Promise<void>;
  /** Stops listening to the stream. */
  release(): void;
}

/** A sink on a stream that somebody else ends. */
export function createTextSink(stream: Writable): TextSink {
  let failure: Error | undefined;
  const waiting: (() => void)[] = [];
  const onChange = (error?: Error): void => {
    failure ??= error;
    for (const wake of waiting.splice(0)) wake();
  };
  const onDrain = (): void => onChange();
  const check = (): void => {
    if (failure instanceof Error) throw failure;
  };
  stream.on("error", onChange);
  stream.on("drain", onDrain);
  return {
    async write(text) {
      check();
      if (text === "" || stream.write(text)) return;
      await new Promise<void>((resolve) => void waiting.push(resolve));
      check();
    },
    async flush() {
      check();
      await new Promise<void>((resolve, reject) => {
        stream.write("", (error) => (error ? reject(error) : resolve()));
      });
    },
    release() {
      stream.removeListener("drain", onDrain);
    },
  };
}
