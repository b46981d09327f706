import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runExamples } from "../../scripts/cli/command-page.ts";
import { recordedMetrics, unknownUses } from "../../scripts/promql/known-metrics.ts";
import { alertingSpecs } from "../../src/config/alerting/alerting-specs.ts";
import { literatureThresholds, thresholdsByName, type Thresholds } from "../../src/core/thresholds.ts";
import { alertNames, defaultContext, ruleCatalogue } from "../../src/rules/catalogue.ts";
import { embeddedJudgeThresholds } from "../../src/rules/embedded-judge-thresholds.ts";
import { root } from "./lint-fixtures.ts";
import { brokenLinks, promqlIn, readFrom, unknownAttributes, withoutFences } from "./runbooks.ts";
import { codes, differences, tableAfter } from "./signals-docs.ts";

const page = readFileSync(join(root, "docs/alerting.md"), "utf8");
const catalogue = ruleCatalogue(defaultContext);
const neverFires = "avg_over_time(rag_groundedness[1h]) < 0.80";

/** What of the page is not so, one sentence each. */
function pageProblems(markdown: string): readonly string[] {
  const metrics = recordedMetrics(catalogue);
  const spans = codes(withoutFences(markdown));
  const names = spans.flatMap((code) => (/^Rag[A-Z]\w+$/.test(code) ? [code] : []));
  const options = spans.flatMap((code) => /^alerting\.(\w+)$/.exec(code)?.[1] ?? []);
  return [
    ...unknownUses(
      promqlIn(markdown).map((expression) => ({ place: "a query", expression })),
      { metrics },
    ),
    ...names.filter((name) => !alertNames(catalogue.alerts).includes(name)).map((name) => `no alert ${name}`),
    ...options.filter((name) => !Object.hasOwn(alertingSpecs, name)).map((name) => `no option ${name}`),
    ...differences("thresholds", thresholdRows(markdown), Object.values(thresholdTables).map(cells)),
    ...differences("thresholds by name", namesIn(markdown), Object.keys(thresholdsByName).map(nameRow)),
    ...differences("secrets", secretsIn(markdown), alertmanagerSecrets),
    ...unknownAttributes(markdown),
    ...brokenLinks(markdown, readFrom("docs")),
  ];
}

const alertmanager = readFileSync(join(root, "alertmanager/alertmanager.yml"), "utf8");
const alertmanagerSecrets = [...alertmanager.matchAll(/secrets\/([\w-]+)/g)].map(([, file]) => file ?? "");

/** The files that the step about receivers names. */
function secretsIn(markdown: string): readonly string[] {
  const [, step = ""] = /Its secrets are the files([^;]+) in/.exec(markdown) ?? [];
  return codes(step);
}

type ThresholdTable = Readonly<Record<"context_relevance" | "groundedness" | "answer_relevance", Thresholds>>;

const thresholdTables: Readonly<Record<string, ThresholdTable>> = {
  ...embeddedJudgeThresholds,
  other: literatureThresholds,
};

function thresholdRows(markdown: string): readonly string[] {
  const rows = tableAfter(markdown, "## Thresholds belong to judges");
  return rows.slice(0, Object.keys(thresholdTables).length).map(([, ...values]) => values.join(" | "));
}

/** Judges whose name has thresholds, `llm-sentences 0.01 / 0.005`. */
function namesIn(markdown: string): readonly string[] {
  const found = markdown.matchAll(/`([\w-]+)\/…`[^#]+?Its thresholds are ([\d.]+ \/ [\d.]+) /g);
  return [...found].map(([, name, values]) => `${name} ${values}`);
}

function nameRow(name: string): string {
  const values = Object.values(thresholdsByName[name] ?? {}).map(({ warning, page: low }) => `${warning} / ${low}`);
  return `${name} ${values.join(" | ")}`;
}

function cells({ context_relevance, groundedness, answer_relevance }: ThresholdTable): string {
  return [context_relevance, groundedness, answer_relevance]
    .map(({ warning, page: low }) => `${warning.toFixed(2)} / ${low.toFixed(2)}`)
    .join(" | ");
}

test("names alerts, options, metrics, attributes, thresholds and pages that there are", () => {
  expect(promqlIn(page).length).toBeGreaterThanOrEqual(3);
  expect(pageProblems(page)).toEqual([]);
});

test("prints for every command what the page shows", () => {
  const examples = runExamples(page);
  expect(examples).toHaveLength(3);
  for (const { command, shown, printed } of examples) expect(printed, command).toBe(shown);
});

test("the literature's rule selects what nobody emits", () => {
  expect(page).toContain(`\`${neverFires}\``);
  expect(unknownUses([{ place: "it", expression: neverFires }], { metrics: recordedMetrics(catalogue) })).toEqual([
    "it: nothing emits or records rag_groundedness",
  ]);
});

describe("the check bites", () => {
  test.each<[what: string, right: string, wrong: string, report: RegExp]>([
    ["a threshold is another", "0.81 / 0.76 |", "0.80 / 0.76 |", /thresholds: only in the docs/],
    [
      "a threshold by name is another",
      "are 0.01 / 0.005 ",
      "are 0.01 / 0.004 ",
      /thresholds by name: only in the docs/,
    ],
    ["there is no such alert", "`RagCoverageLow`", "`RagCoverage`", /no alert RagCoverage/],
    ["there is no such option", "`alerting.services`", "`alerting.jobs`", /no option jobs/],
    ["nothing emits a metric", "increase(rag_groundedness_sum[1h])", "increase(rag_groundedness[1h])", /nothing emits/],
    ["Alertmanager reads no such secret", "`deadman-token`", "`deadman-key`", /secrets: only in the docs/],
    ["a page is not there", "](cli.md", "](commands.md", /there is no commands.md/],
    ["a page lacks the heading", "#thresholds)", "#levels)", /has no heading #levels/],
  ])("when %s", (_what, right, wrong, report) => {
    expect(page).toContain(right);
    expect(pageProblems(page.replaceAll(right, wrong)).join("\n")).toMatch(report);
  });
});
