import fc from "fast-check";
import { expect, test } from "vitest";
import type { Observation } from "../../src/instrument/observe/observation.ts";
import { observeResult } from "../../src/instrument/observe/observe-result.ts";
import { createRecorder, createThrowingObservation } from "../unit/observe/recorder.ts";

type SourceStep = { readonly kind: "part" | "later" | "fail"; readonly size: number };
type Action = "read" | "cancel" | "release" | "reader";

const sourceStep: fc.Arbitrary<SourceStep> = fc.record({
  kind: fc.constantFrom("part" as const, "part" as const, "part" as const, "later" as const, "fail" as const),
  size: fc.integer({ min: 1, max: 5 }),
});
const action: fc.Arbitrary<Action> = fc.constantFrom("read", "read", "read", "cancel", "release", "reader");

interface Log {
  readonly seen: unknown[];
  readonly source: unknown[];
}

/** A source that logs its cancellation and never makes more than it is asked for. */
function makeSource(steps: readonly SourceStep[], bytes: boolean, log: Log): ReadableStream<unknown> {
  let index = 0;
  const pull = async (
    controller: ReadableStreamDefaultController<unknown> | ReadableByteStreamController,
  ): Promise<void> => {
    const step = steps[index++];
    if (step?.kind === "later") await new Promise((resolve) => setImmediate(resolve));
    if (step === undefined) {
      controller.close();
      (controller as ReadableByteStreamController).byobRequest?.respond(0);
    } else if (step.kind === "fail") controller.error(new Error(`source ${index}`));
    else controller.enqueue(new Uint8Array(step.size).fill(index));
  };
  const cancel = (reason: unknown): void => void log.source.push(["cancelled", reason]);
  return bytes
    ? new ReadableStream({ type: "bytes", pull, cancel }, { highWaterMark: 0 })
    : (new ReadableStream({ pull, cancel }, { highWaterMark: 0 }) as ReadableStream<unknown>);
}

async function play(
  stream: ReadableStream<unknown>,
  actions: readonly Action[],
  byob: number | undefined,
  log: Log,
): Promise<void> {
  const take = () => (byob === undefined ? stream.getReader() : stream.getReader({ mode: "byob" }));
  let reader = take();
  for (const [index, kind] of actions.entries()) {
    try {
      if (kind === "read") {
        const { done, value } =
          byob === undefined
            ? await (reader as ReadableStreamDefaultReader<unknown>).read()
            : await (reader as ReadableStreamBYOBReader).read(new Uint8Array(byob));
        log.seen.push([index, done, value instanceof Uint8Array ? [...value, value.buffer.byteLength] : value]);
      } else if (kind === "cancel") log.seen.push([index, await reader.cancel(index)]);
      else if (kind === "release") reader.releaseLock();
      else reader = take();
      log.seen.push(stream.locked);
    } catch (error) {
      log.seen.push([index, error instanceof TypeError ? "TypeError" : String(error)]);
    }
  }
}

const observations: readonly [string, () => Observation][] = [
  ["an observation that records", createRecorder],
  ["an observation whose every method throws", createThrowingObservation],
];

for (const [name, create] of observations) {
  for (const byob of [undefined, 3]) {
    for (const bytes of byob === undefined ? [false, true] : [true]) {
      test(`a ${bytes ? "byte" : "plain"} stream read by ${byob === undefined ? "parts" : "BYOB"} behaves the same under ${name}`, async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(sourceStep, { maxLength: 5 }),
            fc.array(action, { maxLength: 8 }),
            async (steps, actions) => {
              const bare: Log = { seen: [], source: [] };
              const observed: Log = { seen: [], source: [] };
              await play(makeSource(steps, bytes, bare), actions, byob, bare);
              await play(observeResult(makeSource(steps, bytes, observed), create()), actions, byob, observed);
              expect(observed).toEqual(bare);
            },
          ),
          { numRuns: 150 },
        );
      });
    }
  }
}
