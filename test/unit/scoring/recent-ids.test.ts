import { expect, it } from "vitest";
import { createRecentIds } from "../../../src/scoring/recent-ids.ts";

it("remembers the last ids, and not more than twice as many", () => {
  const recent = createRecentIds(100);
  for (let index = 0; index < 1_000; index++) recent.add(`${index}`);
  const remembered = Array.from({ length: 1_000 }, (_, index) => recent.has(`${index}`));
  expect(remembered.slice(900)).toEqual(Array.from({ length: 100 }, () => true));
  expect(remembered.filter(Boolean).length).toBeLessThanOrEqual(200);
  expect(recent.has("1000")).toBe(false);
});
