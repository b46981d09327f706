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
import { keptVariable } from "../../src/rules/kept-variable.ts";
import { labelOf, type LabelVariable } from "../../src/rules/dashboards/selectors.ts";
import { root } from "./lint-fixtures.ts";
import { contextOf } from "../unit/rules/contexts.ts";
import { classicSchema } from "./dashboards/classic-schema.ts";
import { conditionsOf, interpolated, readExploreUrl } from "./dashboards/explore-url.ts";
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

/** Labels that are called as variables, their replacements and columns of tables are. */
const colliding = contextOf({
  alerting: { labels: ["model", "pipeline", "service", "traces", "label_model", "judge", "row"] },
});

const contexts: readonly (readonly [name: string, context: RuleContext])[] = [
  ["the defaults", defaultContext],
  ["another configuration", other],
];

/** What is chosen above a dashboard and what is clicked in it, with what a pipeline and an intent class may be called. */
const clicked = {
  tempo: "tempo-1",
  __from: "1760000000000",
  __to: "1760003600000",
  pipeline: ["support", "客服/v2.1"],
  intent: ["faq", "billing"],
  "__field.labels.rag_pipeline": "a+b@c",
  "__field.labels.rag_intent_class": "x:y/z",
  '__data.fields["pipeline"]': "row+1",
  '__data.fields["intent class"]': "row:2",
};

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
    for (const dashboard of classic) expect(lintDashboard(dashboard, uids, context.settings.labels)).toEqual([]);
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
      for (const [, label = "", name] of url.matchAll(/\{\{ with \$labels\.(\w+) \}\}&var-(\w+)=/g)) {
        expect(name).toBe(keptVariable(label));
        expect(variables).toContain(name);
      }
      expect(url.match(/var-/g)?.length ?? 0).toBe(url.match(/\$labels/g)?.length ?? 0);
    }
  });
});

describe("dashboards with labels that are called as something else is", () => {
  const classic = classicOf(colliding);
  const { labels } = colliding.settings;

  it("keep the rules, in both formats", () => {
    for (const dashboard of classic) {
      expect(errorsOf(isClassic, dashboard)).toEqual([]);
      expect(lintDashboard(dashboard, uids, labels)).toEqual([]);
    }
    for (const resource of v2Of(colliding)) expect(errorsOf(isV2, resource)).toEqual([]);
    expect(v2Of(colliding).map(v2Summary)).toEqual(classic.map(classicSummary));
    const known = { metrics: recordedMetrics(ruleCatalogue(colliding)), labels };
    expect(unknownUses(classic.flatMap(queriesOf), known)).toEqual([]);
  });

  it("have a column for each, under a heading of its own, and links to traces by the pipeline's", () => {
    const tables = panelsOf(classic[0]!).filter(({ transformations = [] }) =>
      transformations.some(({ id }) => id === "merge"),
    );
    expect(tables).toHaveLength(2);
    for (const { transformations, fieldConfig } of tables) {
      const { renameByName } = transformations!.find(({ id }) => id === "organize")!.options as {
        renameByName: Record<string, string>;
      };
      expect(renameByName).toMatchObject({ pipeline: "label pipeline", rag_pipeline: "pipeline", model: "model" });
      expect(new Set(Object.values(renameByName)).size).toBe(Object.keys(renameByName).length);
      const [link] = fieldConfig?.defaults.links ?? [];
      expect(decodeURIComponent(link?.url ?? "")).toContain('${__data.fields["rag_pipeline"]:percentencode}');
      expect(decodeURIComponent(link?.url ?? "")).toContain('${__data.fields["intent class"]:percentencode}');
    }
  });
});

describe("what is shipped", () => {
  it("has no dashboard that the generator does not write", () => {
    expect(globSync("grafana/{dashboards,v2}/*", { cwd: root }).toSorted()).toEqual(
      ["dashboards", "v2"].flatMap((folder) => uids.map((uid) => `grafana/${folder}/${uid}.json`)),
    );
  });

  it("has a data source with the interval of the rules, and a page that says so", () => {
    const read = (path: string): string => readFileSync(join(root, path), "utf8");
    const intervalOf = (name: string, path: string): string =>
      new RegExp(`\\b${name}: (\\d+)s$`, "m").exec(read(path))?.[1] ?? "none";
    const recorded = intervalOf("timeInterval", "grafana/provisioning/datasources/rag-triad.yaml");
    const scraped = intervalOf("scrape_interval", "prometheus/prometheus.yml");
    expect(`${recorded}s`).toBe(defaultContext.profile.interval);
    expect(Number(scraped)).toBeLessThanOrEqual(Number(recorded));
    const page = read("docs/dashboards.md").replaceAll(/\s+/g, " ");
    expect(page).toContain(
      `\`timeInterval\` of ${recorded} s is how often the rules record; \`prometheus.yml\` scrapes every ${scraped} s.`,
    );
    expect(page).toContain(`less often than every ${recorded} s`);
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
      "tempo",
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

  it("links to traces are searches in Explore for what is chosen, and for the series or row that is clicked", () => {
    const found = [quality, requestPath].flatMap((dashboard) =>
      dashboard === undefined
        ? []
        : [
            ...dashboard.links.filter(({ url }) => url.startsWith("/explore")),
            ...panelsOf(dashboard).flatMap(({ fieldConfig }) => fieldConfig?.defaults.links ?? []),
          ].map(({ url }) => {
            const search = readExploreUrl(interpolated(url, clicked));
            expect(search).toMatchObject({ datasource: "tempo-1", from: "1760000000000", to: "1760003600000" });
            return conditionsOf(search.query).join(" && ");
          }),
    );
    const low = `name =~ "^(rag_request|rag_evaluation)$" && span.rag.quality = "fail"`;
    const chosenPipelines = `span.rag.pipeline =~ "^(support|客服/v2.1)$"`;
    const chosenIntents = `span.rag.intent_class =~ "^(faq|billing)$"`;
    expect([...new Set(found)].toSorted()).toEqual(
      [
        `${low} && ${chosenPipelines} && ${chosenIntents}`,
        `${low} && span.rag.pipeline = "a+b@c" && ${chosenIntents}`,
        `${low} && span.rag.pipeline = "a+b@c" && span.rag.intent_class = "x:y/z"`,
        `${low} && span.rag.pipeline = "row+1" && span.rag.intent_class = "row:2"`,
        `name = "rag_request" && span.rag.pipeline = "a+b@c" && ${chosenIntents}`,
        `name = "rag_request" && status = error && span.rag.pipeline = "a+b@c" && ${chosenIntents}`,
      ].toSorted(),
    );
  });

  it("the page shows the query of such a link", () => {
    const page = readFileSync(join(root, "docs/dashboards.md"), "utf8").replaceAll(/\s+/g, " ");
    const link = panelsOf(quality!).flatMap(({ type, fieldConfig }) =>
      type === "timeseries" ? (fieldConfig?.defaults.links ?? []) : [],
    )[0];
    const values = { "__field.labels.rag_pipeline": "support", "__field.labels.rag_intent_class": "faq" };
    expect(page).toContain(readExploreUrl(interpolated(link?.url ?? "", values)).query);
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
