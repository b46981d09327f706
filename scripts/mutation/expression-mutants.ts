import type { SyntaxNode } from "@lezer/common";
import { nodesOf, parsePromql, textOf, type ParsedPromql } from "../promql/parse-promql.ts";

/** A changed expression, and what was changed in it. */
export interface ExpressionMutant {
  /** The kind of change, for counting. */
  readonly kind: string;
  readonly what: string;
  readonly expression: string;
}

/** Operators and functions by what else they could have been, by mistake. */
const replacements: Readonly<Record<string, readonly string[]>> = {
  ">": [">=", "<"],
  ">=": [">", "<"],
  "<": ["<=", ">"],
  "<=": ["<", ">"],
  "==": ["!="],
  "!=": ["=="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  and: ["or", "unless"],
  or: ["and", "unless"],
  unless: ["and"],
  sum: ["avg", "max"],
  max: ["min", "sum"],
  min: ["max"],
  group: ["count"],
  increase: ["delta", "rate"],
  sum_over_time: ["avg_over_time", "max_over_time"],
  max_over_time: ["min_over_time"],
  clamp_max: ["clamp_min"],
  clamp_min: ["clamp_max"],
};

/** Nodes whose text is looked up in {@link replacements}. */
const replaced: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["Gtr", "Gte", "Lss", "Lte", "EqlSingle", "Eql", "EqlC", "Neq"].map((name) => [name, "comparison"]),
  ),
  ...Object.fromEntries(["Add", "Sub", "Mul", "Div"].map((name) => [name, "arithmetic"])),
  ...Object.fromEntries(["And", "Or", "Unless"].map((name) => [name, "set operator"])),
  AggregateOp: "aggregation",
  FunctionIdentifier: "function",
};

/** Every single change of an expression that a mistake could make, from its syntax tree. */
export function expressionMutants(expression: string): readonly ExpressionMutant[] {
  const parsed = parsePromql(expression);
  return [
    ...replacedWords(parsed),
    ...operands(parsed),
    ...labels(parsed),
    ...durations(parsed),
    ...offsets(parsed),
    ...numbers(parsed),
    ...matchers(parsed),
    ...unwrapped(parsed),
  ].filter((mutant) => mutant.expression !== expression);
}

function change(
  parsed: ParsedPromql,
  kind: string,
  { from, to }: { readonly from: number; readonly to: number },
  text: string,
): ExpressionMutant {
  const { text: source } = parsed;
  const before = oneLine(source.slice(Math.max(0, from - 24), from));
  const old = oneLine(source.slice(from, to));
  return {
    kind,
    what: `${kind}: …${before}[${old} → ${oneLine(text)}]`,
    expression: source.slice(0, from) + text + source.slice(to),
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function replacedWords(parsed: ParsedPromql): readonly ExpressionMutant[] {
  return nodesOf(parsed, ...Object.keys(replaced)).flatMap((node) => {
    if (node.parent?.name === "MatchOp" || node.parent?.name === "UnaryOp") return [];
    const kind = replaced[node.name] ?? node.name;
    return (replacements[textOf(parsed, node)] ?? []).map((text) => change(parsed, kind, node, text));
  });
}

/** A guard, a condition or a fallback that is forgotten: one side of a binary expression alone. */
function operands(parsed: ParsedPromql): readonly ExpressionMutant[] {
  return nodesOf(parsed, "BinaryExpr").flatMap((node) => {
    const { firstChild: left, lastChild: right } = node;
    if (left === null || right === null) return [];
    const isSet = node.getChild("And") !== null || node.getChild("Or") !== null || node.getChild("Unless") !== null;
    const isGuard = right.name === "NumberDurationLiteral" && /^(Gtr|Gte|Lss|Lte)$/.test(operatorOf(node));
    if (!isSet && !isGuard) return [];
    const sides = node.getChild("Or") === null ? [left] : [left, right];
    return sides.map((side) => change(parsed, "operand", node, textOf(parsed, side)));
  });
}

function operatorOf(node: SyntaxNode): string {
  return node.firstChild?.nextSibling?.name ?? "";
}

/** A label that is forgotten in `by`, `on` or `group_left`. */
function labels(parsed: ParsedPromql): readonly ExpressionMutant[] {
  return nodesOf(parsed, "GroupingLabels").flatMap((node) => {
    const names = node.getChildren("LabelName").map((label) => textOf(parsed, label));
    return names.map((name) => change(parsed, "label", node, `(${names.filter((each) => each !== name).join(", ")})`));
  });
}

/** Windows and steps, twice and half as long. */
function durations(parsed: ParsedPromql): readonly ExpressionMutant[] {
  return nodesOf(parsed, "DurationExpr").flatMap((node) =>
    [2, 0.5].map((factor) => change(parsed, "window", node, scaled(textOf(parsed, node), factor))),
  );
}

function offsets(parsed: ParsedPromql): readonly ExpressionMutant[] {
  return nodesOf(parsed, "OffsetExpr").flatMap((node) => {
    const { firstChild: inner } = node;
    const duration = node.getChild("OffsetDurationExpr");
    if (inner === null || duration === null) return [];
    return [
      change(parsed, "offset", node, textOf(parsed, inner)),
      ...[2, 0.5].map((factor) => change(parsed, "offset", duration, scaled(textOf(parsed, duration), factor))),
    ];
  });
}

/** A duration of one unit, in seconds. */
export function scaled(duration: string, factor: number): string {
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[duration.at(-1) ?? ""] ?? Number.NaN;
  return `${Math.max(1, Math.round(Number(duration.slice(0, -1)) * seconds * factor))}s`;
}

/** Numbers a tenth more and less; whole ones one more and less. Signs of NaN are no numbers. */
function numbers(parsed: ParsedPromql): readonly ExpressionMutant[] {
  return nodesOf(parsed, "NumberDurationLiteral").flatMap((node) => {
    const value = Number(textOf(parsed, node));
    if (!Number.isFinite(value)) return [];
    const steps = Number.isInteger(value) ? [value + 1, ...(value > 0 ? [value - 1] : [])] : [value * 1.1, value * 0.9];
    return steps.map((step) => change(parsed, "number", node, String(Number(step.toPrecision(12)))));
  });
}

/** A matcher that is forgotten, or the other way round. */
function matchers(parsed: ParsedPromql): readonly ExpressionMutant[] {
  return nodesOf(parsed, "LabelMatchers").flatMap((node) => {
    const all = node.getChildren("UnquotedLabelMatcher");
    return all.flatMap((matcher) => {
      const others = all.filter((each) => each.from !== matcher.from).map((each) => textOf(parsed, each));
      const operator = matcher.getChild("MatchOp");
      const opposite = { "=": "!=", "!=": "=", "=~": "!~", "!~": "=~" }[
        operator === null ? "" : textOf(parsed, operator)
      ];
      return [
        change(parsed, "matcher", node, others.length === 0 ? "" : `{${others.join(", ")}}`),
        ...(operator === null || opposite === undefined ? [] : [change(parsed, "matcher", operator, opposite)]),
      ];
    });
  });
}

/** A function that is forgotten: its first argument alone. */
function unwrapped(parsed: ParsedPromql): readonly ExpressionMutant[] {
  return nodesOf(parsed, "FunctionCall").flatMap((node) => {
    const name = textOf(parsed, node.getChild("FunctionIdentifier") ?? node);
    const argument = node.getChild("FunctionCallBody")?.firstChild;
    if (argument === null || argument === undefined || !/^(round|sqrt|clamp_min|clamp_max)$/.test(name)) return [];
    return [change(parsed, "function left out", node, `(${textOf(parsed, argument)})`)];
  });
}
