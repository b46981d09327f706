import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ruleCatalogue, type RuleCatalogue } from "../../src/rules/catalogue.ts";
import { contextOf } from "../unit/rules/contexts.ts";
import { root } from "./lint-fixtures.ts";
import { brokenLinks, promqlIn, readFrom, runbookDisagreements, type Runbooks } from "./runbooks.ts";

/** Every alert that a configuration can bring, the five that criteria share included. */
const catalogues: readonly RuleCatalogue[] = [
  {},
  { thresholds: [{ metric: "criteria.completeness", warning: 0.7, page: 0.6 }] },
  { alerting: { services: ["support"], objectives: { groundedness: 0.95 }, baselineModelVersion: "v1" } },
].map((file) => ruleCatalogue(contextOf(file)));

const catalogue: RuleCatalogue = {
  recordings: catalogues.flatMap(({ recordings }) => recordings),
  alerts: catalogues.flatMap(({ alerts }) => alerts),
};

const runbooks: Runbooks = Object.fromEntries(
  globSync("docs/runbooks/Rag*.md", { cwd: root }).map((path) => [
    basename(path, ".md"),
    readFileSync(join(root, path), "utf8"),
  ]),
);

test("every alert has a runbook, every runbook an alert, and what it says to ask for is there", () => {
  expect(runbookDisagreements(runbooks, catalogue)).toEqual([]);
});

test("there is nothing else in the folder but the index", () => {
  const names = globSync("docs/runbooks/*", { cwd: root }).map((path) => basename(path));
  expect(names.filter((name) => !/^Rag\w+\.md$/.test(name))).toEqual(["README.md"]);
});

test("links of runbooks lead somewhere, and a broken one is found", () => {
  const problems = (text: string): readonly string[] => brokenLinks(text, readFrom("docs/runbooks"));
  expect(Object.values(runbooks).flatMap(problems)).toEqual([]);
  expect(problems("[here](../alerting.md#no-such) and [there](RagGhost.md)")).toEqual([
    "../alerting.md has no heading #no-such",
    "there is no RagGhost.md",
  ]);
});

describe("the check bites", () => {
  test("when an alert has no runbook", () => {
    const { RagWatchdog: _, ...others } = runbooks;
    expect(runbookDisagreements(others, catalogue)).toEqual(["runbooks: not in the docs: RagWatchdog"]);
  });

  test("when a runbook has no alert", () => {
    expect(runbookDisagreements({ ...runbooks, RagGhost: "# RagGhost\n" }, catalogue)).toEqual([
      "runbooks: only in the docs: RagGhost",
    ]);
  });

  test.each<[what: string, runbook: string, right: string, wrong: string, report: RegExp]>([
    ["the title is another's", "RagQueueDropping", "# RagQueueDropping", "# RagQueueFull", /has the headings/],
    ["a heading is missing", "RagQueueDropping", "## Impact", "Impact:", /has the headings/],
    ["headings change places", "RagWatchdog", "## Impact", "## Mitigation", /has the headings/],
    ["the severity is another", "RagQueueDropping", "Severity: warning", "Severity: page", /second line/],
    [
      "a section is empty",
      "RagWatchdog",
      "While it fires: none. When it stops, no other alert reaches anyone either.",
      "None.",
      /says nothing under ## Impact/,
    ],
    ["there is no query", "RagJudgeErrors", "```promql", "```text", /has no query under Diagnosis/],
    [
      "a query is no PromQL",
      "RagQueueDropping",
      "sum by (instance, rag_metric) (",
      "sum by (instance, rag_metric) ((",
      /No PromQL/,
    ],
    ["nothing emits a metric", "RagServiceAbsent", "rag_build{", "rag_builds{", /nothing emits or records rag_builds/],
    [
      "nothing records a name",
      "RagCoverageLow",
      "coverage1h",
      "coverage2h",
      /nothing emits or records pipeline:rag_evaluations:coverage2h/,
    ],
    [
      "nothing has a label",
      "RagQueueDropping",
      "(instance, rag_metric)",
      "(instance, rag_metrics)",
      /nothing has the label rag_metrics/,
    ],
    [
      "a metric has not the label",
      "RagQueueDropping",
      "rag_evaluation_pending{job",
      'rag_evaluation_pending{rag_intent_class!="other", job',
      /rag_evaluation_pending has no label rag_intent_class/,
    ],
    [
      "a record has not the label",
      "RagCoverageLow",
      "coverage1h{",
      'coverage1h{rag_intent_class!="other", ',
      /coverage1h has no label rag_intent_class/,
    ],
    [
      "a label never has the value",
      "RagJudgeErrors",
      "judge_timeout|judge_invalid_output|rate",
      "judge_timeouts|judge_invalid_output|rate",
      /rag_outcome is never judge_timeouts/,
    ],
    [
      "a value is put into a regular expression",
      "RagGroundednessLow",
      'rag_intent_class="INTENT"',
      'rag_intent_class=~"INTENT"',
      /INTENT is put into a regular expression/,
    ],
    [
      "a placeholder is not explained",
      "RagCoverageLow",
      ", `METRIC` = `rag_metric`",
      "",
      /not in the docs: METRIC = rag_metric/,
    ],
    [
      "a placeholder stands for another label",
      "RagCoverageLow",
      "`METRIC` = `rag_metric`",
      "`METRIC` = `rag_judge`",
      /only in the docs: METRIC = rag_judge/,
    ],
    [
      "a matcher has another label's placeholder",
      "RagServiceAbsent",
      'up{job="JOB"}',
      'up{job="PIPELINE"}',
      /PIPELINE = job is no placeholder/,
    ],
    [
      "the alert has no such label",
      "RagQueueDropping",
      'rate(rag_requests_total{job="JOB",',
      'rate(rag_requests_total{rag_intent_class="INTENT", job="JOB",',
      /the alert has no label rag_intent_class/,
    ],
    [
      "context relevance does not come first",
      "RagGroundednessVeryLow",
      'rag_score:mean15m{rag_metric=~"context_relevance|groundedness',
      'rag_score:mean15m{rag_metric=~"groundedness',
      /context relevance first/,
    ],
    [
      "no span has an attribute",
      "RagRetrievalEmpty",
      "`rag.index_version`",
      "`rag.index.version`",
      /nothing has the attribute rag.index.version/,
    ],
    [
      "an attribute never has the value",
      "RagGroundednessVeryLow",
      "`rag.quality=fail`",
      "`rag.quality=bad`",
      /rag.quality is never bad/,
    ],
    [
      "no request's span has what is asked for",
      "RagGroundednessLow",
      "span.rag.quality",
      "span.rag.qualities",
      /no rag_request has rag.qualities/,
    ],
    ["spans never have the value", "RagGroundednessLow", '"warn|fail"', '"warn|bad"', /rag.quality is never bad/],
    [
      "another alert is silenced",
      "RagRetrievalErrors",
      "alertname=RagRetrievalErrors",
      "alertname=RagRetrievalEmpty",
      /silences another alert/,
    ],
    [
      "all intent classes are silenced",
      "RagGroundednessDrift",
      ` 'rag_intent_class="INTENT"'`,
      "",
      /silences every rag_intent_class/,
    ],
    ["there is no silence", "RagGroundednessDrift", "```sh", "```promql", /has 0 silences, not 1/],
    ["the last score is not asked for", "RagGroundednessLow", "time() - max_over", "max_over", /for the last score/],
    [
      "the note is another kind's",
      "RagRetrievalErrors",
      "up to 45 minutes",
      "20 minutes or so",
      /note: only in the docs/,
    ],
    [
      "a sentence is another runbook's",
      "RagWatchdog",
      "When it stops, no other alert reaches anyone either.",
      "Requests are served as ever; some answers get no score.",
      /both say: Requests are served/,
    ],
  ])("when %s", (_what, runbook, right, wrong, report) => {
    expect(runbooks[runbook]).toContain(right);
    const broken = { ...runbooks, [runbook]: (runbooks[runbook] ?? "").replaceAll(right, wrong) };
    expect(runbookDisagreements(broken, catalogue).join("\n")).toMatch(report);
  });
});

test("a runbook has several queries to paste", () => {
  const counts = Object.values(runbooks).map((text) => promqlIn(text).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
});
