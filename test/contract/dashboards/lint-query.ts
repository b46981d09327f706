import type { SyntaxNode } from "@lezer/common";
import { triadMetrics } from "../../../src/core/metric.ts";
import { instrumentTable } from "../../../src/telemetry/instruments.ts";
import {
  nodesOf,
  parsePromql,
  textOf,
  withoutVariables,
  type ParsedPromql,
} from "../../../scripts/promql/parse-promql.ts";
import type { GrafanaPanel, GrafanaTarget } from "./grafana-dashboard.ts";

const counted: readonly string[] = Object.values(instrumentTable)
  .filter(({ kind }) => kind === "counter" || kind === "histogram")
  .map(({ name }) => name.replaceAll(".", "_"));
const scores = new RegExp(
  `^(?:rag_(?:${triadMetrics.join("|")}|criteria_\\w+)_(?:sum|count|bucket)|\\w+:rag_score(?:_sum|_count)?:\\w+)$`,
);

/** A label that all rules keep, and the variable that chooses its values. */
export interface KeptLabel {
  readonly label: string;
  readonly variable: string;
}

/** What is wrong with one query of a panel. */
export function lintQuery(
  { expr, legendFormat }: GrafanaTarget,
  panel: GrafanaPanel,
  variables: readonly string[],
  kept: readonly KeptLabel[],
): readonly string[] {
  let parsed: ParsedPromql;
  try {
    parsed = parsePromql(withoutVariables(expr));
  } catch (error) {
    return [(error as Error).message];
  }
  const selectors = nodesOf(parsed, "VectorSelector");
  return [
    ...[...expr.matchAll(/\[([^\]]*)\]/g)].flatMap(([, range]) =>
      range === "$__rate_interval" ? [] : [`[${range}] must be [$__rate_interval].`],
    ),
    ...[...expr.matchAll(/\$\{?(\w+)/g)].flatMap(([, name = ""]) =>
      name === "__rate_interval" || variables.includes(name) ? [] : [`there is no variable ${name}.`],
    ),
    ...selectors.flatMap((selector) => lintSelector(parsed, selector, panel, kept)),
    ...lintJudges(parsed, legendFormat, panel),
    ...kept.flatMap(({ label }) =>
      legendFormat.includes("{{job}}") && !legendFormat.includes(`{{${label}}}`)
        ? [`the legend does not say which ${label}.`]
        : [],
    ),
  ];
}

function lintSelector(
  parsed: ParsedPromql,
  selector: SyntaxNode,
  panel: GrafanaPanel,
  kept: readonly KeptLabel[],
): readonly string[] {
  const name = nameOf(parsed, selector);
  const text = textOf(parsed, selector);
  const problems: string[] = [];
  const isCounter = counted.some((base) =>
    [`${base}_total`, `${base}_sum`, `${base}_count`, `${base}_bucket`].includes(name),
  );
  if (isCounter && selector.parent?.name !== "MatrixSelector")
    problems.push(`${name} only ever rises: it needs a rate.`);
  if (!text.includes('job=~"$job"')) problems.push(`${name} is not selected by $job.`);
  for (const { label, variable } of kept) {
    // An alert without the label, such as that of an absent service, is shown whatever is chosen.
    const pattern = `"$${variable}${name === "ALERTS" ? "|" : ""}"`;
    if (!text.includes(` ${label}=~${pattern}`)) problems.push(`${name} is not selected by ${label}=~${pattern}.`);
  }
  if (name !== "ALERTS" && !text.includes('rag_pipeline=~"$pipeline"'))
    problems.push(`${name} is not selected by $pipeline.`);
  if (scores.test(name) && !text.includes('rag_judge=~"$judge"')) problems.push(`${name} is not selected by $judge.`);
  if (panel.repeat !== undefined && !text.includes(`"$${panel.repeat}"`))
    problems.push(`${name} is the same in each copy.`);
  return problems;
}

/** Two judges are never one number: aggregations keep them apart, and so do the names of series. */
function lintJudges(parsed: ParsedPromql, legend: string, { repeat, type }: GrafanaPanel): readonly string[] {
  const isOfScores = nodesOf(parsed, "VectorSelector").some((selector) => scores.test(nameOf(parsed, selector)));
  if (!isOfScores || repeat === "judge") return [];
  const mixing = nodesOf(parsed, "AggregateExpr").filter((aggregation) => {
    const modifier = aggregation.getChild("AggregateModifier");
    const text = modifier === null ? "" : textOf(parsed, modifier);
    return text.startsWith("without") ? text.includes("rag_judge") : !text.includes("rag_judge");
  });
  const problems = mixing.map((aggregation) => `${textOf(parsed, aggregation)} mixes judges.`);
  if (type !== "table" && !legend.includes("{{rag_judge}}")) problems.push("the legend does not say which judge.");
  return problems;
}

function nameOf(parsed: ParsedPromql, selector: SyntaxNode): string {
  const identifier = selector.getChild("Identifier");
  return identifier === null ? textOf(parsed, selector) : textOf(parsed, identifier);
}
