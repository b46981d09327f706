import { refuseOption, type OptionCheck } from "../../core/check-options.ts";
import { judgeId, type Judge, type JudgeSet } from "../../core/judge.ts";
import type { MetricId } from "../../core/metric.ts";
import type { Thresholds } from "../../core/thresholds.ts";
import { isRecord, type ValuePath } from "../../core/violation.ts";

/** The judges of a set, checked: by metric, without those left out. */
export type CheckedSet = ReadonlyMap<MetricId, Judge>;

/** A judge set, before its judges are looked at. */
export const setCheck: OptionCheck = { rule: "a judge set (an object with one judge a metric)", holds: isRecord };

/**
 * Checks a set that is to be combined.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` unless it has a judge, and each under its own metric.
 */
export function checkSet(value: unknown, path: ValuePath): CheckedSet {
  if (!isRecord(value)) refuseOption(path, setCheck.rule, value);
  const judges = new Map<MetricId, Judge>();
  for (const [metric, judge] of Object.entries(value)) {
    if (judge === undefined) continue;
    if (!isRecord(judge) || typeof judge["judge"] !== "function")
      refuseOption([...path, metric], "a judge (an object with a method `judge`)", judge);
    if (judge["metric"] !== metric)
      refuseOption([...path, metric, "metric"], `"${metric}", the metric it is given for`, judge["metric"]);
    judges.set(metric, judge as unknown as Judge);
  }
  if (judges.size === 0) refuseOption(path, "a judge set with at least one judge", value);
  return judges;
}

/**
 * Refuses sets in which two judges of a metric have one id and different thresholds: scores are told apart by the id.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function checkThresholds(sets: readonly CheckedSet[], path: ValuePath): void {
  const known = new Map<string, Thresholds>();
  for (const set of sets) {
    for (const judge of [...set.values()].flatMap(scorersOf)) {
      const key = `${judgeId(judge)} of ${judge.metric}`;
      const { warning, page } = known.get(key) ?? judge.thresholds;
      if (warning !== judge.thresholds.warning || page !== judge.thresholds.page) {
        const rule = `judges whose thresholds are the same where their ids are (${key} has two)`;
        refuseOption(path, rule, judge.thresholds);
      }
      known.set(key, judge.thresholds);
    }
  }
}

/** The metrics that are in one set and not in the other. */
export function missingFrom(set: CheckedSet, other: CheckedSet): readonly MetricId[] {
  return [...other.keys()].filter((metric) => !set.has(metric));
}

/** A text that differs whenever the sets are made of other judges: what is drawn for one combination is not drawn for another. */
export function saltOf(name: string, sets: readonly CheckedSet[]): string {
  const described = sets.map((set) => [...set.values()].map(describe).sort().join(" "));
  return `${name}(${described.join(" | ")})`;
}

/** The judges of a set by metric, each made of the judges of that metric. */
export function combine(metrics: Iterable<MetricId>, judgeOf: (metric: MetricId) => Judge | undefined): JudgeSet {
  return Object.fromEntries(
    [...metrics].flatMap((metric) => judgeOf(metric) ?? []).map((judge) => [judge.metric, judge]),
  );
}

/** The judges that score: members of a combined judge, else the judge itself. */
function scorersOf(judge: Judge): readonly Judge[] {
  const { members = [] } = judge;
  return members.length === 0 ? [judge] : members.flatMap(scorersOf);
}

function describe(judge: Judge): string {
  const { members = [] } = judge;
  return `${judge.metric}:${judgeId(judge)}${members.length === 0 ? "" : `(${members.map(describe).join(",")})`}`;
}
