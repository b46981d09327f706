import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { runExamples } from "../../scripts/cli/command-page.ts";
import { recordedMetrics, unknownUses } from "../../scripts/promql/known-metrics.ts";
import { shippedArtifacts } from "../../scripts/rules/shipped-artifacts.ts";
import { alertingSpecs } from "../../src/config/alerting/alerting-specs.ts";
import { literatureThresholds, thresholdsByName, type Thresholds } from "../../src/core/thresholds.ts";
import { alertNames, defaultContext, ruleCatalogue } from "../../src/rules/catalogue.ts";
import { embeddedJudgeThresholds } from "../../src/rules/embedded-judge-thresholds.ts";
import { sentencesOnDefaults } from "./alerting-defaults.ts";
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
    ...sentencesOnDefaults(catalogue.alerts)
      .filter((sentence) => !markdown.replaceAll(/\s+/g, " ").includes(sentence))
      .map((sentence) => `it does not say: ${sentence}`),
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

test("copies every folder that the command writes into, so that the index of runbooks leads somewhere, or names it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-install-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/rag-triad"));
    const [, copying = ""] = /```bash\n([^`]+)```/.exec(page) ?? [];
    expect(spawnSync("bash", ["-ec", copying], { cwd: folder, encoding: "utf8" })).toMatchObject({ status: 0 });
    const written = (await shippedArtifacts()).map(({ path }) => path);
    const isCopied = (path: string): boolean => existsSync(join(folder, "monitoring", path));
    const others = [...new Set(written.filter((path) => !isCopied(path)).map((path) => dirname(path)))];
    expect(others).toEqual(["deploy/kubernetes/rules"]);
    for (const place of others) expect(page).toContain(`\`${place}/\``);
    const index = written.filter((path) => path.endsWith(".md"));
    expect(index).toEqual(["docs/runbooks/README.md"]);
    for (const path of index) {
      const text = readFileSync(join(folder, "monitoring", path), "utf8");
      expect(brokenLinks(text, readFrom(relative(root, join(folder, "monitoring", dirname(path)))))).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
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
    [
      "a window is another",
      "the mean of 15 minutes below",
      "the mean of 10 minutes below",
      /not say: \| the mean of 15/,
    ],
    ["a count is another", "(20 scores or more,", "(30 scores or more,", /not say: \| the mean of 15/],
    ["a wait is another", "(30 scores, 5 minutes)", "(30 scores, 2 minutes)", /not say: \| the mean of an hour/],
    ["a share is another", "0.2 of the retriever calls", "0.1 of the retriever calls", /not say: \| more than 0.5/],
    ["a rise is another", "refusals 0.2 above", "refusals 0.3 above", /not say: \| refusals 0.2/],
    ["a factor is another", "14.4 times (", "14 times (", /not say: \| spent 14.4/],
    ["a burn window is another", "(3d and 6h)", "(3d and 2h)", /not say: \| spent 14.4/],
    ["a class is blind after another time", "that in a week:", "that in a day:", /not say: \*\*Blind/],
    ["a drop is another", "of 0.02 or 0.03 (", "of 0.02 or 0.05 (", /not say: need 200/],
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
