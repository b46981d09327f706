import { describe, expect, it } from "vitest";
import { heldFor } from "../../e2e/support/history/fired-alerts.ts";
import { layersOf } from "../../e2e/support/history/backfill.ts";
import { recordHistory } from "../../e2e/support/history/history.ts";
import { createServiceCounters } from "../../e2e/support/history/service-counters.ts";

describe("heldFor", () => {
  it("finds when a condition may have held for long enough", () => {
    expect(heldFor([100], 299, 300)).toBe(100);
    expect(heldFor([100], 300, 300)).toBeUndefined();
    expect(heldFor([100, 400], 300, 300)).toBe(400);
    expect(heldFor([100, 400, 1000, 1300], 600, 300)).toBeUndefined();
    expect(heldFor([100, 700, 1000, 1300], 600, 300)).toBe(1300);
    expect(heldFor([], 0, 300)).toBeUndefined();
  });
});

describe("layersOf", () => {
  it("puts what a rule needs before it, all rules of a name together", () => {
    const rule = (record: string, expr: string) => ({ record, expr, doc: "" });
    const layers = layersOf([
      rule("c:x:y", "a:x:y + b:x:y"),
      rule("a:x:y", "x_total"),
      rule("b:x:y", "a:x:y"),
      rule("b:x:y", "z_total"),
    ]);
    expect(layers.map((layer) => layer.map(({ record }) => record))).toEqual([
      ["a:x:y"],
      ["b:x:y", "b:x:y"],
      ["c:x:y"],
    ]);
  });

  it("refuses a circle", () => {
    const circle = ["a:x:y", "b:x:y"].map((record, index, all) => ({ record, expr: all[1 - index] ?? "", doc: "" }));
    expect(() => layersOf(circle)).toThrow("need one another");
  });
});

describe("a recorded history", () => {
  it("has a service's counters at every step, restarts and late series", () => {
    const counters = createServiceCounters({ job: "rag", pipeline: "support" });
    const request = { intentClass: "faq", outcomes: { groundedness: 0.5, answer_relevance: "judge_timeout" } };
    const { series } = recordHistory(
      [
        {
          counters,
          live(left) {
            if (left === 1) counters.restart();
            if (left !== 3) counters.add(request);
          },
        },
      ],
      4,
      60,
    );
    const find = (text: string) => [...series].find(([name]) => name.includes(text))?.[1];
    expect(find("rag_build")).toEqual([1, 1, 1, 1]);
    expect(find("rag_groundedness_sum")).toEqual([0.5, 0.5, 1, 0.5]);
    expect(find('rag_metric="groundedness",rag_severity="page"')).toEqual([1, 1, 2, 1]);
    expect(find('rag_metric="answer_relevance",rag_outcome="judge_timeout"')).toEqual([1, 1, 2, 1]);
    expect(find('rag_metric="answer_relevance",rag_outcome="scored"')).toEqual([0, 0, 0, 0]);
    counters.add({ ...request, intentClass: "new" });
    expect([...counters.values.keys()].filter((name) => name.includes('"new"')).length).toBeGreaterThan(5);
  });
});
