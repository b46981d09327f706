import { describe, expect, test } from "vitest";
import { isObserved, observeResult } from "../../../src/instrument/observe/observe-result.ts";
import { collect, createRecorder, outside } from "./recorder.ts";

async function* letters(inside: () => boolean = () => false, log: unknown[] = []): AsyncGenerator<string, string> {
  try {
    log.push(inside());
    yield "a";
    await null;
    log.push(inside());
    yield "b";
    return "returned";
  } finally {
    log.push(["finally", inside()]);
  }
}

describe("async generators", () => {
  test("nothing runs before the first next, the body has its context, the return value is no part", async () => {
    const recorder = createRecorder();
    const log: unknown[] = [];
    const result = observeResult(letters(recorder.inside, log), recorder);
    expect(recorder.names()).toEqual(["streamFound"]);
    expect(log).toEqual([]);
    expect(await result.next()).toEqual({ done: false, value: "a" });
    expect(recorder.inside()).toBe(false);
    expect(await result.next()).toEqual({ done: false, value: "b" });
    expect(await result.next()).toEqual({ done: true, value: "returned" });
    expect(log).toEqual([true, true, ["finally", true]]);
    expect(recorder.parts()).toEqual(["a", "b"]);
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
    expect(isObserved(result)).toBe(true);
    expect(Object.keys(result)).toEqual([]);
  });

  test("a break stops, after the body's finally has run in its context", async () => {
    const recorder = createRecorder();
    const log: unknown[] = [];
    for await (const letter of observeResult(letters(recorder.inside, log), recorder)) {
      expect(letter).toBe("a");
      break;
    }
    expect(log).toEqual([true, ["finally", true]]);
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "stopped"]);
  });

  test("return before the first next stops without a start", async () => {
    const recorder = createRecorder();
    await observeResult(letters(), recorder).return("x");
    expect(recorder.names()).toEqual(["streamFound", "stopped"]);
  });

  test("throw reaches the body; a body that yields in its finally goes on", async () => {
    const failed = createRecorder();
    const generator = observeResult(letters(), failed);
    await generator.next();
    await expect(generator.throw(new Error("no"))).rejects.toThrow("no");
    expect(failed.names()).toEqual(["streamFound", "streamStarted", "failed"]);

    const goesOn = createRecorder();
    const stubborn = observeResult(
      (async function* () {
        try {
          yield 1;
        } finally {
          yield 2;
        }
      })(),
      goesOn,
    );
    await stubborn.next();
    expect(await stubborn.return(undefined)).toEqual({ done: false, value: 2 });
    await stubborn.next();
    expect(goesOn.parts()).toEqual([1, 2]);
    expect(goesOn.names()).toEqual(["streamFound", "streamStarted", "ended"]);
  });

  test("concurrent calls, yield* and a second observation", async () => {
    const recorder = createRecorder();
    const result = observeResult(letters(), recorder);
    const settled = await Promise.all([result.next(), result.next(), result.next(), result.next()]);
    expect(settled.map(({ done }) => done)).toEqual([false, false, true, true]);
    expect(recorder.parts()).toEqual(["a", "b"]);

    const inner = createRecorder();
    const outer = createRecorder();
    const delegated = observeResult(
      (async function* () {
        yield* observeResult(letters(), inner);
      })(),
      outer,
    );
    expect(await collect(delegated)).toEqual(["a", "b"]);
    expect(inner.parts()).toEqual(outer.parts());

    const first = createRecorder();
    const second = createRecorder();
    const third = createRecorder();
    const shared = observeResult(letters(), first);
    expect(observeResult(shared, second)).toBe(shared);
    expect(observeResult(shared, third, { reobserve: true })).toBe(shared);
    await collect(shared);
    expect(second.events).toEqual([["resolved", shared]]);
    expect(third.names()).toEqual(first.names());
    expect(third.parts()).toEqual(["a", "b"]);
  });

  test("frozen ones are unreadable and untouched", async () => {
    const recorder = createRecorder();
    const frozen = Object.freeze(letters());
    expect(await collect(observeResult(frozen, recorder))).toEqual(["a", "b"]);
    expect(recorder.events).toEqual([["unreadable", "frozen_iterator"]]);
    expect(isObserved(frozen)).toBe(false);
  });
});

describe("other iterations", () => {
  test("sync generators", () => {
    const recorder = createRecorder();
    const inside: boolean[] = [];
    const result = observeResult(
      (function* () {
        inside.push(recorder.inside());
        yield 1;
        yield 2;
      })(),
      recorder,
    );
    expect([...result]).toEqual([1, 2]);
    expect(inside).toEqual([true]);
    expect(recorder.parts()).toEqual([1, 2]);
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
    const stopped = createRecorder();
    for (const part of observeResult(
      (function* () {
        yield 1;
        yield 2;
      })(),
      stopped,
    ))
      if (part === 1) break;
    expect(stopped.names()).toEqual(["streamFound", "streamStarted", "stopped"]);
  });

  test("of a source that is iterated again, the first reading is observed; for the next request it is observed anew", async () => {
    const source = {
      runs: 0,
      async *[Symbol.asyncIterator]() {
        this.runs++;
        yield "x";
        yield "y";
      },
    };
    const first = createRecorder();
    observeResult(source, first);
    const peeked = source[Symbol.asyncIterator]();
    expect(await collect(source)).toEqual(["x", "y"]);
    expect(await peeked.next()).toEqual({ done: false, value: "x" });
    expect(first.parts()).toEqual(["x", "y"]);
    expect(first.names()).toEqual(["streamFound", "streamStarted", "ended"]);
    const interleaved = createRecorder();
    observeResult(source, interleaved, { reobserve: true });
    const [one, two] = [source[Symbol.asyncIterator](), source[Symbol.asyncIterator]()];
    expect(
      [
        await two.next(),
        await one.next(),
        await two.next(),
        await one.next(),
        await one.return(undefined),
        await two.next(),
      ].map(({ value }) => value),
    ).toEqual(["x", "x", "y", "y", undefined, undefined]);
    expect(interleaved.parts()).toEqual(["x", "y"]);
    expect(interleaved.names()).toEqual(["streamFound", "streamStarted", "ended"]);
    for (let request = 0; request < 12_000; request++) {
      const next = createRecorder();
      expect(observeResult(source, next, { reobserve: true })).toBe(source);
      if (request % 4_000 === 0) await collect(source);
      else await source[Symbol.asyncIterator]().return(undefined);
      expect(next.names()).toEqual(
        request % 4_000 === 0 ? ["streamFound", "streamStarted", "ended"] : ["streamFound", "stopped"],
      );
    }
  });

  test("a cursor whose next gives bare items", async () => {
    const recorder = createRecorder();
    const items = ["a", "b"];
    const cursor = observeResult(
      { next: async () => items.shift() ?? null, async *[Symbol.asyncIterator]() {} },
      recorder,
    );
    const first: unknown = await cursor.next();
    expect(first).toBe("a");
    const documents = createRecorder();
    const bare = observeResult(
      { next: async (): Promise<unknown> => ({ text: "doc" }), return: async () => {} },
      documents,
    );
    expect(await bare.next()).toEqual({ text: "doc" });
    expect(documents.parts()).toEqual([{ text: "doc" }]);
  });

  test("an iterator result is not read twice", async () => {
    let reads = 0;
    const result = {
      done: false,
      get value() {
        reads++;
        return "x";
      },
    };
    const recorder = createRecorder();
    const iterator = observeResult({ next: async () => result, return: async () => result }, recorder);
    expect((await iterator.next()).value).toBe("x");
    expect(reads).toBe(1);
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "unreadable"]);
  });

  test("private members still work, and the consumer's context is his own", async () => {
    class Source {
      #parts = ["p"];
      async *[Symbol.asyncIterator](): AsyncGenerator<string> {
        yield* this.#parts;
      }
    }
    const recorder = createRecorder();
    await outside(async () => {
      for await (const part of observeResult(new Source(), recorder)) {
        expect(part).toBe("p");
        expect(recorder.inside()).toBe(false);
      }
    });
    expect(recorder.parts()).toEqual(["p"]);
  });
});
