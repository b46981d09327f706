const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration: a whole number above 0 and one unit. */
export const durationPattern: RegExp = /^[1-9]\d{0,5}[smhd]$/;

/** The seconds of a duration such as `15m`; NaN for what is none. */
export function durationSeconds(duration: string): number {
  if (!durationPattern.test(duration)) return Number.NaN;
  return Number(duration.slice(0, -1)) * (secondsOf[duration.slice(-1)] ?? Number.NaN);
}
