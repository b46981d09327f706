import * as grafanaUnits from "@grafana/grafana-foundation-sdk/units";
import { conditionsOf, placeholdersOf, readExploreUrl, type Placeholder } from "./explore-url.ts";
import { panelsOf, type GrafanaDashboard, type GrafanaPanel, type GrafanaTarget } from "./grafana-dashboard.ts";
import { lintQuery, type KeptLabel } from "./lint-query.ts";

const units: readonly string[] = Object.values(grafanaUnits).filter((unit) => typeof unit === "string");
const datasource = "${datasource}";
const instantTypes = ["stat", "table"];

/**
 * What is wrong with a dashboard, one sentence each; `uids` are those of the dashboards that links may lead to, and `labels`
 * what all rules keep.
 */
export function lintDashboard(
  dashboard: GrafanaDashboard,
  uids: readonly string[],
  labels: readonly string[] = [],
): readonly string[] {
  const panels = panelsOf(dashboard);
  const kept = labels.flatMap((label) => keptLabel(dashboard, label));
  return [
    ...lintHead(dashboard, uids),
    ...lintLinks(dashboard, uids),
    ...repeated(dashboard.templating.list.map(({ name }) => name)).map(
      (name) => `The variable ${name} is there twice.`,
    ),
    ...labels
      .filter((label) => kept.every((other) => other.label !== label))
      .map((label) => `There is no variable for ${label}.`),
    ...repeated(dashboard.panels.map(({ id }) => String(id))).map((id) => `The id ${id} is there twice.`),
    ...repeated(panels.map(({ title = "" }) => title)).map((title) => `The title ${title} is there twice.`),
    ...dashboard.panels.flatMap((panel, index) => lintPlace(panel, dashboard.panels.slice(index + 1))),
    ...panels.flatMap((panel) => lintPanel(panel, dashboard, kept)),
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
  const { list } = dashboard.templating;
  const leadsSomewhere = (url: string, panel?: GrafanaPanel): boolean => {
    const [, uid] = /^\/d\/([^/?]+)/.exec(url) ?? [];
    const [, variable] = /^\$\{(\w+):raw\}$/.exec(url) ?? [];
    if (uid !== undefined) return uids.includes(uid);
    if (variable !== undefined) return list.some(({ name, type }) => name === variable && type === "textbox");
    return isTraceSearch(url, dashboard, panel);
  };
  return [
    ...dashboard.links.filter(({ url }) => !leadsSomewhere(url)),
    ...panelsOf(dashboard).flatMap((panel) =>
      (panel.fieldConfig?.defaults.links ?? []).filter(({ url }) => !leadsSomewhere(url, panel)),
    ),
  ].map(({ url }) => `The link ${url} leads nowhere.`);
}

/** Explore with a search that it can read; a value of a panel may narrow it by what the panel has. */
function isTraceSearch(url: string, { templating }: GrafanaDashboard, panel?: GrafanaPanel): boolean {
  try {
    const { datasource: source, query, from, to } = readExploreUrl(url.replaceAll(/\["([^"]+)"\]/g, "[$1]"));
    const name = /^\$\{(\w+)\}$/.exec(source)?.[1];
    const isTempo = templating.list.some((variable) => variable.name === name && variable.query === "tempo");
    conditionsOf(query.replaceAll(/\$\{[^}]+\}/g, "x"));
    return (
      isTempo &&
      `${from} ${to}` === "${__from} ${__to}" &&
      placeholdersOf(url)
        .filter((placeholder) => !["__from", "__to", name].includes(placeholder.name))
        .every((placeholder) => isThere(placeholder, templating.list, panel))
    );
  } catch {
    return false;
  }
}

function isThere(
  { name, format }: Placeholder,
  variables: GrafanaDashboard["templating"]["list"],
  panel: GrafanaPanel | undefined,
): boolean {
  if (format === "pipe") return variables.some((variable) => variable.name === name && variable.type === "query");
  if (format !== "percentencode" || panel === undefined) return false;
  if (panel.type === "table") {
    const [, title] = /^__data\.fields\["([^"]+)"\]$/.exec(name) ?? [];
    return title !== undefined && JSON.stringify(panel.transformations).includes(`"${title}"`);
  }
  const [, label] = /^__field\.labels\.(\w+)$/.exec(name) ?? [];
  return (
    label !== undefined && (panel.targets ?? []).every(({ legendFormat }) => legendFormat.includes(`{{${label}}}`))
  );
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

/** A label with its variable, told by what that offers. */
function keptLabel({ templating }: GrafanaDashboard, label: string): readonly KeptLabel[] {
  const found = templating.list.find(({ type, query }) => type === "query" && query.endsWith(`, ${label})`));
  return found === undefined ? [] : [{ label, variable: found.name }];
}

function lintPanel(panel: GrafanaPanel, dashboard: GrafanaDashboard, kept: readonly KeptLabel[]): readonly string[] {
  const { title = "", description = "", targets = [], fieldConfig } = panel;
  const problems: string[] = [];
  if (title === "") problems.push(`Panel ${panel.id} has no title.`);
  if (!description.endsWith(".")) problems.push(`${title} has no sentence of description.`);
  if (panel.datasource?.uid !== datasource) problems.push(`${title} must ask ${datasource}.`);
  if (!units.includes(fieldConfig?.defaults.unit ?? "")) problems.push(`${title} has no unit of Grafana's.`);
  if (targets.length === 0) problems.push(`${title} has no query.`);
  if (repeated(targets.map(({ refId }) => refId)).length > 0) problems.push(`${title} has a refId twice.`);
  return [...problems, ...targets.flatMap((target) => lintTarget(panel, target, dashboard, kept))];
}

function lintTarget(
  panel: GrafanaPanel,
  target: GrafanaTarget,
  { templating }: GrafanaDashboard,
  kept: readonly KeptLabel[],
): readonly string[] {
  const place = `${panel.title} (${target.refId})`;
  const problems: string[] = [];
  if (target.datasource?.uid !== datasource) problems.push(`${place} must ask ${datasource}.`);
  const isInstant = instantTypes.includes(panel.type);
  if (target.instant !== isInstant || target.range === isInstant) {
    problems.push(`${place} must ask for ${isInstant ? "what holds now" : "a range"}.`);
  }
  const variables = templating.list.map(({ name }) => name);
  return [...problems, ...lintQuery(target, panel, variables, kept).map((problem) => `${place}: ${problem}`)];
}

function repeated(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
