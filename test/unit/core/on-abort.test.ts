import { describe, expect, test, vi } from "vitest";
import { onAbort } from "../../../src/core/on-abort.ts";

describe("onAbort", () => {
  test("calls every watcher once, and those who stopped not at all", () => {
    const controller = new AbortController();
    const calls: string[] = [];
    onAbort(controller.signal, () => calls.push("a"));
    const stop = onAbort(controller.signal, () => calls.push("b"));
    onAbort(controller.signal, () => calls.push("c"));
    stop();
    controller.abort();
    controller.abort();
    expect(calls).toEqual(["a", "c"]);
  });

  test("an aborted signal calls back at once", () => {
    const callback = vi.fn();
    onAbort(AbortSignal.abort(), callback)();
    expect(callback).toHaveBeenCalledOnce();
  });

  test("one callback that watches twice is called twice, and stops one by one", () => {
    const controller = new AbortController();
    const callback = vi.fn();
    const stop = onAbort(controller.signal, callback);
    onAbort(controller.signal, callback);
    stop();
    stop();
    controller.abort();
    expect(callback).toHaveBeenCalledOnce();
  });

  test("a signal carries one listener however many watch it, and none when nobody does", () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    const stops = Array.from({ length: 100 }, () => onAbort(signal, () => undefined));
    expect(add).toHaveBeenCalledOnce();
    for (const stop of stops) stop();
    expect(remove).toHaveBeenCalledOnce();
    onAbort(signal, () => undefined);
    expect(add).toHaveBeenCalledTimes(2);
  });

  test("a stop that comes after everybody left does not unwatch a newcomer", () => {
    const controller = new AbortController();
    const stop = onAbort(controller.signal, () => undefined);
    stop();
    const callback = vi.fn();
    onAbort(controller.signal, callback);
    stop();
    controller.abort();
    expect(callback).toHaveBeenCalledOnce();
  });
});
