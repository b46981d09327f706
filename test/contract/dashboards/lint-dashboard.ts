import * as grafanaUnits from "@grafana/grafana-foundation-sdk/units";
import { panelsOf, type GrafanaDashboard, type GrafanaPanel, type GrafanaTarget } from "./grafana-dashboard.ts";
import { lintQuery } from "./lint-query.ts";

const units: readonly string[] = Object.values(grafanaUnits).filter((unit) => typeof unit === "string");
const datasource = "${datasource}";
const instantTypes = ["stat", "table"];

/** What is wrong with a dashboard, one sentence each; `uids` are those of the dashboards that links may lead to. */
export function lintDashboard(dashboard: GrafanaDashboard, uids: readonly string[]): readonly string[] {
  const panels = panelsOf(dashboard);
  return [
    ...lintHead(dashboard, uids),
    ...lintLinks(dashboard, uids),
    ...repeated(dashboard.panels.map(({ id }) => String(id))).map((id) => `The id ${id} is there twice.`),
    ...repeated(panels.map(({ title = "" }) => title)).map((title) => `The title ${title} is there twice.`),
    ...dashboard.panels.flatMap((panel, index) => lintPlace(panel, dashboard.panels.slice(index + 1))),
    ...panels.flatMap((panel) => lintPanel(panel, dashboard)),
  ];
}

function lintHead(
  { uid, id, editable, description, templating, annotations }: GrafanaDashboard,
  uids: readonly string[],
) {
  const problems: string[] = [];
  if (!uids.includes(uid)) problems.push(`The uid ${uid} is not one of ${uids.join(", ")}.`);
  if (id !== undefined) problems.push("A dashboard's id is its Grafana's own.");
  if (editable) problems.push("What is generated must not be editable.");
  if (description === "") problems.push("The dashboard has no description.");
  if (
    !templating.list.some(
      ({ type, name, query }) => type === "datasource" && name === "datasource" && query === "prometheus",
    )
  ) {
    problems.push("There is no variable for the data source.");
  }
  for (const variable of templating.list) {
    if (variable.label === "") problems.push(`The variable ${variable.name} has no label.`);
    if (variable.type !== "query") continue;
    if (variable.refresh !== 2) problems.push(`The variable ${variable.name} must follow the time range.`);
    if (variable.datasource?.uid !== datasource) problems.push(`The variable ${variable.name} must ask ${datasource}.`);
  }
  for (const annotation of annotations.list) {
    if (annotation.datasource.uid !== datasource)
      problems.push(`The annotation ${annotation.name} must ask ${datasource}.`);
  }
  return problems;
}

function lintLinks(dashboard: GrafanaDashboard, uids: readonly string[]): readonly string[] {
  const variables = dashboard.templating.list.map(({ name }) => name);
  const urls = [
    ...dashboard.links.map(({ url }) => url),
    ...panelsOf(dashboard).flatMap(({ fieldConfig }) => (fieldConfig?.defaults.links ?? []).map(({ url }) => url)),
  ];
  return urls.flatMap((url) => {
    const [, uid] = /^\/d\/([^/?]+)/.exec(url) ?? [];
    const [, variable] = /^\$\{(\w+):raw\}$/.exec(url) ?? [];
    if (uid !== undefined && uids.includes(uid)) return [];
    return variable !== undefined && variables.includes(variable) ? [] : [`The link ${url} leads nowhere.`];
  });
}

function lintPlace({ title, gridPos: own }: GrafanaPanel, others: readonly GrafanaPanel[]): readonly string[] {
  const problems = others
    .filter(
      ({ gridPos: other }) =>
        own.x < other.x + other.w && other.x < own.x + own.w && own.y < other.y + other.h && other.y < own.y + own.h,
    )
    .map((other) => `${title} overlaps ${other.title}.`);
  if (own.x < 0 || own.x + own.w > 24 || own.w < 1 || own.h < 1) problems.push(`${title} is outside the grid.`);
  return problems;
}

function lintPanel(panel: GrafanaPanel, dashboard: GrafanaDashboard): readonly string[] {
  const { title = "", description = "", targets = [], fieldConfig } = panel;
  const problems: string[] = [];
  if (title === "") problems.push(`Panel ${panel.id} has no title.`);
  if (!description.endsWith(".")) problems.push(`${title} has no sentence of description.`);
  if (panel.datasource?.uid !== datasource) problems.push(`${title} must ask ${datasource}.`);
  if (!units.includes(fieldConfig?.defaults.unit ?? "")) problems.push(`${title} has no unit of Grafana's.`);
  if (targets.length === 0) problems.push(`${title} has no query.`);
  if (repeated(targets.map(({ refId }) => refId)).length > 0) problems.push(`${title} has a refId twice.`);
  return [...problems, ...targets.flatMap((target) => lintTarget(panel, target, dashboard))];
}

function lintTarget(panel: GrafanaPanel, target: GrafanaTarget, { templating }: GrafanaDashboard): readonly string[] {
  const place = `${panel.title} (${target.refId})`;
  const problems: string[] = [];
  if (target.datasource?.uid !== datasource) problems.push(`${place} must ask ${datasource}.`);
  const isInstant = instantTypes.includes(panel.type);
  if (target.instant !== isInstant || target.range === isInstant) {
    problems.push(`${place} must ask for ${isInstant ? "what holds now" : "a range"}.`);
  }
  const variables = templating.list.map(({ name }) => name);
  return [...problems, ...lintQuery(target, panel, variables).map((problem) => `${place}: ${problem}`)];
}

function repeated(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
