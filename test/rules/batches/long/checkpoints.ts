import type { ExpectedAlert, Story } from "../../batch.ts";

/** Most stories change after 7 days; `for` is 30 minutes, two evaluations. */
const hours = [6 * 24 + 12, 7 * 24, 7 * 24 + 2, 7 * 24 + 2.5, 7 * 24 + 5, 7 * 24 + 5.5, 7 * 24 + 20, 9 * 24 + 0.5];

/**
 * When what is known of an hour is looked at: a quarter of an hour later, since long windows are summed at round half hours.
 * At one of these, Prometheus 2 counts both ends of a window, and 3 one.
 */
export function afterHour(hour: number): string {
  return `${hour * 60 + 15}m`;
}

/** When every alert is looked at. */
export const longCheckpoints: readonly string[] = hours.map(afterHour);

/** At every checkpoint from one hour to another, the hours counted from the beginning. */
export function between(
  from: number,
  to: number,
  alerts: readonly ExpectedAlert[] | ((hour: number) => readonly ExpectedAlert[]),
): NonNullable<Story["fires"]> {
  return Object.fromEntries(
    hours
      .filter((hour) => hour >= from && hour <= to)
      .map((hour) => [afterHour(hour), typeof alerts === "function" ? alerts(hour) : alerts]),
  );
}

/** At every checkpoint. */
export function always(...alerts: readonly ExpectedAlert[]): NonNullable<Story["fires"]> {
  return between(0, Number.POSITIVE_INFINITY, alerts);
}

/** 7 days, in hours. */
export const week: number = 7 * 24;

/** The last checkpoint. */
export const last: number = 9 * 24 + 0.5;
