import { expect, test } from "vitest";
import { literatureThresholds, resolveThresholds } from "../../../src/core/thresholds.ts";
import { embeddedThresholds } from "../../../src/judge/embedded/thresholds.ts";
import { effectiveThresholds, thresholdData } from "../../../src/rules/recordings/thresholds.ts";
import { contextOf } from "./contexts.ts";

/** The data of a file as `metric judge intent severity` to value. */
function dataOf(file: unknown): ReadonlyMap<string, number> {
  return new Map(
    thresholdData(contextOf(file)).map(({ labels = {}, expr }) => {
      const { rag_metric, rag_judge, rag_intent_class, rag_severity } = labels;
      return [`${rag_metric} ${rag_judge} ${rag_intent_class} ${rag_severity}`, Number(/\((.*)\)/.exec(expr)?.[1])];
    }),
  );
}

test("by default the embedded judge has its own thresholds, and any other the literature's", () => {
  const data = dataOf({});
  // Two judges with two thresholds on each of three metrics, and the name that has two on one.
  expect(data.size).toBe(14);
  expect(data.get("context_relevance llm-sentences default warning")).toBe(0.01);
  expect(data.get("context_relevance llm-sentences default page")).toBe(0.005);
  for (const metric of ["context_relevance", "groundedness", "answer_relevance"] as const) {
    for (const severity of ["warning", "page"] as const) {
      expect(data.get(`${metric} embedded/1 default ${severity}`)).toBe(embeddedThresholds[metric][severity]);
      expect(data.get(`${metric} default default ${severity}`)).toBe(literatureThresholds[metric][severity]);
    }
  }
});

test("a judge in use without an entry has the literature's", () => {
  const data = dataOf({ alerting: { judges: ["embedded/1", "openai/gpt-5"] } });
  expect(data.get("groundedness openai/gpt-5 default page")).toBe(0.7);
});

test("a listed judge whose name has thresholds has those, on the metrics that the name has", () => {
  const data = dataOf({ alerting: { judges: ["llm-sentences/1+gpt-5-mini"] } });
  expect(data.get("context_relevance llm-sentences/1+gpt-5-mini default page")).toBe(0.005);
  expect(data.get("groundedness llm-sentences/1+gpt-5-mini default page")).toBe(0.7);
});

const entries = [
  { metric: "groundedness", warning: 0.61, page: 0.51 },
  { metric: "groundedness", intentClass: "faq", warning: 0.62, page: 0.52 },
  { metric: "groundedness", judge: "embedded/1", warning: 0.63, page: 0.53 },
  { metric: "groundedness", judge: "embedded/1", intentClass: "faq", warning: 0.64, page: 0.54 },
];

test.each([[[0]], [[1]], [[2]], [[3]], [[0, 1]], [[1, 2]], [[0, 3]], [[0, 1, 2, 3]]])(
  "entries %j have the precedence that the process gives them",
  (chosen) => {
    const thresholds = chosen.map((index) => entries[index]!);
    const data = dataOf({ thresholds });
    for (const [judge, own] of [
      ["embedded/1", embeddedThresholds.groundedness],
      ["default", literatureThresholds.groundedness],
    ] as const) {
      for (const intentClass of ["default", "faq"]) {
        const inForce =
          data.get(`groundedness ${judge} ${intentClass} page`) ?? data.get(`groundedness ${judge} default page`);
        expect(inForce).toBe(resolveThresholds(thresholds, { metric: "groundedness", judge, intentClass }, own).page);
      }
    }
  },
);

test("a judge that only a threshold names has data of its own", () => {
  const data = dataOf({ thresholds: [{ metric: "groundedness", judge: "openai/x", warning: 0.9, page: 0.85 }] });
  expect(data.get("groundedness openai/x default warning")).toBe(0.9);
  expect(data.get("context_relevance openai/x default warning")).toBeUndefined();
});

test("an embedded judge that this version knows has its thresholds without being listed: it may be a fallback", () => {
  const listed = dataOf({ alerting: { judges: ["openai/gpt-5"] } });
  expect(listed.get("groundedness embedded/1 default page")).toBe(embeddedThresholds.groundedness.page);
  expect(listed).toEqual(dataOf({ alerting: { judges: ["openai/gpt-5", "embedded/1"] } }));
});

test("an embedded judge that is not known never gets another one's threshold", () => {
  for (const { expr } of effectiveThresholds()) {
    const fallbacks = expr.split("\nor\n").filter((part) => part.includes('rag_judge="default"'));
    expect(fallbacks).toHaveLength(2);
    for (const part of fallbacks) expect(part).toContain('{rag_judge!~"embedded/.+|llm-sentences/.+"}');
  }
});
