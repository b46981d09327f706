import { confidence } from "../confidence.ts";
import { scoreLabels, type Level, type RuleContext } from "../context.ts";
import type { Recording } from "../rule.ts";
import { incrementName, meanName } from "./scores.ts";

/** The name of the baseline model version as data. */
export const baselineName = "rag:baseline_model_version:info";

/** `slice:rag_score:drop1d`: how far a model version is below the baseline. */
export function dropName(window: string): string {
  return `slice:rag_score:drop${window}`;
}

/** `slice:rag_score:drop_margin1d`: what chance alone may explain of it. */
export function dropMarginName(window: string): string {
  return `slice:rag_score:drop_margin${window}`;
}

/** `intent:rag_score:drift1d`: how far an intent class is below its own past. */
export function driftName(window: string): string {
  return `intent:rag_score:drift${window}`;
}

/** `intent:rag_score:drift_margin1d`. */
export function driftMarginName(window: string): string {
  return `intent:rag_score:drift_margin${window}`;
}

/** The baseline model version as a constant series; none until one is set. */
export function baselineData({ settings }: RuleContext): readonly Recording[] {
  const version = settings.baselineModelVersion;
  if (version === undefined) return [];
  return [
    {
      record: baselineName,
      doc: "The model version that others are compared with.",
      expr: "vector(1)",
      labels: { rag_model_version: version },
    },
  ];
}

/**
 * The drop of each model version against the baseline of the same service, intent class and judge, where both have
 * enough scores, and its margin: 1.645 × √(v₁ + v₂), where v = m (1 − m) / n bounds the variance of the mean m of n
 * scores in [0, 1] (Bhatia and Davis 2000). A drop above its margin is significant at 95 % at least.
 */
export function regression(context: RuleContext): readonly Recording[] {
  const window = context.settings.slowWindow;
  const by = scoreLabels(context, "intent");
  const enough = enoughScores(context, "slice", window);
  const ofBaseline = (expr: string): string =>
    `max by (${by}) (\n    (${expr})\n  * on (rag_model_version) group_left ()\n    max by (rag_model_version) (${baselineName})\n)`;
  const mean = `(${meanName("slice", window)} and ${enough})`;
  const variance = varianceOfMean("slice", window, enough);
  return [
    {
      record: dropName(window),
      doc: "How far the mean of a model version is below the baseline's.",
      expr: `  ${ofBaseline(mean)}\n- on (${by}) group_right ()\n  ${mean}`,
    },
    {
      record: dropMarginName(window),
      doc: "What chance may explain of that drop (95 %).",
      expr: `${confidence} * sqrt(\n  ${ofBaseline(variance)}\n+ on (${by}) group_right ()\n  (${variance})\n)`,
    },
  ];
}

/** The same for an intent class against the long window before. */
export function drift(context: RuleContext): readonly Recording[] {
  const { slowWindow, longWindow } = context.settings;
  const offset = ` offset ${context.profile.range(slowWindow)}`;
  const recent = enoughScores(context, "intent", slowWindow);
  const past = enoughScores(context, "intent", longWindow, offset);
  return [
    {
      record: driftName(slowWindow),
      doc: `How far the mean of ${slowWindow} is below that of the ${longWindow} before.`,
      expr: `  (${meanName("intent", longWindow)}${offset} and ${past})\n-\n  (${meanName("intent", slowWindow)} and ${recent})`,
    },
    {
      record: driftMarginName(slowWindow),
      doc: "What chance may explain of that drop (95 %).",
      expr: `${confidence} * sqrt(\n  (${varianceOfMean("intent", longWindow, past, offset)})\n+\n  (${varianceOfMean("intent", slowWindow, recent)})\n)`,
    },
  ];
}

function enoughScores(context: RuleContext, level: Level, window: string, offset = ""): string {
  const least = Math.max(1, Math.ceil(context.settings.minimumComparison / context.profile.minimumDivisor));
  return `${incrementName(level, "count", window)}${offset} >= ${least}`;
}

function varianceOfMean(level: Level, window: string, enough: string, offset = ""): string {
  const mean = `${meanName(level, window)}${offset}`;
  return `clamp_min(${mean} * (1 - ${mean}), 0) / (${enough})`;
}
