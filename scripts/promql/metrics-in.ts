import type { SyntaxNode } from "@lezer/common";
import { nodesOf, parsePromql, textOf, withoutVariables, type ParsedPromql } from "./parse-promql.ts";

/**
 * The metrics that a PromQL expression selects, each once; Grafana's interval variables are understood. A selection by
 * regular expression (`{__name__=~"rag_.+"}`) is given as `~rag_.+`.
 * @throws Error when it is no PromQL.
 */
export function metricsIn(expression: string): readonly string[] {
  const parsed = parsePromql(withoutVariables(expression));
  return [...new Set(nodesOf(parsed, "VectorSelector").flatMap((selector) => metricsOf(parsed, selector)))];
}

/**
 * The labels that an expression names in matchers, groupings and joins, each once.
 * @throws Error when it is no PromQL.
 */
export function labelsIn(expression: string): readonly string[] {
  const parsed = parsePromql(withoutVariables(expression));
  const labels = nodesOf(parsed, "LabelName").map((node) => textOf(parsed, node));
  return [...new Set(labels)].filter((label) => label !== "__name__");
}

function metricsOf(parsed: ParsedPromql, selector: SyntaxNode): readonly string[] {
  const identifier = selector.getChild("Identifier");
  if (identifier !== null) return [textOf(parsed, identifier)];
  const matchers = selector.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
  return matchers.flatMap((matcher) => {
    const [label, operator, value] = ["LabelName", "MatchOp", "StringLiteral"].map((kind) => {
      const child = matcher.getChild(kind);
      return child === null ? "" : textOf(parsed, child);
    });
    if (label !== "__name__" || value === undefined) return [];
    const name = value.slice(1, -1);
    return operator === "=" ? [name] : operator === "=~" ? [`~${name}`] : [];
  });
}
