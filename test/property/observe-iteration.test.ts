import fc from "fast-check";
import { expect, test } from "vitest";
import { observeResult } from "../../src/instrument/observe/observe-result.ts";
import type { Observation } from "../../src/instrument/observe/observation.ts";
import { createRecorder, createThrowingObservation } from "../unit/observe/recorder.ts";

type Action = { readonly kind: "next" | "return" | "throw"; readonly value: number; readonly wait: boolean };
type BodyStep = { readonly kind: "yield" | "await" | "fail" | "swallow"; readonly value: number };

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom("next" as const, "next" as const, "next" as const, "return" as const, "throw" as const),
  value: fc.integer({ min: 0, max: 9 }),
  wait: fc.boolean(),
});
const bodyStep: fc.Arbitrary<BodyStep> = fc.record({
  kind: fc.constantFrom("yield" as const, "yield" as const, "await" as const, "fail" as const, "swallow" as const),
  value: fc.integer({ min: 0, max: 9 }),
});

/** Plays consumer actions on an iterator and logs everything that can be seen: settlements in their order, and the body's own steps. */
async function play(
  iterator: AsyncIterator<unknown, unknown, unknown>,
  log: unknown[],
  actions: readonly Action[],
): Promise<void> {
  const pending: Promise<void>[] = [];
  for (const [index, { kind, value, wait }] of actions.entries()) {
    const call = (): Promise<IteratorResult<unknown, unknown>> | undefined => {
      if (kind === "next") return iterator.next(value);
      return kind === "return" ? iterator.return?.(value) : iterator.throw?.(new Error(`thrown ${value}`));
    };
    if (kind === "throw" && iterator.throw === undefined) continue;
    const settled = Promise.resolve(call()).then(
      (result) => void log.push([index, "settled", result?.done, result?.value]),
      (error: unknown) => void log.push([index, "rejected", String(error)]),
    );
    pending.push(settled);
    if (wait) await settled;
  }
  await Promise.all(pending);
}

function isSettlement(entry: unknown): boolean {
  return Array.isArray(entry) && typeof entry[0] === "number";
}

async function* asyncBody(steps: readonly BodyStep[], log: unknown[]): AsyncGenerator<unknown, unknown, unknown> {
  try {
    for (const { kind, value } of steps) {
      log.push(["body", kind, value]);
      if (kind === "yield") log.push(["sent", yield value]);
      else if (kind === "await") await null;
      else if (kind === "fail") throw new Error(`body ${value}`);
      else {
        try {
          yield value;
        } catch (error) {
          log.push(["swallowed", String(error)]);
        }
      }
    }
    return "done";
  } finally {
    log.push(["finally"]);
  }
}

function* syncBody(steps: readonly BodyStep[], log: unknown[]): Generator<unknown, unknown, unknown> {
  try {
    for (const { kind, value } of steps) {
      log.push(["body", kind, value]);
      if (kind === "fail") throw new Error(`body ${value}`);
      if (kind === "yield") log.push(["sent", yield value]);
    }
    return "done";
  } finally {
    log.push(["finally"]);
  }
}

/** An iterator by hand, without `throw`, whose results are plain or promised. */
function handMade(steps: readonly BodyStep[], log: unknown[]): AsyncIterableIterator<unknown> {
  let index = 0;
  return {
    next(...args: unknown[]) {
      log.push(["next", args.length]);
      const step = steps[index++];
      if (step === undefined) return Promise.resolve({ done: true, value: undefined });
      return step.kind === "fail"
        ? Promise.reject(new Error("by hand"))
        : Promise.resolve({ done: false, value: step.value });
    },
    return() {
      log.push(["return"]);
      index = steps.length;
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const observations: readonly [string, () => Observation][] = [
  ["an observation that records", createRecorder],
  ["an observation whose every method throws", createThrowingObservation],
];

for (const [name, create] of observations) {
  for (const [kind, body] of [
    ["generator", asyncBody],
    ["hand-made iterator", handMade],
  ] as const) {
    test(`an async ${kind} behaves the same under ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(bodyStep, { maxLength: 6 }),
          fc.array(action, { maxLength: 8 }),
          async (steps, actions) => {
            const bare: unknown[] = [];
            const observed: unknown[] = [];
            await play(body(steps, bare), bare, actions);
            const source = body(steps, observed);
            const result = observeResult(source, create());
            expect(result).toBe(source);
            await play(result, observed, actions);
            // A promise derived from another settles a microtask later. While calls overlap, only the order among settlements and among the body's steps is the consumer's to rely on.
            if (actions.every(({ wait }) => wait)) expect(observed).toEqual(bare);
            expect(observed.filter(isSettlement)).toEqual(bare.filter(isSettlement));
            expect(observed.filter((entry) => !isSettlement(entry))).toEqual(
              bare.filter((entry) => !isSettlement(entry)),
            );
          },
        ),
        { numRuns: 200 },
      );
    });
  }

  test(`a sync generator behaves the same under ${name}`, () => {
    fc.assert(
      fc.property(fc.array(bodyStep, { maxLength: 6 }), fc.array(action, { maxLength: 8 }), (steps, actions) => {
        const run = (
          wrap: (source: Generator<unknown, unknown, unknown>) => Generator<unknown, unknown, unknown>,
        ): unknown[] => {
          const log: unknown[] = [];
          const generator = wrap(syncBody(steps, log));
          for (const { kind, value } of actions) {
            try {
              const result =
                kind === "next"
                  ? generator.next(value)
                  : kind === "return"
                    ? generator.return(value)
                    : generator.throw(new Error(`thrown ${value}`));
              log.push(["settled", result.done, result.value]);
            } catch (error) {
              log.push(["threw", String(error)]);
            }
          }
          return log;
        };
        expect(run((source) => observeResult(source, create()))).toEqual(run((source) => source));
      }),
      { numRuns: 200 },
    );
  });
}

test("of what an observation is told, exactly one thing is final, and every part that the consumer got is told before it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(bodyStep, { maxLength: 6 }),
      fc.array(action, { maxLength: 8 }),
      async (steps, actions) => {
        const recorder = createRecorder();
        const log: unknown[] = [];
        await play(observeResult(asyncBody(steps, []), recorder), log, actions);
        const finals = recorder
          .names()
          .filter((name) => ["resolved", "ended", "failed", "stopped", "unreadable"].includes(name));
        expect(finals.length).toBeLessThanOrEqual(1);
        if (finals.length === 1)
          expect(recorder.events.findIndex(([name]) => name === finals[0])).toBe(
            recorder.events.length - 1 - trailingActivity(recorder.events),
          );
        const got = log.flatMap((entry) =>
          Array.isArray(entry) && entry[1] === "settled" && entry[2] === false ? [entry[3] as unknown] : [],
        );
        expect(recorder.parts()).toEqual(got);
      },
    ),
    { numRuns: 200 },
  );
});

function trailingActivity(events: readonly unknown[][]): number {
  return events.length - 1 - events.findLastIndex(([name]) => name !== "activity");
}
