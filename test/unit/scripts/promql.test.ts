import { expect, test } from "vitest";
import { emittedMetrics, unknownUses, unusedRecords } from "../../../scripts/promql/known-metrics.ts";
import { labelsIn, metricsIn } from "../../../scripts/promql/metrics-in.ts";
import { parsePromql } from "../../../scripts/promql/parse-promql.ts";
import { queriesIn } from "../../../scripts/promql/template-queries.ts";

test.each([
  ["up", ["up"]],
  ["vector(1)", []],
  ['sum by (job) (increase(a_total{b="c"}[5m])) / on (job) (d:e:f > 0)', ["a_total", "d:e:f"]],
  ["a - a offset 1d", ["a"]],
  ["sum_over_time(a:b:c[1d:5m])", ["a:b:c"]],
  ['{__name__="a", job="b"}', ["a"]],
  ['{__name__=~"rag_.+", job="b"}', ["~rag_.+"]],
  ['{job="b"}', []],
  ['rate(a{job="$job"}[$__rate_interval]) + b[$__range:$__interval]', ["a", "b"]],
  ["max_over_time(a[${__range}])", ["a"]],
  ['label_replace(a, "to", "$1", "from", "(.*)")', ["a"]],
])("metricsIn(%s)", (expression, metrics) => {
  expect(metricsIn(expression)).toEqual(metrics);
});

test("labelsIn: matchers, groupings and joins, not the metric's name", () => {
  expect(labelsIn('sum by (a) (x{b="1", __name__!="y"}) / on (c) group_left (d) sum without (e) (z)')).toEqual([
    "a",
    "b",
    "c",
    "d",
    "e",
  ]);
});

test("what is no PromQL is refused with the place", () => {
  expect(() => parsePromql("sum(a")).toThrow(/^No PromQL at character 5/);
  expect(() => metricsIn("a[5x]")).toThrow("a[5x]");
  expect(() => metricsIn("a[$interval]")).toThrow("No PromQL");
});

test("queriesIn finds the queries of annotations", () => {
  expect(queriesIn("now: {{ range query (printf `a{b=%q} > 0` $labels.b) }} x {{ end }}{{ $value }}")).toEqual([
    'a{b=""} > 0',
  ]);
});

test("emitted: counters end in _total, histograms have three series", () => {
  const emitted = emittedMetrics();
  expect(emitted).toContain("rag_requests_total");
  expect(emitted).toContain("rag_evaluation_pending");
  expect(emitted).toContain("rag_groundedness_bucket");
  expect(emitted).not.toContain("rag_groundedness");
  expect(emitted).not.toContain("rag_requests");
});

test("an unknown metric, an unknown label and a broken expression are named with their place", () => {
  const uses = [
    { place: "the literature's rule", expression: "avg_over_time(rag_groundedness[1h]) < 0.80" },
    { place: "typo", expression: "job:rag_groundednes:mean7d" },
    { place: "label", expression: "sum by (intent_class) (rag_requests_total)" },
    { place: "pattern", expression: '{__name__=~"rage_.+"}' },
    { place: "broken", expression: "sum(" },
    {
      place: "fine",
      expression: 'sum by (rag_intent_class, env) (rag_requests_total{job="a"}) + x:y:z + {__name__=~"rag_.+"}',
    },
  ];
  expect(unknownUses(uses, { metrics: ["x:y:z"], labels: ["env"] })).toEqual([
    "the literature's rule: nothing emits or records rag_groundedness",
    "typo: nothing emits or records job:rag_groundednes:mean7d",
    "label: nothing has the label intent_class",
    "pattern: nothing emits or records ~rage_.+",
    'broken: No PromQL at character 4 (""): sum(',
  ]);
});

test("a record that nothing uses is found", () => {
  expect(unusedRecords(["a:b:c", "d:e:f", "a:b:c"], [{ place: "an alert", expression: "a:b:c > 0" }])).toEqual([
    "d:e:f",
  ]);
});
