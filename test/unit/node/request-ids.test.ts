import { expect, it } from "vitest";
import { createRequestIds } from "../../../src/node/request-ids.ts";

it("ids are 32 hexadecimal digits and all different, across sources too", () => {
  const sources = [createRequestIds(), createRequestIds()];
  const ids = sources.flatMap((createId) => Array.from({ length: 2_000 }, createId));
  expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it("every bit of an id is random", () => {
  const createId = createRequestIds();
  const ids = Array.from({ length: 2_000 }, createId);
  for (let digit = 0; digit < 32; digit++) {
    const values = new Set(ids.map((id) => id[digit]));
    expect(values.size).toBe(16);
  }
});
