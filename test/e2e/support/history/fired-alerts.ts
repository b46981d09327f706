import { durationSeconds } from "../../../../src/config/alerting/duration.ts";
import type { Alert } from "../../../../src/rules/rule.ts";

/** An alert that was firing at some time. */
export interface FiredAlert {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Seconds since the epoch. */
  readonly from: number;
}

/** A stretch of time, looked at every `stepSeconds`. */
export interface Stretch {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly stepSeconds: number;
}

/** Whether and when an alert may have fired: its condition may have held for its `for` without a break. */
export async function firedIn(prometheusUrl: string, alert: Alert, stretch: Stretch): Promise<readonly FiredAlert[]> {
  const body = new URLSearchParams({
    query: alert.expr,
    start: String(stretch.startSeconds),
    end: String(stretch.endSeconds),
    step: String(stretch.stepSeconds),
  });
  const response = await fetch(`${prometheusUrl}/api/v1/query_range`, { method: "POST", body });
  const { data, error } = (await response.json()) as {
    readonly error?: string;
    readonly data?: {
      readonly result: readonly {
        readonly metric: Record<string, string>;
        readonly values: readonly (readonly [number, string])[];
      }[];
    };
  };
  if (data === undefined) throw new Error(`${alert.alert}: ${error}`);
  const holdSeconds = alert.for === undefined ? 0 : durationSeconds(alert.for);
  return data.result.flatMap(({ metric, values }) => {
    const from = heldFor(
      values.map(([time]) => time),
      holdSeconds,
      stretch.stepSeconds,
    );
    return from === undefined ? [] : [{ alert: alert.alert, labels: { ...metric, ...alert.labels }, from }];
  });
}

/**
 * The time at which `times`, looked at every `stepSeconds`, may first have covered `holdSeconds` without a gap: what holds at
 * one look may have held since just after the look before.
 */
export function heldFor(times: readonly number[], holdSeconds: number, stepSeconds: number): number | undefined {
  let since: number | undefined;
  let last: number | undefined;
  for (const time of times) {
    if (since === undefined || last === undefined || time - last > stepSeconds) since = time;
    last = time;
    if (time - since + stepSeconds > holdSeconds) return time;
  }
  return undefined;
}
