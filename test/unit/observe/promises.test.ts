import { describe, expect, test } from "vitest";
import { isObserved, observeResult } from "../../../src/instrument/observe/observe-result.ts";
import { collect, createRecorder, createThrowingObservation, settle } from "./recorder.ts";

describe("plain values", () => {
  test.each([
    ["text"],
    [0],
    [null],
    [undefined],
    [{ answer: "x" }],
    [[1, 2]],
    [new Map([[1, 2]])],
    [Object.freeze({ a: 1 })],
    [() => 1],
  ])("%s is resolved as it is", (value) => {
    const recorder = createRecorder();
    expect(observeResult(value, recorder)).toBe(value);
    expect(recorder.events).toEqual([["resolved", value]]);
  });

  test("an object with getters is not read", () => {
    let reads = 0;
    const value = {
      get text() {
        reads++;
        return "x";
      },
      get documents() {
        reads++;
        return [];
      },
    };
    observeResult(value, createRecorder());
    expect(reads).toBe(0);
  });
});

describe("native promises", () => {
  test("the value, and the error, pass through", async () => {
    const fulfilled = createRecorder();
    expect(await observeResult(Promise.resolve("answer"), fulfilled)).toBe("answer");
    expect(fulfilled.events).toEqual([["resolved", "answer"]]);
    const error = new Error("no");
    const rejected = createRecorder();
    await expect(observeResult(Promise.reject(error), rejected)).rejects.toBe(error);
    expect(rejected.events).toEqual([["failed", error]]);
  });

  test("an abort is a stop", async () => {
    for (const error of [
      new DOMException("x", "AbortError"),
      Object.assign(new Error("x"), { code: "ABORT_ERR" }),
      Object.assign(new Error("x"), { name: "AbortError" }),
    ]) {
      const recorder = createRecorder();
      await expect(observeResult(Promise.reject(error), recorder)).rejects.toBe(error);
      expect(recorder.events).toEqual([["stopped"]]);
    }
  });

  test("a rejection that nobody handles is still reported", async () => {
    const reasons: unknown[] = [];
    const listener = (reason: unknown): void => void reasons.push(reason);
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", listener);
    try {
      void observeResult(Promise.reject(new Error("bare")), createRecorder());
      void observeResult(
        Object.assign(Promise.reject(new Error("with properties")), { cancel() {} }),
        createRecorder(),
      );
      await settle();
      expect(reasons.map(String).sort()).toEqual(["Error: bare", "Error: with properties"]);
    } finally {
      process.off("unhandledRejection", listener);
      for (const other of others) process.on("unhandledRejection", other);
    }
  });

  test("one with properties of its own stays the same object and is seen by await and then alike", async () => {
    for (const use of [
      async (promise: Promise<string>) => await promise,
      (promise: Promise<string>) => promise.then((value) => value),
      async (promise: Promise<string>) => (await Promise.all([promise]))[0],
    ]) {
      const recorder = createRecorder();
      const source = Object.assign(Promise.resolve("answer"), { cancel: () => "cancelled" });
      const result = observeResult(source, recorder);
      expect(result).toBe(source);
      expect(result.cancel()).toBe("cancelled");
      expect(Object.keys(result)).toEqual(["cancel"]);
      expect(await use(result)).toBe("answer");
      expect(recorder.events).toEqual([["resolved", "answer"]]);
      expect(Object.getPrototypeOf(result.then(() => {}))).toBe(Promise.prototype);
      expect(result.then(() => {}).constructor).toBe(Promise);
    }
  });

  test("a promise of a stream is a stream", async () => {
    const recorder = createRecorder();
    const source = (async function* () {
      yield "a";
    })();
    const result = await observeResult(Promise.resolve(source), recorder);
    expect(result).toBe(source);
    expect(isObserved(result)).toBe(true);
    expect(await collect(result)).toEqual(["a"]);
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
  });

  test("a broken observation changes nothing", async () => {
    const error = new Error("user's");
    expect(await observeResult(Promise.resolve(1), createThrowingObservation())).toBe(1);
    await expect(observeResult(Promise.reject(error), createThrowingObservation())).rejects.toBe(error);
  });
});

/** A query builder that runs each time somebody calls its `then`. */
class LazyQuery {
  runs = 0;
  ranInside: boolean[] = [];
  #rows = ["row"];
  readonly #inside: () => boolean;
  constructor(inside: () => boolean = () => false) {
    this.#inside = inside;
  }
  then<A, B>(
    onFulfilled?: ((rows: string[]) => A) | null,
    onRejected?: ((error: unknown) => B) | null,
  ): Promise<A | B> {
    this.runs++;
    this.ranInside.push(this.#inside());
    return Promise.resolve(this.#rows).then(onFulfilled, onRejected);
  }
}

describe("thenables", () => {
  test("a lazy query runs as often as its user makes it, and is observed once", async () => {
    const recorder = createRecorder();
    const query = new LazyQuery(recorder.inside);
    const result = observeResult(query, recorder);
    await settle();
    expect(result).toBe(query);
    expect(query.runs).toBe(0);
    expect(recorder.events).toEqual([]);
    expect(await result).toEqual(["row"]);
    expect(query.runs).toBe(1);
    expect(query.ranInside).toEqual([true]);
    expect(await result).toEqual(["row"]);
    expect(query.runs).toBe(2);
    expect(recorder.events).toEqual([["resolved", ["row"]]]);
  });

  test("callbacks keep the context of whoever gave them", async () => {
    const recorder = createRecorder();
    const result = observeResult(new LazyQuery(), recorder);
    expect(await result.then(() => recorder.inside())).toBe(false);
  });

  test("one object used for many requests is patched once and told to each", async () => {
    const query = new LazyQuery();
    for (let index = 0; index < 20_000; index++) {
      const recorder = createRecorder();
      await observeResult(query, recorder);
      expect(recorder.events).toEqual([["resolved", ["row"]]]);
    }
  });

  test("without handlers, value and error pass through", async () => {
    const recorder = createRecorder();
    const bare = observeResult(new LazyQuery(), recorder) as unknown as { then(): Promise<string[]> };
    expect(await bare.then()).toEqual(["row"]);
    const error = new Error("no");
    const failing = observeResult(
      { then: (_: unknown, reject: (error: unknown) => unknown) => Promise.reject(error).catch(reject) },
      createRecorder(),
    );
    await expect(Promise.resolve(failing)).rejects.toBe(error);
  });

  test("a subclass keeps its identity, class and methods", async () => {
    class Cancelable<T> extends Promise<T> {
      cancelled = false;
      cancel(): void {
        this.cancelled = true;
      }
    }
    const recorder = createRecorder();
    const source = new Cancelable<string>((resolve) => resolve("answer"));
    const result = observeResult(source, recorder);
    expect(result).toBe(source);
    result.cancel();
    expect(result.cancelled).toBe(true);
    expect(result.then(() => 1)).toBeInstanceOf(Cancelable);
    expect(await result.finally(() => {})).toBe("answer");
    expect(recorder.events).toEqual([["resolved", "answer"]]);
  });

  test("a frozen one is unreadable and untouched", async () => {
    const recorder = createRecorder();
    const query = Object.freeze(new LazyQuery());
    expect(observeResult(query, recorder)).toBe(query);
    expect(recorder.events).toEqual([["unreadable", "frozen_thenable"]]);
  });

  test("a `then` that is a getter is read when its user reads it", async () => {
    let reads = 0;
    const value = {
      get then() {
        reads++;
        return (resolve: (value: string) => void) => resolve("answer");
      },
    };
    const recorder = createRecorder();
    const result = observeResult(value, recorder);
    expect(reads).toBe(0);
    expect(await (result as unknown as Promise<string>)).toBe("answer");
    expect(reads).toBe(1);
    expect(recorder.events).toEqual([["resolved", "answer"]]);
  });

  test("a query that is iterated instead of awaited is observed too", async () => {
    class Query extends LazyQuery {
      async *[Symbol.asyncIterator](): AsyncGenerator<string> {
        yield "a";
        yield "b";
      }
    }
    const recorder = createRecorder();
    const query = observeResult(new Query(), recorder);
    const seen: string[] = [];
    for await (const row of query) seen.push(row);
    expect(seen).toEqual(["a", "b"]);
    expect(query.runs).toBe(0);
    expect(recorder.parts()).toEqual(["a", "b"]);
    expect(recorder.names()).toEqual(["streamFound", "streamStarted", "ended"]);
  });
});
