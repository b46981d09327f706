import { calibrationQueries, type ViolationShare } from "../../rules/calibration.ts";

/** Asks for a URL; rejects when there is no answer. \`fetch\`, and another in tests. */
export type Fetch = (url: URL) => Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<unknown> }>;

interface Row {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** What every service of a Prometheus scored over a range, and how much of it violated. Rejects with a message for the user. */
export async function measureViolations(
  prometheus: URL,
  range: string,
  fetch: Fetch,
): Promise<readonly ViolationShare[]> {
  const scored = await query(prometheus, calibrationQueries.scored(range), fetch);
  const violations = await query(prometheus, calibrationQueries.violations(range), fetch);
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

function keyOf({ metric }: Row): string {
  return JSON.stringify([metric["job"], metric["rag_pipeline"], metric["rag_metric"]]);
}
