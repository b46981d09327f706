import { expect, it } from "vitest";
import { createRequestStorage, snapshotStorage } from "../../../src/node/request-storage.ts";

it("a value is there for what was started inside, and for nothing else", async () => {
  const storage = createRequestStorage<string>();
  const inside = storage.run("a", async () => {
    await Promise.resolve();
    return [storage.get(), storage.run("b", storage.get), storage.get()];
  });
  expect(storage.get()).toBeUndefined();
  expect(await inside).toEqual(["a", "b", "a"]);
});

it("two storages do not meet", () => {
  const [first, second] = [createRequestStorage<string>(), createRequestStorage<string>()];
  first.run("a", () => expect([first.get(), second.get()]).toEqual(["a", undefined]));
});

it("a snapshot runs with what was there when it was taken, and hands on what its function does", () => {
  const storage = createRequestStorage<string>();
  const before = snapshotStorage();
  storage.run("a", () => {
    const within = snapshotStorage();
    storage.run("b", () => {
      expect([before(storage.get), within(storage.get), storage.get()]).toEqual([undefined, "a", "b"]);
      expect(() =>
        before(() => {
          throw new RangeError("out");
        }),
      ).toThrow(RangeError);
    });
  });
});
