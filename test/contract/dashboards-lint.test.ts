import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { unknownUses } from "../../scripts/promql/known-metrics.ts";
import { defaultContext } from "../../src/rules/catalogue.ts";
import { dashboards } from "../../src/rules/dashboards/dashboards.ts";
import { classicDashboard } from "../../src/rules/dashboards/grafana/classic.ts";
import { dashboardResource } from "../../src/rules/dashboards/grafana/resource.ts";
import { loadGrafanaSdk } from "../../src/rules/dashboards/grafana/sdk.ts";
import { contextOf } from "../unit/rules/contexts.ts";
import { classicSchema } from "./dashboards/classic-schema.ts";
import { panelsOf, queriesOf, type GrafanaDashboard, type GrafanaPanel } from "./dashboards/grafana-dashboard.ts";
import { lintDashboard } from "./dashboards/lint-dashboard.ts";
import { v2Schema } from "./dashboards/v2-schema.ts";

// Every check of dashboards.test.ts has a dashboard here that it refuses.

const uids = ["rag-quality", "rag-request-path"];
const sdk = await loadGrafanaSdk();
const [quality] = dashboards(defaultContext);
if (quality === undefined) throw new Error("There is no dashboard.");
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const made = (): GrafanaDashboard => copyOf(classicDashboard(sdk, quality)) as unknown as GrafanaDashboard;

type Breaking = (dashboard: GrafanaDashboard, numbers: GrafanaPanel, lines: GrafanaPanel) => void;

function broken(breaking: Breaking): GrafanaDashboard {
  const dashboard = made();
  const numbers = panelsOf(dashboard).find(({ title }) => title === "Groundedness, 7d");
  const lines = panelsOf(dashboard).find(({ title }) => title === "Judge duration, p95");
  if (numbers === undefined || lines === undefined) throw new Error("The panels to break are not there.");
  breaking(dashboard, numbers, lines);
  return dashboard;
}

function setQuery(panel: GrafanaPanel, expr: string, legendFormat?: string): void {
  const [target] = panel.targets ?? [];
  if (target === undefined) throw new Error("The panel has no query.");
  target.expr = expr;
  if (legendFormat !== undefined) target.legendFormat = legendFormat;
}

function edit(link: { url: string }, text: string, other: string): void {
  if (!link.url.includes(text)) throw new Error(`The link has no ${text}.`);
  link.url = link.url.replaceAll(text, other);
}

const selection = 'job=~"$job", rag_pipeline=~"$pipeline"';
const scoreSelection = `${selection}, rag_judge=~"$judge"`;

const breakings: readonly (readonly [what: string, breaking: Breaking, problem: string])[] = [
  ["another uid", (d) => (d.uid = "quality"), "The uid quality is not one of"],
  ["an id", (d) => (d.id = 7), "A dashboard's id"],
  ["editable", (d) => (d.editable = true), "must not be editable"],
  ["no description", (d) => (d.description = ""), "no description"],
  ["no data source to choose", (d) => d.templating.list.shift(), "no variable for the data source"],
  ["a variable that is read once", (d) => (d.templating.list[1]!.refresh = 1), "job must follow the time range"],
  [
    "a variable with a data source of its own",
    (d) => (d.templating.list[1]!.datasource = { uid: "p" }),
    "job must ask",
  ],
  ["a variable without a label", (d) => (d.templating.list[2]!.label = ""), "pipeline has no label"],
  [
    "an annotation with a data source of its own",
    (d) => (d.annotations.list[0]!.datasource.uid = "p"),
    "Alerts must ask",
  ],
  [
    "a link to a dashboard that is not there",
    (d) => (d.links[0]!.url = "/d/rag-traces"),
    "/d/rag-traces leads nowhere",
  ],
  ["a link by a variable that is not there", (d) => (d.links[2]!.url = "${jaeger:raw}"), "${jaeger:raw} leads nowhere"],
  ["a link by a variable that is no address", (d) => (d.links[2]!.url = "${tempo:raw}"), "${tempo:raw} leads nowhere"],
  ["a search without a data source", (d) => edit(d.links[1]!, "${tempo}", "prometheus"), "panes="],
  ["a search that is no JSON", (d) => edit(d.links[1]!, "%22", "%27"), "panes="],
  ["a search for nothing", (d) => edit(d.links[1]!, "rag.quality%20%3D%20", "rag.quality%20"), "panes="],
  ["a search at any time", (d) => edit(d.links[1]!, "${__from}", "now-1h"), "panes="],
  ["a search by no variable", (d) => edit(d.links[1]!, "${intent:", "${intents:"), "panes="],
  ["a search by escaped values", (d) => edit(d.links[1]!, "${intent:pipe}", "${intent:regex}"), "panes="],
  [
    "a search above by the value of a panel",
    (d) => edit(d.links[1]!, "${intent:pipe}", "${__field.labels.rag_intent_class:percentencode}"),
    "panes=",
  ],
  [
    "a search by a label that the panel has not",
    (_d, _n, lines) => {
      const { links = [] } = panelsOf(made()).find(({ title }) => title?.startsWith("Groundedness by intent"))!
        .fieldConfig!.defaults;
      lines.fieldConfig!.defaults.links = links;
    },
    "panes=",
  ],
  [
    "a data link to nowhere",
    (_d, p) => (p.fieldConfig!.defaults.links = [{ url: "https://example.com" }]),
    "https://example.com leads nowhere",
  ],
  ["an id twice", (d, p) => (p.id = d.panels[0]!.id ?? 0), "is there twice"],
  ["a title twice", (_d, p, other) => (p.title = other.title!), "The title Judge duration, p95 is there twice"],
  ["panels one over the other", (_d, p) => (p.gridPos.x = 2), "overlaps"],
  ["a panel that is too wide", (_d, _p, p) => (p.gridPos.w = 25), "outside the grid"],
  ["no title", (_d, p) => (p.title = ""), "has no title"],
  ["no description of a panel", (_d, p) => delete p.description, "no sentence of description"],
  ["a panel with a data source of its own", (_d, p) => (p.datasource = { uid: "p" }), "must ask ${datasource}"],
  ["no unit", (_d, p) => delete p.fieldConfig!.defaults.unit, "no unit of Grafana's"],
  ["a unit that Grafana does not know", (_d, p) => (p.fieldConfig!.defaults.unit = "scores"), "no unit of Grafana's"],
  ["no query", (_d, p) => (p.targets = []), "has no query"],
  ["a refId twice", (_d, p) => p.targets!.push(p.targets![0]!), "has a refId twice"],
  ["a query with a data source of its own", (_d, p) => (p.targets![0]!.datasource = { uid: "p" }), "(A) must ask"],
  ["a number over time", (_d, p) => (p.targets![0]!.range = true), "must ask for what holds now"],
  ["a line of one point", (_d, _p, p) => (p.targets![0]!.instant = true), "must ask for a range"],
  ["no PromQL", (_d, p) => setQuery(p, "sum by (job (up)"), "No PromQL at character"],
  [
    "a range of its own",
    (_d, _p, p) => setQuery(p, `rate(rag_requests_total{${selection}}[5m])`),
    "[5m] must be [$__rate_interval]",
  ],
  [
    "a variable that is not there",
    (_d, _p, p) =>
      setQuery(p, `rate(rag_requests_total{${selection}, rag_intent_class=~"$intents"}[$__rate_interval])`),
    "there is no variable intents",
  ],
  [
    "a counter as it is",
    (_d, _p, p) => setQuery(p, `sum(rag_requests_total{${selection}})`),
    "rag_requests_total only ever rises",
  ],
  [
    "any service",
    (_d, _p, p) => setQuery(p, `rag_evaluation_pending{rag_pipeline=~"$pipeline"}`),
    "not selected by $job",
  ],
  ["any pipeline", (_d, _p, p) => setQuery(p, `rag_evaluation_pending{job=~"$job"}`), "not selected by $pipeline"],
  ["any judge", (_d, p) => setQuery(p, `pipeline:rag_score:mean7d{${selection}}`), "not selected by $judge"],
  [
    "a mean over judges",
    (_d, p) => setQuery(p, `avg by (job) (pipeline:rag_score:mean7d{${scoreSelection}})`),
    "mixes judges",
  ],
  [
    "a mean without judges",
    (_d, p) => setQuery(p, `avg without (rag_judge) (pipeline:rag_score:mean7d{${scoreSelection}})`),
    "mixes judges",
  ],
  [
    "a mean over everything",
    (_d, p) => setQuery(p, `avg(pipeline:rag_score:mean7d{${scoreSelection}})`),
    "mixes judges",
  ],
  [
    "buckets over judges",
    (_d, _p, p) => setQuery(p, `sum by (le) (rate(rag_groundedness_bucket{${scoreSelection}}[$__rate_interval]))`),
    "mixes judges",
  ],
  [
    "a legend without the judge",
    (_d, p) => (p.targets![0]!.legendFormat = "{{rag_pipeline}}"),
    "does not say which judge",
  ],
  ["copies that are all the same", (_d, _p, p) => ((p.repeat = "intent"), undefined), "is the same in each copy"],
];

describe("the rules of dashboards", () => {
  it("spare a good one", () => {
    expect(
      lintDashboard(
        broken(() => {}),
        uids,
      ),
    ).toEqual([]);
  });

  it.each(breakings)("refuse %s", (_, breaking, problem) => {
    const problems = lintDashboard(broken(breaking), uids);
    expect(problems.join("\n")).toContain(problem);
  });
});

describe("the rules of dashboards with labels that are kept", () => {
  const labels = ["env", "model"];
  const [labelled] = dashboards(contextOf({ alerting: { labels } }));
  const problemsOf = (breaking: (dashboard: GrafanaDashboard) => void): readonly string[] => {
    const dashboard = copyOf(classicDashboard(sdk, labelled!)) as unknown as GrafanaDashboard;
    breaking(dashboard);
    return lintDashboard(dashboard, uids, labels);
  };
  const replace = (dashboard: GrafanaDashboard, title: string, text: string, other: string): void => {
    const panel = panelsOf(dashboard).find((candidate) => candidate.title === title);
    const [target] = panel?.targets ?? [];
    if (target === undefined) throw new Error(`There is no query of ${title}.`);
    for (const field of ["expr", "legendFormat"] as const) target[field] = target[field].replaceAll(text, other);
  };

  it("spare good ones", () => {
    expect(problemsOf(() => {})).toEqual([]);
  });

  it.each<readonly [what: string, breaking: (dashboard: GrafanaDashboard) => void, problem: string]>([
    [
      "a label without a variable",
      (d) => (d.templating.list = d.templating.list.filter(({ name }) => name !== "env")),
      "There is no variable for env.",
    ],
    [
      "a variable with the name of another",
      (d) => (d.templating.list.find(({ name }) => name === "label_model")!.name = "model"),
      "The variable model is there twice.",
    ],
    [
      "a query of any environment",
      (d) => replace(d, "Waiting", ', env=~"$env"', ""),
      'rag_evaluation_pending is not selected by env=~"$env".',
    ],
    [
      "a query by another variable",
      (d) => replace(d, "Waiting", "$label_model", "$model"),
      'rag_evaluation_pending is not selected by model=~"$label_model".',
    ],
    [
      "alerts without those that have no environment",
      (d) => replace(d, "Alerts firing", "$env|", "$env"),
      'ALERTS is not selected by env=~"$env|".',
    ],
    [
      "a legend without the environment",
      (d) => replace(d, "Waiting", "{{env}}", ""),
      "Waiting (A): the legend does not say which env.",
    ],
  ])("refuse %s", (_, breaking, problem) => {
    expect(problemsOf(breaking).join("\n")).toContain(problem);
  });
});

describe("known metrics", () => {
  const unknown = (expr: string): readonly string[] =>
    unknownUses(queriesOf(broken((_d, p) => setQuery(p, expr))), { metrics: [], labels: ["row"] }).filter((problem) =>
      problem.startsWith("rag-quality: Groundedness, 7d"),
    );

  it("refuse a histogram without suffix, a record that nobody records and a label that nothing has", () => {
    expect(unknown("rag_groundedness")).toEqual([expect.stringContaining("nothing emits or records rag_groundedness")]);
    expect(unknown("pipeline:rag_scor:mean7d")).toHaveLength(1);
    expect(unknown("sum by (intent_class) (up)")).toEqual([expect.stringContaining("label intent_class")]);
    expect(unknown("up")).toEqual([]);
  });
});

describe("the schemas", () => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true });
  const isClassic = ajv.compile(classicSchema);
  const isV2 = ajv.compile(v2Schema);
  const matrixAt = made().panels.findIndex(({ repeat }) => repeat !== undefined);
  const aside = "spec.layout.spec.rows.0.spec.layout.spec.items.0.spec.element";

  it.each<readonly [what: string, path: string, value: unknown]>([
    ["a field that there is not", "colour", "red"],
    ["no uid", "uid", undefined],
    ["an old schema", "schemaVersion", 16],
    ["a panel of another kind", "panels.1.type", "graph"],
    ["an option of another kind", "panels.1.options.legend", {}],
    ["a number as a text", "panels.1.gridPos.x", "0"],
    ["a transformation without its options", `panels.${matrixAt}.transformations.0.options`, {}],
    ["an override that does nothing", "panels.1.fieldConfig.overrides.0.properties", [{ id: "unit" }]],
  ])("refuse a classic dashboard with %s", (_, path, value) => {
    const dashboard = made();
    expect(isClassic(dashboard)).toBe(true);
    setAt(dashboard, path, value);
    expect(isClassic(dashboard)).toBe(false);
  });

  it.each<readonly [what: string, path: string, value: unknown]>([
    ["another version", "apiVersion", "dashboard.grafana.app/v1beta1"],
    ["no name", "metadata.name", undefined],
    ["a field that there is not", "spec.panels", []],
    ["a query of another kind", "spec.elements.panel-1.spec.data.spec.queries.0.spec.query.group", "loki"],
    ["an item without a panel", aside, undefined],
    ["a variable of another kind", "spec.variables.1.kind", "ListVariable"],
  ])("refuse a resource with %s", (_, path, value) => {
    const resource = copyOf(dashboardResource(sdk, quality));
    expect(isV2(resource)).toBe(true);
    setAt(resource, path, value);
    expect(isV2(resource)).toBe(false);
  });
});

/** Sets what is at a path such as `panels.1.type`; `undefined` removes it. The path up to its end must be there. */
function setAt(target: object, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let place = target as Record<string, unknown>;
  for (const name of names) place = place[name] as Record<string, unknown>;
  if (value === undefined) delete place[last];
  else place[last] = value;
}
