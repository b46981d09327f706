import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nodesOf, parsePromql, textOf } from "../../scripts/promql/parse-promql.ts";
import { recordedMetrics, unknownUses } from "../../scripts/promql/known-metrics.ts";
import { triadMetrics } from "../../src/core/metric.ts";
import { unscoredReasons } from "../../src/core/outcome.ts";
import { alertNames, type RuleCatalogue } from "../../src/rules/catalogue.ts";
import type { Alert } from "../../src/rules/rule.ts";
import { evaluationEventName } from "../../src/telemetry/attributes.ts";
import { attributeTable } from "../../src/telemetry/attribute-table.ts";
import { instrumentTable, type InstrumentDefinition } from "../../src/telemetry/instruments.ts";
import { root } from "./lint-fixtures.ts";
import { toolProblems } from "./runbook-tools.ts";
import { codes, differences, sectionAfter } from "./signals-docs.ts";

/** Runbooks by the alert's name. */
export type Runbooks = Readonly<Record<string, string>>;

/** What stands in queries for the value of an alert's label. */
const placeholders: Readonly<Record<string, string>> = {
  JOB: "job",
  PIPELINE: "rag_pipeline",
  INTENT: "rag_intent_class",
  MODEL: "rag_model_version",
  METRIC: "rag_metric",
  JUDGE: "rag_judge",
  SHADOW: "rag_shadow_judge",
  SEVERITY: "rag_severity",
};

const headings = ["## Meaning", "## Impact", "## Diagnosis", "## Mitigation"];

/** A matcher of a query: `rag_outcome!~"scored|refusal"`. */
interface Matcher {
  readonly metric: string;
  readonly label: string;
  /** `=`, `!=`, `=~` or `!~`. */
  readonly operator: string;
  readonly values: readonly string[];
}

/** Everything in which runbooks and rules differ, one sentence each. */
export function runbookDisagreements(runbooks: Runbooks, catalogue: RuleCatalogue): readonly string[] {
  return [
    ...differences("runbooks", Object.keys(runbooks), alertNames(catalogue.alerts)),
    ...Object.entries(runbooks).flatMap(([name, text]) =>
      pageProblems(
        text,
        catalogue,
        catalogue.alerts.filter(({ alert }) => alert === name),
      ).map((problem) => `${name}: ${problem}`),
    ),
    ...repeatedSentences(runbooks),
  ];
}

/** The PromQL of a page. */
export function promqlIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^ *```promql\n([^`]*)```$/gm)].map(([, query = ""]) => query.trim());
}

/** Code spans that look like one of our attributes, and that no span, event, label or instrument has; values that none of them has. */
export function unknownAttributes(markdown: string): readonly string[] {
  return codes(withoutFences(markdown)).flatMap((code) => {
    const [, name, value] = /^((?:rag|gen_ai|error)\.[a-z_.<>]+)(?:=(\w+))?$/.exec(code) ?? [];
    if (name === undefined || name === evaluationEventName) return [];
    const attribute = attributeTable.find(({ key }) => key === generalKey(name));
    if (attribute === undefined && !instruments.some((instrument) => instrument.name === name)) {
      return [`nothing has the attribute ${name}`];
    }
    const isWritten = value === undefined || attribute?.values === undefined || attribute.values.includes(value);
    return isWritten ? [] : [`${name} is never ${value}`];
  });
}

/** Links to other pages that lead to no file or no heading of it; `read` gives a page by its path from here. */
export function brokenLinks(markdown: string, read: (path: string) => string | undefined): readonly string[] {
  return [...markdown.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].flatMap(([, path = "", anchor]) => {
    const target = path === "" ? markdown : read(path);
    if (target === undefined) return [`there is no ${path}`];
    return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [`${path} has no heading #${anchor}`];
  });
}

function anchorsOf(markdown: string): readonly string[] {
  return [...withoutFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** The key as the table of attributes has it: `rag.<metric>` for one of the metrics. */
function generalKey(name: string): string {
  const known: readonly string[] = [...triadMetrics, "criteria.<id>"];
  const metric = known.find((id) => name === `rag.${id}` || name.startsWith(`rag.evaluation.${id}.`));
  return metric === undefined ? name : name.replace(metric, "<metric>");
}

const instruments: readonly InstrumentDefinition[] = Object.values(instrumentTable);

function pageProblems(text: string, catalogue: RuleCatalogue, alerts: readonly Alert[]): string[] {
  const [first] = alerts;
  if (first === undefined) return [];
  const found = text.split("\n").filter((line) => line.startsWith("#"));
  if (found.join("\n") !== [`# ${first.alert}`, ...headings].join("\n"))
    return [`has the headings ${found.join(", ")}`];
  const queries = promqlIn(text);
  const readable = queries.filter(isPromql);
  return [
    ...differences("second line", [text.split("\n")[2] ?? ""], [summaryLine(alerts)]),
    ...headings
      .filter((heading) => withoutFences(sectionAfter(text, heading)).trim().length < 50)
      .map((heading) => `says nothing under ${heading}`),
    ...(promqlIn(sectionAfter(text, "## Diagnosis")).length === 0 ? ["has no query under Diagnosis"] : []),
    ...(/^```(?!promql$|traceql$|sh$|$)/m.test(text) ? ["has a block of another language"] : []),
    ...unknownUses(
      queries.map((expression, index) => ({ place: `query ${index + 1}`, expression })),
      { metrics: recordedMetrics(catalogue) },
    ),
    ...readable.flatMap(matcherProblems),
    ...placeholderProblems(text, readable, alerts),
    ...triadOrder(queries, first),
    ...unknownAttributes(text),
    ...toolProblems(text, alerts),
  ];
}

/** The line below the title: who is told, and what about. */
function summaryLine(alerts: readonly Alert[]): string {
  const unique = (values: readonly string[]): string => [...new Set(values)].join(", ");
  return `Severity: ${unique(alerts.map(({ labels }) => labels.severity))}. About: ${unique(alerts.map(({ labels }) => labels.scope))}.`;
}

/** Context relevance first: a low one makes the others symptoms. */
function triadOrder(queries: readonly string[], { labels }: Alert): string[] {
  if (labels.category !== "quality" || (queries[0] ?? "").includes("context_relevance")) return [];
  return ["does not ask for context relevance first"];
}

/** Labels whose values the table of attributes leaves to a type. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  rag_metric: triadMetrics,
  rag_outcome: ["scored", ...unscoredReasons],
};

/**
 * Matchers that select nothing: a label that the metric has not, a value that is never written, a regular expression in
 * which a value such as `c++` is none.
 */
function matcherProblems(query: string): string[] {
  return matchersIn(query).flatMap(({ metric, label, operator, values }) => {
    const labels = labelsOf(metric);
    const attribute = attributeTable.find(({ key }) => key.replaceAll(".", "_") === label);
    const written = valuesOf[label] ?? attribute?.values;
    return [
      ...(labels === undefined || labels.includes(label) ? [] : [`${metric} has no label ${label}`]),
      ...values
        .filter((value) => placeholders[value] !== undefined && operator !== "=")
        .map((value) => `${value} is put into a regular expression`),
      ...(written === undefined
        ? []
        : values
            .filter(
              (value) =>
                value !== "" && value !== "default" && placeholders[value] === undefined && !written.includes(value),
            )
            .map((value) => `${label} is never ${value}`)),
    ];
  });
}

function matchersIn(query: string): readonly Matcher[] {
  const parsed = parsePromql(query);
  return nodesOf(parsed, "VectorSelector").flatMap((selector) => {
    const name = selector.getChild("Identifier");
    const metric = name === null ? "" : textOf(parsed, name);
    return (selector.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? []).map((matcher) => {
      const [label = "", operator = "", value = ""] = ["LabelName", "MatchOp", "StringLiteral"].map((kind) => {
        const child = matcher.getChild(kind);
        return child === null ? "" : textOf(parsed, child);
      });
      return { metric, label, operator, values: value.slice(1, -1).split("|") };
    });
  });
}

/** The labels of an emitted metric or of a record of a level; `undefined` where nothing is known. */
function labelsOf(metric: string): readonly string[] | undefined {
  const [level = ""] = metric.split(":");
  const scopes: Readonly<Record<string, readonly string[]>> = {
    slice: ["rag_pipeline", "rag_intent_class", "rag_model_version"],
    intent: ["rag_pipeline", "rag_intent_class"],
    pipeline: ["rag_pipeline"],
    process: [],
  };
  const always = ["job", "instance", "le"];
  if (metric.includes(":")) {
    const scope = scopes[level];
    return scope === undefined
      ? undefined
      : [...always, ...scope, "rag_judge", "rag_metric", "rag_severity", "rag_outcome", "error_type"];
  }
  const base = metric.replace(/_(?:bucket|sum|count|total)$/, "");
  const instrument = instruments.find(({ name }) => name.replaceAll(".", "_") === base);
  if (instrument === undefined) return undefined;
  const own = instrument.labels.map((key) => key.replaceAll(".", "_"));
  return [...always, ...(scopes[instrument.scope] ?? []), ...own];
}

/** Placeholders that no line explains, that stand for another label, or that the alert has no value for; and explanations of none. */
function placeholderProblems(text: string, queries: readonly string[], alerts: readonly Alert[]): string[] {
  const line = text.split("\n").find((each) => each.startsWith("Substitute ")) ?? "";
  const explained = [...line.matchAll(/`([A-Z]+)` = `(\w+)`/g)].map(
    ([, name = "", label = ""]) => `${name} = ${label}`,
  );
  const uses = queries.flatMap((query) =>
    matchersIn(query).flatMap(({ label, values }) =>
      values.filter((value) => /^[A-Z]+$/.test(value)).map((value) => `${value} = ${label}`),
    ),
  );
  const used = [...new Set(uses)];
  const available = new Set(alerts.flatMap(labelsOfAlert));
  return [
    ...differences("placeholders", explained, used),
    ...used
      .filter((use) => placeholders[use.split(" ")[0] ?? ""] !== use.split(" ")[2])
      .map((use) => `${use} is no placeholder`),
    ...used
      .map((use) => use.split(" ")[2] ?? "")
      .filter((label) => !available.has(label))
      .map((label) => `the alert has no label ${label}`),
  ];
}

/** The labels that an alert sets, and those that its texts show. */
function labelsOfAlert({ labels, annotations }: Alert): readonly string[] {
  const shown = Object.values(annotations).flatMap((text) =>
    [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label),
  );
  return [...Object.keys(labels), ...shown];
}

/** Sentences of 50 characters or more that stand in two runbooks: each has to speak of its own alert. */
function repeatedSentences(runbooks: Runbooks): string[] {
  const places = new Map<string, string[]>();
  for (const [name, text] of Object.entries(runbooks)) {
    const prose = withoutFences(text)
      .split("\n")
      .filter((line) => !/^(?:Substitute |> )/.test(line))
      .join(" ");
    const sentences = prose
      .split(/(?<=[.:?!])\s+|\s{2,}/)
      .map((sentence) => sentence.replaceAll(/[\s*]+/g, " ").trim());
    for (const sentence of new Set(sentences)) {
      if (sentence.length >= 50) places.set(sentence, [...(places.get(sentence) ?? []), name]);
    }
  }
  return [...places]
    .filter(([, names]) => names.length > 1)
    .map(([sentence, names]) => `${names.join(" and ")} both say: ${sentence}`);
}

/** The text without its blocks of code. */
export function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^ *```\w*\n[^`]*```$/gm, "");
}

function isPromql(query: string): boolean {
  try {
    parsePromql(query);
    return true;
  } catch {
    return false;
  }
}

/** Reads files by their path from a folder of the repository; `undefined` for one that is not there. */
export function readFrom(folder: string): (path: string) => string | undefined {
  return (path) => {
    const file = join(root, folder, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
}
