import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { recordedMetrics, unknownUses, unusedRecords } from "../../scripts/promql/known-metrics.ts";
import { usesOf } from "../../scripts/promql/template-queries.ts";
import { defaultContext, ruleCatalogue } from "../../src/rules/catalogue.ts";
import type { RuleContext } from "../../src/rules/context.ts";
import { dashboards } from "../../src/rules/dashboards/dashboards.ts";
import { classicDashboard } from "../../src/rules/dashboards/grafana/classic.ts";
import { dashboardResource } from "../../src/rules/dashboards/grafana/resource.ts";
import { loadGrafanaSdk } from "../../src/rules/dashboards/grafana/sdk.ts";
import { labelOf, type LabelVariable } from "../../src/rules/dashboards/selectors.ts";
import { root } from "./lint-fixtures.ts";
import { contextOf } from "../unit/rules/contexts.ts";
import { classicSchema } from "./dashboards/classic-schema.ts";
import { panelsOf, queriesOf, type GrafanaDashboard } from "./dashboards/grafana-dashboard.ts";
import { lintDashboard } from "./dashboards/lint-dashboard.ts";
import { classicSummary, v2Summary, type V2Resource } from "./dashboards/summary.ts";
import { v2Schema } from "./dashboards/v2-schema.ts";

const sdk = await loadGrafanaSdk();
const uids = ["rag-quality", "rag-request-path"];

/** Criteria, further labels and judges, other windows, a baseline. */
const other = contextOf({
  thresholds: [{ metric: "criteria.tone", warning: 0.8, page: 0.7 }],
  alerting: {
    labels: ["env", "cluster"],
    judges: ["embedded/1", "openai/gpt-5-mini"],
    objectives: { groundedness: 0.95 },
    baselineModelVersion: "v1",
    slowWindow: "12h",
    longWindow: "14d",
  },
});

const contexts: readonly (readonly [name: string, context: RuleContext])[] = [
  ["the defaults", defaultContext],
  ["another configuration", other],
];

/** The criterion's histogram: the instruments' table has none, because criteria are the users'. */
const criteria = ["rag_criteria_tone_bucket"];

/** As it is in the file. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const classicOf = (context: RuleContext): readonly GrafanaDashboard[] =>
  dashboards(context).map((dashboard) => asJson(classicDashboard(sdk, dashboard)) as GrafanaDashboard);
const v2Of = (context: RuleContext): readonly V2Resource[] =>
  dashboards(context).map((dashboard) => asJson(dashboardResource(sdk, dashboard)) as V2Resource);

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
const isClassic = ajv.compile(classicSchema);
const isV2 = ajv.compile(v2Schema);
const errorsOf = (validate: typeof isClassic, value: unknown): readonly string[] =>
  validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

describe.each(contexts)("dashboards made from %s", (_, context) => {
  const classic = classicOf(context);
  const v2 = v2Of(context);
  const catalogue = ruleCatalogue(context);

  it("are what the schemas know, and nothing else", () => {
    for (const dashboard of classic) expect(errorsOf(isClassic, dashboard)).toEqual([]);
    for (const resource of v2) expect(errorsOf(isV2, resource)).toEqual([]);
  });

  it("keep the rules", () => {
    expect(classic.map(({ uid }) => uid)).toEqual(uids);
    for (const dashboard of classic) expect(lintDashboard(dashboard, uids)).toEqual([]);
  });

  it("ask for metrics and labels that are emitted or recorded", () => {
    expect(
      unknownUses(classic.flatMap(queriesOf), {
        metrics: [...recordedMetrics(catalogue), ...criteria],
        labels: [...context.settings.labels, "row"],
      }),
    ).toEqual([]);
  });

  it("keep services apart: what is added up by pipeline is by job and by the labels that are kept too", () => {
    const needed = ["job", ...context.settings.labels];
    const expressions = classic.flatMap(queriesOf).map(({ expression }) => expression);
    const groups = expressions.flatMap((expression) => [
      ...[...expression.matchAll(/ by \(([^)]+)\)/g)].map(([, labels = ""]) => labels.split(", ")),
      ...[...expression.matchAll(/"row", " \/ ", ([^)]+)\)/g)].map(([, labels = ""]) =>
        labels.split(", ").map((label) => label.slice(1, -1)),
      ),
    ]);
    const ofPipelines = groups.filter((labels) => labels.includes("rag_pipeline"));
    expect(ofPipelines.length).toBeGreaterThan(30);
    expect(ofPipelines.filter((labels) => needed.some((label) => !labels.includes(label)))).toEqual([]);
    expect(expressions.filter((expression) => expression.startsWith("label_join("))).toHaveLength(
      context.settings.metrics.length,
    );
  });

  it("show every record that no rule needs", () => {
    expect(unusedRecords(recordedMetrics(catalogue), [...usesOf(catalogue), ...classic.flatMap(queriesOf)])).toEqual(
      [],
    );
  });

  it("are the same in both formats", () => {
    expect(v2.map(v2Summary)).toEqual(classic.map(classicSummary));
  });

  it("have what the links of alerts ask for", () => {
    const [quality] = classic;
    const variables = quality?.templating.list.map(({ name }) => name);
    const urls = catalogue.alerts.map(({ annotations }) => annotations["dashboard_url"] ?? "");
    expect(urls).toHaveLength(catalogue.alerts.length);
    for (const url of urls) {
      expect(new URL(url.replaceAll(/\{\{.*?\}\}/g, "x")).pathname).toBe(`/d/${quality?.uid}`);
      for (const [, name = "", label] of url.matchAll(/var-(\w+)=\{\{ \$labels\.(\w+) \| urlquery \}\}/g)) {
        expect(variables).toContain(name);
        expect(labelOf(name as LabelVariable)).toBe(label);
      }
      expect(url.match(/var-/g)?.length ?? 0).toBe(url.match(/\$labels/g)?.length ?? 0);
    }
  });
});

describe("what is shipped", () => {
  it("has no dashboard that the generator does not write", () => {
    expect(globSync("grafana/{dashboards,v2}/*", { cwd: root }).toSorted()).toEqual(
      ["dashboards", "v2"].flatMap((folder) => uids.map((uid) => `grafana/${folder}/${uid}.json`)),
    );
  });

  it("has the pictures that its page shows, none of them too large to load", () => {
    const page = readFileSync(join(root, "docs/dashboards.md"), "utf8");
    const shown = [...page.matchAll(/!\[[^\]]+\]\((images\/[\w-]+\.png)\)/g)].map(([, path]) => `docs/${path}`);
    expect(shown.toSorted()).toEqual(globSync("docs/images/rag-*.png", { cwd: root }).toSorted());
    for (const path of shown) expect(statSync(join(root, path)).size, path).toBeLessThan(300_000);
  });
});

describe("what people are promised", () => {
  const [quality, requestPath] = classicOf(defaultContext);
  const expressions = (dashboard: GrafanaDashboard | undefined): string =>
    dashboard === undefined
      ? ""
      : queriesOf(dashboard)
          .map(({ expression }) => expression)
          .join("\n");

  it("RAG quality shows all that its name says", () => {
    for (const series of [
      "pipeline:rag_score:mean7d",
      "slice:rag_score_sum:increase7d",
      "rag_groundedness_bucket",
      "intent:rag_violations:ratio1h",
      "pipeline:rag_score_budget:remaining28d",
      "pipeline:rag_score_budget:burnrate1h",
      "rag_diagnoses_total",
      "intent:rag_refusals:ratio1h",
      "intent:rag_retrieval_empty:ratio5m",
      "rag_judge_duration_count",
      "pipeline:rag_evaluations:coverage1h",
      "rag_judge_cost_total",
      "rag_evaluation_lag_bucket",
      "rag_judge_comparisons_total",
      "rag_judge_canaries_total",
    ]) {
      expect(expressions(quality)).toContain(series);
    }
    expect(quality?.templating.list.map(({ name }) => name)).toEqual([
      "datasource",
      "job",
      "pipeline",
      "intent",
      "model",
      "judge",
      "traces",
    ]);
  });

  it("RAG request path shows traffic, errors, latency, the first part and retrieval", () => {
    for (const series of [
      "rag_requests_total",
      'rag_request_outcome="error"',
      "rag_request_duration_bucket",
      "rag_generation_time_to_first_part_bucket",
      "gen_ai_retrieval_duration_bucket",
      "rag_retrieval_empty_total",
    ]) {
      expect(expressions(requestPath)).toContain(series);
    }
  });

  it("means are coloured by the thresholds of their judge", () => {
    const panel = quality && panelsOf(quality).find(({ title }) => title === "Groundedness, 7d");
    const matched = panel?.fieldConfig?.overrides.filter(({ matcher }) =>
      new RegExp(matcher.options.slice(1, -1)).test("job/pipeline (embedded/1)"),
    );
    expect(matched).toHaveLength(1);
    const warning = ruleCatalogue(defaultContext).recordings.find(
      ({ record, labels }) =>
        record === "rag:score_threshold:value" &&
        labels?.["rag_metric"] === "groundedness" &&
        labels["rag_judge"] === "embedded/1" &&
        labels["rag_severity"] === "warning",
    );
    expect(JSON.stringify(matched)).toContain(warning?.expr.replaceAll(/vector\(|\)/g, ""));
  });
});
