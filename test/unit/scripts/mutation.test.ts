import { expect, test } from "vitest";
import { expressionMutants, scaled } from "../../../scripts/mutation/expression-mutants.ts";
import { explainedSurvivors } from "../../../scripts/mutation/explained-survivors.ts";
import { mutantName, mutantsOf } from "../../../scripts/mutation/rule-mutants.ts";
import { sampleMutants } from "../../../scripts/mutation/sample.ts";
import { problemsOf } from "../../../scripts/mutation/verdict.ts";
import { metricsIn } from "../../../scripts/promql/metrics-in.ts";
import { ruleCatalogue } from "../../../src/rules/catalogue.ts";
import type { Alert } from "../../../src/rules/rule.ts";
import { contextOf } from "../rules/contexts.ts";

const texts = (expression: string, kind: string): string[] =>
  expressionMutants(expression)
    .filter((mutant) => mutant.kind === kind)
    .map((mutant) => mutant.expression);

test.each([
  ["a > 1", "comparison", ["a >= 1", "a < 1"]],
  ["a / b", "arithmetic", ["a * b"]],
  ["a and b", "set operator", ["a or b", "a unless b"]],
  ["a unless b", "operand", ["a"]],
  ["a or b", "operand", ["a", "b"]],
  ["a / (b > 0)", "operand", ["a / (b)"]],
  ["a - b", "operand", []],
  ["max by (x) (a)", "aggregation", ["min by (x) (a)", "sum by (x) (a)"]],
  ["sum by (x, y) (a)", "label", ["sum by (y) (a)", "sum by (x) (a)"]],
  ["a * on (x) group_left () b", "label", ["a * on () group_left () b"]],
  ["increase(a[5m])", "function", ["delta(a[5m])", "rate(a[5m])"]],
  ["increase(a[5m])", "window", ["increase(a[600s])", "increase(a[150s])"]],
  ["max_over_time(a[1d:5m])", "window", 4],
  ["a offset 1d", "offset", ["a", "a offset 172800s", "a offset 43200s"]],
  ["a > 0", "number", ["a > 1"]],
  ["a > 20", "number", ["a > 21", "a > 19"]],
  ["a > 0.5", "number", ["a > 0.55", "a > 0.45"]],
  ['a{x="y", z!="w"}', "matcher", ['a{z!="w"}', 'a{x!="y", z!="w"}', 'a{x="y"}', 'a{x="y", z="w"}']],
  ["round(a, 0.1)", "function left out", ["(a)"]],
] as const)("%s by %s", (expression, kind, expected) => {
  const mutants = texts(expression, kind);
  if (typeof expected === "number") expect(mutants).toHaveLength(expected);
  else expect(mutants).toEqual(expected);
});

test("scaled: a duration in seconds, never 0", () => {
  expect([scaled("2m", 0.5), scaled("1d", 2), scaled("1s", 0.1)]).toEqual(["60s", "172800s", "1s"]);
});

const alert: Alert = {
  alert: "RagTest",
  expr: "a > 1",
  for: "5m",
  keepFiringFor: "10m",
  labels: { severity: "page", category: "quality", scope: "intent" },
  annotations: {},
};

test("a rule is left out, waits otherwise, and has other labels", () => {
  expect(mutantsOf(alert).map(mutantName)).toEqual([
    "RagTest{intent} rule: left out",
    "RagTest{intent} comparison: …a [> → >=]",
    "RagTest{intent} comparison: …a [> → <]",
    "RagTest{intent} operand: …[a > 1 → a]",
    "RagTest{intent} number: …a > [1 → 2]",
    "RagTest{intent} number: …a > [1 → 0]",
    "RagTest{intent} rule's label: without severity",
    "RagTest{intent} rule's label: without category",
    "RagTest{intent} rule's label: without scope",
    "RagTest{intent} severity: warning",
    "RagTest{intent} for: 5m → 600s",
    "RagTest{intent} for: 5m → 150s",
    "RagTest{intent} keep_firing_for: 10m → 1200s",
    "RagTest{intent} keep_firing_for: 10m → 300s",
  ]);
});

const { alerts, recordings } = ruleCatalogue(contextOf({ alerting: { objectives: { groundedness: 0.95 } } }));
const mutants = [...recordings, ...alerts].flatMap(mutantsOf);

test("every mutant of the rules is PromQL, is another rule, and has a name of its own", () => {
  expect(mutants.length).toBeGreaterThan(2000);
  for (const { original, mutated } of mutants) {
    expect(mutated).not.toEqual(original);
    if (mutated !== undefined) metricsIn(mutated.expr);
  }
  const names = mutants.map(mutantName);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});

test("a sample has some of every rule, the same ones whatever other rules there are", () => {
  const two = sampleMutants(mutants, 2);
  expect(new Set(two.map(({ original }) => original)).size).toBe(recordings.length + alerts.length);
  expect(two.length).toBe(2 * (recordings.length + alerts.length));
  const fewer = mutants.filter(({ original }) => !("record" in original));
  const ofAlerts = new Set(two.filter(({ original }) => !("record" in original)));
  expect(sampleMutants(fewer, 2).map(mutantName)).toEqual([...ofAlerts].map(mutantName));
});

test("an unexplained survivor is a problem, and so is an explanation of what dies or of nothing", () => {
  const outcomes = [
    { name: "a survives", survived: true },
    { name: "b dies", survived: false },
  ];
  const explain = (name: RegExp) => ({ name, why: "It is so." });
  expect(problemsOf(outcomes, [explain(/a survives/)], true)).toEqual([]);
  expect(problemsOf(outcomes, [], true)).toEqual(["survived, and nothing explains it: a survives"]);
  expect(problemsOf(outcomes, [explain(/a/)], false)).toHaveLength(1);
  expect(problemsOf(outcomes, [explain(/. (survives|dies)/)], true)).toEqual([
    "explained as a survivor, and killed: b dies",
  ]);
  expect(problemsOf(outcomes, [explain(/a .*/), explain(/c/)], true)).toEqual(["explains no mutant: c"]);
  expect(problemsOf(outcomes, [explain(/a .*/), explain(/c/)], false)).toEqual([]);
});

test("every explanation explains a mutant, and says why", () => {
  const names = mutants.map(mutantName);
  for (const { name, why } of explainedSurvivors) {
    expect(
      names.some((each) => new RegExp(`^(?:${name.source})$`).test(each)),
      name.source,
    ).toBe(true);
    expect(why.length).toBeGreaterThan(20);
  }
});
