import { expect, test } from "vitest";
import { createContainment, warningIntervalMs } from "../../../src/telemetry/containment.ts";

test("the same warning comes once a minute, with the count of what was left out", () => {
  const given: string[] = [];
  let nowMs = 0;
  const containment = createContainment(
    (code, message) => void given.push(`${code}: ${message}`),
    () => nowMs,
  );
  for (let index = 0; index < 4; index++) containment.warn("value_not_finite", "a", "bad");
  containment.warn("value_not_finite", "b", "bad too");
  nowMs = warningIntervalMs - 1;
  containment.warn("value_not_finite", "a", "bad");
  nowMs = warningIntervalMs;
  containment.warn("value_not_finite", "a", "bad");
  expect(given).toEqual([
    "value_not_finite: bad",
    "value_not_finite: bad too",
    "value_not_finite: bad (4 more since the last warning)",
  ]);
});

test("a failure is told by its class or code, never by its message", () => {
  const given: string[] = [];
  const containment = createContainment(
    (_code, message) => void given.push(message),
    () => 0,
  );
  const value = containment.guard("span.end", () => {
    throw new TypeError("secret");
  });
  expect(value).toBeUndefined();
  expect(given).toEqual([expect.stringContaining("span.end (TypeError)")]);
  expect(given.join()).not.toContain("secret");
});
