import { expect, it } from "vitest";
import { isSampled } from "../../../src/core/sampling.ts";
import { createRequestId } from "../../../src/node/request-ids.ts";

const ids = Array.from({ length: 20_000 }, createRequestId);

it("ids are random UUIDs and all different", () => {
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  );
  expect(new Set(ids).size).toBe(ids.length);
});

it("ids are sampled in the share that is asked for", () => {
  for (const ratio of [0.05, 0.3, 0.9]) {
    const share = ids.filter((id) => isSampled(id, ratio)).length / ids.length;
    // Five standard deviations of a binomial share.
    expect(Math.abs(share - ratio)).toBeLessThan(5 * Math.sqrt((ratio * (1 - ratio)) / ids.length));
  }
});
