import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createLruCache } from "../../../../src/judge/embedding/lru-cache.ts";

const tenEach = (maxBytes: number) => createLruCache<number>({ maxBytes, bytesOf: () => 10 });

test("what was not asked for the longest goes first", () => {
  const cache = tenEach(30);
  for (const [value, key] of ["a", "b", "c"].entries()) cache.set(key, value);
  expect(cache.get("a")).toBe(0);
  cache.set("d", 3);
  expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
  expect(cache.bytes).toBe(30);
});

test("a key that is set again has its new value and counts once", () => {
  const cache = createLruCache<number>({ maxBytes: 100, bytesOf: (_, value) => value });
  cache.set("a", 60);
  cache.set("b", 30);
  cache.set("a", 70);
  expect([cache.get("a"), cache.get("b"), cache.bytes]).toEqual([70, 30, 100]);
  cache.clear();
  expect([cache.get("a"), cache.bytes]).toEqual([undefined, 0]);
});

test("what is larger than the cache is not kept, nor does it push anything out; of nothing, nothing is kept", () => {
  const cache = createLruCache<number>({ maxBytes: 20, bytesOf: (_, value) => value });
  cache.set("a", 15);
  cache.set("b", 21);
  expect([cache.get("a"), cache.get("b")]).toEqual([15, undefined]);
  const none = tenEach(0);
  none.set("a", 1);
  expect(none.get("a")).toBeUndefined();
});

test("a key that was cut out of a page does not keep the page", async () => {
  setFlagsFromString("--expose_gc");
  const collect = runInNewContext("gc") as () => void;
  const cache = createLruCache<number>({ maxBytes: 1_000, bytesOf: () => 1 });
  const before = process.memoryUsage().external;
  for (let page = 0; page < 8; page++) {
    cache.set(
      `passage:${Buffer.alloc(8_000_000, 97 + page)
        .toString("latin1")
        .slice(100, 1_000)}`,
      page,
    );
  }
  expect(cache.bytes).toBe(8);
  // All eight would be 64 MB. Memory outside the heap is given back some turns after it was collected.
  const most = before + 32_000_000;
  for (let turn = 0; turn < 20 && process.memoryUsage().external > most; turn++) {
    collect();
    await new Promise((resolve) => void setImmediate(resolve));
  }
  expect(process.memoryUsage().external).toBeLessThan(most);
});
