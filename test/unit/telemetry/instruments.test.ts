import { expect, test } from "vitest";
import { keys } from "../../../src/telemetry/attributes.ts";
import { scoreBounds } from "../../../src/telemetry/buckets.ts";
import { instrumentTable, scoreInstrument } from "../../../src/telemetry/instruments.ts";
import { literatureThresholds } from "../../../src/core/thresholds.ts";

const definitions = Object.values(instrumentTable);

test("score bounds are those of the contract, with an edge just below each threshold of the literature", () => {
  expect(scoreBounds.join(" ")).toBe(
    "0.1 0.2 0.3 0.4 0.4999 0.5999 0.6499 0.6999 0.7499 0.7999 0.8499 0.8999 0.9499 0.9899",
  );
  for (const { warning, page } of Object.values(literatureThresholds)) {
    expect(scoreBounds).toEqual(
      expect.arrayContaining([warning, page].map((threshold) => Number((threshold - 0.0001).toFixed(4)))),
    );
  }
});

test("every histogram has ascending bounds of its own, and none is an integer", () => {
  const histograms = definitions.filter(({ kind }) => kind === "histogram");
  expect(histograms).toHaveLength(9);
  for (const { bounds = [] } of histograms) {
    expect(bounds.length).toBeGreaterThan(5);
    expect(bounds.filter((bound) => Number.isInteger(bound))).toEqual([]);
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
  }
});

test("no name is both a value and a prefix of others, among attributes and among instruments", () => {
  const attributeNames: string[] = [
    ...Object.values(keys),
    "rag.groundedness",
    "rag.evaluation.groundedness.outcome",
    "rag.evaluation.groundedness.judge",
    "rag.criteria.tone",
  ];
  for (const names of [attributeNames, [...definitions.map(({ name }) => name), "rag.criteria.tone"]]) {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => names.some((other) => other.startsWith(`${name}.`)))).toEqual([]);
  }
});

test("a criterion's histogram is like the triad's", () => {
  const { name, labels, bounds, description } = scoreInstrument("criteria.plain_words");
  expect({ name, labels, bounds }).toEqual({
    name: "rag.criteria.plain_words",
    labels: ["rag.judge"],
    bounds: scoreBounds,
  });
  expect(description).toContain("the criterion plain words");
});
