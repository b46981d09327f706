import {
  resolveThresholds,
  literatureThresholds,
  thresholdsByName,
  type Severity,
  type Thresholds,
} from "../../core/thresholds.ts";
import type { MetricId } from "../../core/metric.ts";
import { embeddedJudgeThresholds } from "../embedded-judge-thresholds.ts";
import { minimum, scoreLabels, type RuleContext } from "../context.ts";
import type { Recording } from "../rule.ts";
import type { RuleSettings } from "../settings.ts";
import { incrementName, meanName } from "./scores.ts";

/** The name of the thresholds as data. */
export const thresholdDataName = "rag:score_threshold:value";

/** The name of the threshold in force for a stream of scores. */
export const thresholdName = "intent:rag_score:threshold";

/** Stands for all judges that are not listed, and for all intent classes without an entry. */
const anyValue = "default";

/** The judge that stands for all that are not listed. */
export const defaultJudge: string = anyValue;

/** The thresholds of a judge for a metric, of intent classes that have none of their own. */
export function thresholdsOf(settings: RuleSettings, metric: MetricId, judge: string): Thresholds {
  return resolveThresholds(settings.thresholds, { metric, judge, intentClass: anyValue }, ownThresholds(metric, judge));
}

/** The names of judges that have thresholds of their own, whatever their version. */
const judgeNames: readonly string[] = Object.keys(thresholdsByName);

const severities: readonly Severity[] = ["warning", "page"];

/** The thresholds as constant series, one for each metric, judge, intent class and severity. */
export function thresholdData({ settings }: RuleContext): readonly Recording[] {
  return settings.metrics.flatMap((metric) =>
    judgesOf(settings, metric).flatMap((judge) => {
      const own = ownThresholds(metric, judge);
      return intentsOf(settings, metric, judge).flatMap((intentClass) => {
        const resolved = resolveThresholds(settings.thresholds, { metric, judge, intentClass }, own);
        return severities.map((severity) => ({
          record: thresholdDataName,
          doc: "A threshold as data.",
          expr: `vector(${resolved[severity]})`,
          labels: { rag_metric: metric, rag_judge: judge, rag_intent_class: intentClass, rag_severity: severity },
        }));
      });
    }),
  );
}

/** The streams of scores that thresholds are for, each 0. */
const knownName = "intent:rag_score:known";

/**
 * The streams of scores that several windows know: a quiet one has no count of the last hour after a restart of its process,
 * though one of the week.
 */
export function knownStreams(context: RuleContext, windows: readonly string[]): Recording {
  const counts = windows.map((window) => incrementName("intent", "count", window));
  return {
    record: knownName,
    doc: `0 for each intent class, metric and judge with scores within ${windows.join(" or ")}.`,
    expr: `0 * group by (${scoreLabels(context, "intent")}) (${counts.join(" or ")})`,
  };
}

/**
 * The threshold in force for every stream of scores, from the most specific entry: judge and intent class, judge, intent
 * class (of judges not listed), neither. `max by` keeps an entry that is there twice from breaking the join. A judge
 * `embedded/N` that this version does not know has none: its scale is its own.
 */
export function effectiveThresholds(): readonly Recording[] {
  const others = ["embedded", ...judgeNames].map((name) => `${name}/.+`).join("|");
  return severities.map((severity) => {
    const entry = (labels: string, matchers: string): string =>
      `max by (${labels}) (${thresholdDataName}{rag_severity="${severity}", ${matchers}})`;
    const join = (left: string, labels: string, matchers: string): string =>
      `  ${left}\n+ on (${labels}) group_left ()\n  ${entry(labels, matchers)}`;
    const unlisted = (matcher: string, judge: string): readonly string[] => [
      join(
        knownName + matcher,
        "rag_metric, rag_intent_class",
        `rag_judge="${judge}", rag_intent_class!="${anyValue}"`,
      ),
      join(knownName + matcher, "rag_metric", `rag_judge="${judge}", rag_intent_class="${anyValue}"`),
    ];
    return {
      record: thresholdName,
      doc: `The ${severity} threshold in force.`,
      labels: { rag_severity: severity },
      expr: [
        join(knownName, "rag_metric, rag_judge, rag_intent_class", `rag_intent_class!="${anyValue}"`),
        join(knownName, "rag_metric, rag_judge", `rag_intent_class="${anyValue}"`),
        ...judgeNames.flatMap((name) => unlisted(`{rag_judge=~"${name}/.+"}`, name)),
        ...unlisted(`{rag_judge!~"${others}"}`, anyValue),
      ].join("\nor\n"),
    };
  });
}

/** `intent:rag_score:shortfall15m`. */
export function shortfallName(window: string): string {
  return `intent:rag_score:shortfall${window}`;
}

/** What the scores of an intent class add up to below (above: negative) their threshold: count × (threshold − mean). */
export function shortfall(context: RuleContext, window: string, severity: Severity): Recording {
  const by = scoreLabels(context, "intent");
  return {
    record: shortfallName(window),
    doc: `By how much the scores within ${window} are below their ${severity} threshold, added up.`,
    expr: `  ${incrementName("intent", "count", window)}
* on (${by})
  (${thresholdName}{rag_severity="${severity}"} - on (${by}) ${meanName("intent", window)})`,
  };
}

/** `intent:rag_score:low15m`. */
export function lowName(window: string): string {
  return `intent:rag_score:low${window}`;
}

/** The means that are below their threshold on enough scores: a series only while they are. */
export function low(context: RuleContext, window: string, least: number): Recording {
  return {
    record: lowName(window),
    doc: `The mean score within ${window}, where it is below its threshold on ${minimum(context, least)} scores or more.`,
    expr: `  ${meanName("intent", window)}
and
  ${shortfallName(window)} > 0
and
  ${incrementName("intent", "count", window)} >= ${minimum(context, least)}`,
  };
}

/** Listed, named by an entry, or embedded: the fallback that takes over at night need not be in anybody's list. */
function judgesOf(settings: RuleSettings, metric: MetricId): readonly string[] {
  const named = settings.thresholds.flatMap((entry) =>
    entry.metric === metric && entry.judge !== undefined ? [entry.judge] : [],
  );
  const names = judgeNames.filter((name) => ofName(name, metric) !== undefined);
  return [...new Set([...settings.judges, ...Object.keys(embeddedJudgeThresholds), ...named, ...names, anyValue])];
}

function intentsOf(settings: RuleSettings, metric: MetricId, judge: string): readonly string[] {
  const named = settings.thresholds.flatMap((entry) =>
    entry.metric === metric && entry.intentClass !== undefined && (entry.judge === undefined || entry.judge === judge)
      ? [entry.intentClass]
      : [],
  );
  return [anyValue, ...new Set(named)];
}

/** What a judge ships or its name has; else the literature's, unless it is embedded; 0, which no score is below, for a criterion. */
function ownThresholds(metric: MetricId, judge: string): Thresholds {
  const embedded = Object.hasOwn(embeddedJudgeThresholds, judge) ? embeddedJudgeThresholds[judge] : undefined;
  const table: Readonly<Record<string, Thresholds>> = embedded ?? literatureThresholds;
  const own = embedded === undefined ? ofName(judge.split("/", 1)[0] ?? judge, metric) : undefined;
  return own ?? (Object.hasOwn(table, metric) ? table[metric] : undefined) ?? { warning: 0, page: 0 };
}

function ofName(name: string, metric: MetricId): Thresholds | undefined {
  return Object.hasOwn(thresholdsByName, name) ? thresholdsByName[name]?.[metric] : undefined;
}
