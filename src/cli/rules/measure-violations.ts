import { calibrationLabels, calibrationQueries, type ViolationShare } from "../../rules/calibration.ts";
import type { RuleSettings } from "../../rules/settings.ts";

/** Asks for a URL; rejects when there is no answer. `fetch`, and another in tests. */
export type Fetch = (url: URL) => Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<unknown> }>;

interface Row {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** What every service of a Prometheus scored lately, and how much of it violated. Rejects with a message for the user. */
export async function measureViolations(
  prometheus: URL,
  settings: RuleSettings,
  fetch: Fetch,
): Promise<readonly ViolationShare[]> {
  const queries = calibrationQueries(settings);
  const scored = await query(prometheus, queries.scored, fetch);
  const violations = await query(prometheus, queries.violations, fetch);
  const labels = calibrationLabels(settings);
  const keyOf = ({ metric }: Row): string => JSON.stringify(labels.map((label) => metric[label]));
  const violationsOf = new Map(violations.map((row) => [keyOf(row), Number(row.value[1])]));
  return scored.map((row) => ({
    metric: row.metric["rag_metric"] ?? "",
    scored: Number(row.value[1]),
    violations: violationsOf.get(keyOf(row)) ?? 0,
  }));
}

async function query(prometheus: URL, expression: string, fetch: Fetch): Promise<readonly Row[]> {
  const url = new URL("api/v1/query", prometheus.href.endsWith("/") ? prometheus : `${prometheus.href}/`);
  url.searchParams.set("query", expression);
  const answer = await fetch(url).catch((cause: unknown) => {
    throw new Error(`${prometheus.origin} does not answer`, { cause });
  });
  if (!answer.ok) throw new Error(`${prometheus.origin} answered ${answer.status} to ${expression}`);
  const rows = ((await answer.json()) as { readonly data?: { readonly result?: unknown } } | null)?.data?.result;
  if (!Array.isArray(rows)) throw new Error(`${prometheus.origin} did not answer as Prometheus does`);
  return rows as readonly Row[];
}
