import { calibrationLabels, calibrationQueries, type ViolationShare } from "../../rules/calibration.ts";
import type { RuleSettings } from "../../rules/settings.ts";
import { queryPrometheus, type Fetch, type Row } from "./prometheus-query.ts";

/** What every service of a Prometheus scored lately, and how much of it violated. Rejects with a message for the user. */
export async function measureViolations(
  prometheus: URL,
  settings: RuleSettings,
  fetch: Fetch,
): Promise<readonly ViolationShare[]> {
  const queries = calibrationQueries(settings);
  const labels = calibrationLabels(settings);
  const keyOf = ({ metric }: Row): string => JSON.stringify(labels.map((label) => metric[label]));
  const valuesOf = (rows: readonly Row[]): ReadonlyMap<string, number> =>
    new Map(rows.map((row) => [keyOf(row), Number(row.value[1])]));
  const scored = await queryPrometheus(prometheus, queries.scored, fetch);
  const violations = valuesOf(await queryPrometheus(prometheus, queries.violations, fetch));
  const ages = valuesOf(await queryPrometheus(prometheus, queries.ageSeconds, fetch));
  return scored.map((row) => {
    const { rag_metric: metric = "", ...service } = row.metric;
    const key = keyOf(row);
    return {
      metric,
      service,
      scored: Number(row.value[1]),
      violations: violations.get(key) ?? 0,
      ageSeconds: ages.get(key),
    };
  });
}
