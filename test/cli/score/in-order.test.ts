import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runInOrder } from "../../../src/cli/score/in-order.ts";

const unlimited = { maxItems: 1000, maxWeight: 1000, weightOf: () => 1 };

async function* from<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** Promises that a test settles by hand. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("runInOrder", () => {
  it("emits in order whatever order the work ends in, within its window", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 20 }),
        async (scheduler, weights, maxItems, maxWeight) => {
          const emitted: number[] = [];
          const open = new Set<number>();
          const run = runInOrder(
            from(weights.keys()),
            {
              work(index) {
                open.add(index);
                const weight = [...open].reduce((sum, key) => sum + (weights[key] ?? 0), 0);
                expect(open.size).toBeLessThanOrEqual(maxItems);
                expect(weight <= maxWeight || open.size === 1).toBe(true);
                return scheduler.schedule(Promise.resolve(index));
              },
              async emit(index) {
                emitted.push(index);
                open.delete(index);
              },
              cancel: () => expect.unreachable(),
            },
            { maxItems, maxWeight, weightOf: (index) => weights[index] ?? 0 },
          );
          await scheduler.waitFor(run);
          expect(emitted).toEqual([...weights.keys()]);
        },
      ),
    );
  });

  it("emits what is ready while the source waits for more", async () => {
    const more = deferred<void>();
    async function* source(): AsyncGenerator<number> {
      yield 1;
      await more.promise;
      yield 2;
    }
    const emitted: number[] = [];
    const run = runInOrder(
      source(),
      { work: async (item) => item, emit: async (item) => void emitted.push(item), cancel: () => {} },
      unlimited,
    );
    await turn();
    expect(emitted).toEqual([1]);
    more.resolve();
    await run;
    expect(emitted).toEqual([1, 2]);
  });

  it("asks the source for no more than the window holds while the emitter waits", async () => {
    const gate = deferred<void>();
    let taken = 0;
    async function* source(): AsyncGenerator<number> {
      for (; taken < 100;) yield ++taken;
    }
    const run = runInOrder(
      source(),
      { work: async (item) => item, emit: () => gate.promise, cancel: () => {} },
      { ...unlimited, maxItems: 4 },
    );
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(taken).toBe(5);
    gate.resolve();
    await run;
    expect(taken).toBe(100);
  });

  it("stops a waiting source when emitting fails, and rejects with that failure", async () => {
    const cancelled = deferred<void>();
    async function* source(): AsyncGenerator<number> {
      yield 1;
      await cancelled.promise;
    }
    const run = runInOrder(
      source(),
      { work: async (item) => item, emit: () => Promise.reject(new Error("full")), cancel: () => cancelled.resolve() },
      unlimited,
    );
    await expect(run).rejects.toThrow("full");
  });

  it("emits what a failing source gave before it failed", async () => {
    async function* source(): AsyncGenerator<number> {
      yield 1;
      yield 2;
      throw new Error("unreadable");
    }
    const emitted: number[] = [];
    const run = runInOrder(
      source(),
      { work: async (item) => item, emit: async (item) => void emitted.push(item), cancel: () => {} },
      unlimited,
    );
    await expect(run).rejects.toThrow("unreadable");
    expect(emitted).toEqual([1, 2]);
  });

  it("rejects with a failure of the work, in its turn", async () => {
    const emitted: number[] = [];
    const work = async (item: number): Promise<number> => {
      if (item === 3) throw new Error("broken");
      return item;
    };
    const run = runInOrder(
      from([1, 2, 3, 4]),
      { work, emit: async (item) => void emitted.push(item), cancel: () => {} },
      unlimited,
    );
    await expect(run).rejects.toThrow("broken");
    expect(emitted).toEqual([1, 2]);
  });
});
