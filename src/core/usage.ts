import type { Findings, FindingId, Usage } from "./judge.ts";

/** The sum of what several calls used; `undefined` when none of them says anything. */
export function sumOfUsage(usages: Iterable<Usage | undefined>): Usage | undefined {
  return sumOf(usages) as Usage | undefined;
}

/** The sum of what several calls found; `undefined` when none of them found anything. */
export function sumOfFindings(findings: Iterable<Findings | undefined>): Findings | undefined {
  return sumOf(findings) as Partial<Record<FindingId, number>> | undefined;
}

function sumOf(records: Iterable<object | undefined>): Readonly<Record<string, number>> | undefined {
  const sum: Record<string, number> = {};
  for (const record of records) {
    for (const [key, amount] of Object.entries<number>((record ?? {}) as Record<string, number>)) {
      sum[key] = (sum[key] ?? 0) + amount;
    }
  }
  return Object.keys(sum).length === 0 ? undefined : sum;
}
