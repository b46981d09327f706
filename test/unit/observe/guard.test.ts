import { describe, expect, test } from "vitest";
import { isAbortError } from "../../../src/instrument/observe/abort-error.ts";
import { createGuard } from "../../../src/instrument/observe/guard.ts";
import type { Observation } from "../../../src/instrument/observe/observation.ts";
import { shadow, wrapMethod } from "../../../src/instrument/observe/shadow.ts";
import { createRecorder, createThrowingObservation } from "./recorder.ts";

const error = new Error("user's");

describe("run", () => {
  const runs: readonly [string, Observation["run"]][] = [
    [
      "throws before",
      () => {
        throw new Error("ours");
      },
    ],
    [
      "throws after",
      (f) => {
        f();
        throw new Error("ours");
      },
    ],
    ["never calls", () => undefined as never],
    [
      "calls twice",
      (f) => {
        f();
        return f();
      },
    ],
    [
      "gives something else",
      (f) => {
        f();
        return "ours" as never;
      },
    ],
    [
      "swallows",
      (f) => {
        try {
          return f();
        } catch {
          return "ours" as never;
        }
      },
    ],
    [
      "throws another error",
      (f) => {
        try {
          return f();
        } catch {
          throw new Error("ours");
        }
      },
    ],
    [
      "calls later",
      (f) => {
        queueMicrotask(() => {
          try {
            f();
          } catch {
            /* the test looks at the count */
          }
        });
        return "ours" as never;
      },
    ],
  ];

  test.each(runs)("one that %s: f runs once, and its outcome is what comes out", async (_, run) => {
    for (const fails of [false, true]) {
      let count = 0;
      const f = (): string => {
        count++;
        if (fails) throw error;
        return "user's";
      };
      const guard = createGuard({ ...createRecorder(), run });
      if (fails) expect(() => guard.run(f)).toThrow(error);
      else expect(guard.run(f)).toBe("user's");
      await Promise.resolve();
      expect(count).toBe(1);
    }
  });
});

describe("what is told", () => {
  test("stream notices at most once, the end once, nothing after it", () => {
    const recorder = createRecorder();
    const guard = createGuard(recorder);
    guard.streamStarted();
    guard.streamStarted();
    guard.streamFound();
    guard.part(1);
    guard.ended();
    guard.part(2);
    guard.failed(error);
    guard.activity();
    expect(recorder.events).toEqual([["streamFound"], ["streamStarted"], ["part", 1], ["ended"]]);
    expect(guard.finished).toBe(true);
  });

  test("two observations of one stream are told the same, whatever one of them does", () => {
    const finals: ((guard: ReturnType<typeof createGuard>) => void)[] = [
      (guard) => guard.ended(),
      (guard) => guard.stopped(),
      (guard) => guard.failed(error),
      (guard) => guard.settleFailure(new DOMException("x", "AbortError")),
      (guard) => guard.resolved(1),
      (guard) => guard.unreadable("x"),
    ];
    for (const final of finals) {
      for (const broken of [false, true]) {
        const first = broken ? createThrowingObservation() : createRecorder();
        const second = createRecorder();
        const guard = createGuard(first);
        guard.streamStarted();
        guard.attach(second);
        expect(guard.run(() => second.inside())).toBe(true);
        guard.activity();
        guard.part(1);
        final(guard);
        expect(second.names().slice(0, 2)).toEqual(["streamFound", "streamStarted"]);
        expect(second.names().length).toBe(3);
        if (!broken) expect((first as typeof second).events).toEqual(second.events);
      }
    }
  });
});

test("what an abort is", () => {
  class APIUserAbortError extends Error {}
  for (const abort of [new DOMException("x", "AbortError"), new APIUserAbortError("x"), AbortSignal.abort().reason])
    expect(isAbortError(abort)).toBe(true);
  const hostile = {
    get name(): string {
      throw new Error("no");
    },
  };
  for (const other of [new DOMException("x", "TimeoutError"), error, null, undefined, "AbortError", hostile])
    expect(isAbortError(other)).toBe(false);
});

describe("shadow", () => {
  const loud = wrapMethod(
    (original) =>
      function (this: unknown, ...args) {
        return `${String(Reflect.apply(original, this, args))}!`;
      },
  );

  test("all or nothing: what cannot be changed leaves the rest as it was", () => {
    const object = { a: () => "a", own: 1 };
    Object.defineProperty(object, "b", { value: () => "b", writable: false, configurable: false });
    const inherited = Object.create({ c: () => "c" }) as { a: () => string; c: () => string };
    Object.defineProperties(inherited, Object.getOwnPropertyDescriptors(object));
    const before = Object.getOwnPropertyDescriptors(inherited);
    expect(
      shadow(inherited, [
        ["a", loud],
        ["c", loud],
        ["b", loud],
      ]),
    ).toBe(false);
    expect(Object.getOwnPropertyDescriptors(inherited)).toEqual(before);
    expect([inherited.a(), inherited.c()]).toEqual(["a", "c"]);
  });

  test("setters stay, absent properties stay absent, a Proxy that refuses is left alone", () => {
    let stored = () => "x";
    const object = {
      get f() {
        return stored;
      },
      set f(value) {
        stored = value;
      },
    };
    expect(
      shadow(object, [
        ["f", loud],
        ["absent", loud],
      ]),
    ).toBe(true);
    expect(object.f()).toBe("x!");
    object.f = () => "y";
    expect(object.f()).toBe("y!");
    expect("absent" in object).toBe(false);
    const refuses = new Proxy(
      { f: () => "x" },
      {
        defineProperty: () => {
          throw new Error("no");
        },
      },
    );
    expect(shadow(refuses, [["f", loud]])).toBe(false);
    expect(refuses.f()).toBe("x");
  });
});
