import type { ExpectedAlert, Story } from "../../batch.ts";

/** Most stories break after 70 minutes, when every window is full, and are mended after 130. */
export const breaks = 70;
export const mended = 130;

/** The last minute of every story. */
export const end = 155;

/** Each alert has its moment, and the minute before. */
const minutes = [69, 74, 75, 76, 77, 79, 80, 81, 82, 91, 92, 94, 95, 96, 110, 111, 140, 141, 153, 154];

/** When every alert is looked at. */
export const monitorCheckpoints: readonly string[] = minutes.map((minute) => `${minute}m`);

/** Alerts at every checkpoint from one minute to another: the same ones, or made of the minute. */
export function between(
  from: number,
  to: number,
  alerts: readonly ExpectedAlert[] | ((minute: number) => readonly ExpectedAlert[]),
): NonNullable<Story["fires"]> {
  const at = minutes.filter((minute) => minute >= from && minute <= to);
  return Object.fromEntries(at.map((minute) => [`${minute}m`, typeof alerts === "function" ? alerts(minute) : alerts]));
}

/** At every checkpoint. */
export function always(...alerts: readonly ExpectedAlert[]): NonNullable<Story["fires"]> {
  return between(0, end, alerts);
}

/** Several of those in one. */
export function together(...parts: readonly NonNullable<Story["fires"]>[]): NonNullable<Story["fires"]> {
  const fires: Record<string, readonly ExpectedAlert[]> = {};
  for (const part of parts) {
    for (const [at, alerts] of Object.entries(part)) fires[at] = [...(fires[at] ?? []), ...alerts];
  }
  return fires;
}

/** A share as `humanizePercentage` writes it. */
export function percent(part: number, all: number): string {
  return `${Number(((100 * part) / all).toPrecision(4))}%`;
}
