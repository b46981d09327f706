import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createTextSink } from "../../src/cli/text-sink.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A stream that takes one piece at a time, each when the test says so. */
function createSlowStream() {
  let take: (error?: Error) => void = () => {};
  const stream = new Writable({
    highWaterMark: 4,
    decodeStrings: false,
    write(_chunk, _encoding, callback) {
      take = callback;
    },
  });
  return { stream, take: (error?: Error) => take(error) };
}

it("waits with the next piece until the stream has taken this one", async () => {
  const { stream, take } = createSlowStream();
  const sink = createTextSink(stream);
  let isWritten = false;
  const writing = sink.write("longer than four").then(() => {
    isWritten = true;
  });
  await turn();
  expect(isWritten).toBe(false);
  take();
  await writing;
  expect(isWritten).toBe(true);
});

it("wakes everyone who waits", async () => {
  const { stream, take } = createSlowStream();
  const sink = createTextSink(stream);
  const writing = [sink.write("longer than four"), sink.write("another one")];
  take();
  await turn();
  take();
  expect(await Promise.all(writing)).toHaveLength(2);
});

it("fails the write under way, and all later ones, when the stream fails", async () => {
  const { stream, take } = createSlowStream();
  const sink = createTextSink(stream);
  const writing = sink.write("longer than four");
  take(new Error("gone"));
  await expect(writing).rejects.toThrow("gone");
  await expect(sink.write("more")).rejects.toThrow("gone");
  await expect(sink.flush()).rejects.toThrow("gone");
});

it("flushes when everything written has been taken", async () => {
  const { stream, take } = createSlowStream();
  const sink = createTextSink(stream);
  await sink.write("abc");
  let isFlushed = false;
  const flushing = sink.flush().then(() => {
    isFlushed = true;
  });
  await turn();
  expect(isFlushed).toBe(false);
  take();
  await turn();
  take();
  await flushing;
});
