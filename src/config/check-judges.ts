import { checkMetricKeys } from "./check-metric.ts";
import { checkLimits } from "./check-thresholds.ts";
import { broken, isRecord, type ValuePath, type Violation } from "../core/violation.ts";

const namePattern = /^[a-z][a-z0-9_-]{0,63}$/;
const versionPattern = /^[A-Za-z0-9][A-Za-z0-9_.:@+-]{0,63}$/;

/** A judge set: at least one judge, one a metric, under the metric's own id. */
export function checkJudges(value: unknown, path: ValuePath): Violation | undefined {
  if (!isRecord(value)) return broken(path, "an object with one judge a metric", value);
  const unknown = checkMetricKeys(value, path);
  if (unknown !== undefined) return unknown;
  for (const [metric, judge] of Object.entries(value)) {
    const violation = judge === undefined ? undefined : checkJudge(judge, metric, [...path, metric], new Set());
    if (violation !== undefined) return violation;
  }
  if (Object.values(value).every((judge) => judge === undefined))
    return broken(path, "an object with at least one judge (leave it out for `embeddedJudges()`)", value);
  return undefined;
}

function checkJudge(
  judge: unknown,
  metric: string,
  path: ValuePath,
  ancestors: ReadonlySet<unknown>,
): Violation | undefined {
  if (!isRecord(judge) || typeof judge["judge"] !== "function") {
    return broken(path, "a judge (an object with a method `judge`)", judge);
  }
  if (judge["metric"] !== metric)
    return broken([...path, "metric"], `"${metric}", the metric it is given for`, judge["metric"]);
  if (!matches(judge["name"], namePattern)) {
    return broken([...path, "name"], "1 to 64 of a-z, 0-9, `_` or `-`, starting with a letter", judge["name"]);
  }
  if (!matches(judge["version"], versionPattern)) {
    return broken(
      [...path, "version"],
      "1 to 64 letters, digits or `_ . : @ + -`, starting with a letter or digit",
      judge["version"],
    );
  }
  const { thresholds } = judge;
  if (!isRecord(thresholds)) return broken([...path, "thresholds"], "an object with warning and page", thresholds);
  return (
    checkLimits(thresholds, [...path, "thresholds"]) ??
    checkWorker(judge["worker"], [...path, "worker"]) ??
    checkMembers(judge, metric, [...path, "members"], ancestors)
  );
}

function checkMembers(
  judge: Record<string, unknown>,
  metric: string,
  path: ValuePath,
  ancestors: ReadonlySet<unknown>,
): Violation | undefined {
  const { members } = judge;
  if (members === undefined) return undefined;
  if (!Array.isArray(members)) return broken(path, "an array of judges", members);
  const above = new Set([...ancestors, judge]);
  for (const [index, member] of members.entries()) {
    if (above.has(member)) return broken([...path, index], "a judge that does not contain itself", member);
    const violation = checkJudge(member, metric, [...path, index], above);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function checkWorker(worker: unknown, path: ValuePath): Violation | undefined {
  if (worker === undefined) return undefined;
  const isModule = isRecord(worker) && typeof worker["module"] === "string" && typeof worker["factory"] === "string";
  return isModule ? undefined : broken(path, "an object with the strings `module` and `factory`", worker);
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}
