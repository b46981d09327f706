import { expect, it } from "vitest";
import { parseConfig } from "../../../src/config/config-file.ts";
import { durationSeconds } from "../../../src/config/alerting/duration.ts";
import { resolve } from "./resolve.ts";

const alerting = { services: ["support"], objectives: { groundedness: 0.95 } };

it("is checked with the file, and of no use to createRagTriad", () => {
  const config = parseConfig(JSON.stringify({ pipeline: "support", alerting }), "rag.json");
  expect(config.values.alerting).toEqual(alerting);
  const resolved = resolve({ options: { config } });
  expect(resolved).toEqual(resolve({ options: { pipeline: "support" } }));
  expect(resolved).not.toHaveProperty("alerting");
});

it("is refused when it is wrong, wherever the file is read", () => {
  expect(() => parseConfig(JSON.stringify({ alerting: { services: "support" } }), "rag.json")).toThrow(
    'Expected `$.alerting.services` in rag.json to be an array of strings, got `"support"` (string)',
  );
});

it.each([
  ["judgeErrorShare", 1, "a number from 0 to below 1 (nothing is above 1)"],
  ["minimumCoverage", 0, "a number above 0 to 1 (nothing is below 0)"],
])("is refused by name where nothing could fire: %s of %d", (name, value, rule) => {
  expect(() => parseConfig(JSON.stringify({ alerting: { [name]: value } }), "rag.json")).toThrow(
    `Expected \`$.alerting.${name}\` in rag.json to be ${rule}, got \`${value}\` (number)`,
  );
});

it("is no option of createRagTriad", () => {
  expect(() => resolve({ options: { pipeline: "support", alerting } })).toThrow("Unknown option `alerting`");
});

it.each([
  ["30s", 30],
  ["15m", 900],
  ["6h", 21_600],
  ["28d", 2_419_200],
  ["0m", Number.NaN],
  ["1w", Number.NaN],
  ["1.5h", Number.NaN],
  ["", Number.NaN],
])("a duration of %s has %d seconds", (duration, seconds) => {
  expect(durationSeconds(duration)).toBe(seconds);
});
