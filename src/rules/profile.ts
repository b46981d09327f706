/**
 * How durations are written. Rule files have no variables, so that tests with a real Prometheus need other durations
 * under the same names: `e2e` compresses ranges, offsets and `for`; `backfill` keeps the ranges and waits for nothing.
 */
export interface RuleProfile {
  readonly name: ProfileName;
  /** The range written for a nominal window. */
  range(window: string): string;
  /** The `for` written for a nominal one. */
  hold(duration: string): string;
  readonly keepFiring: string;
  /** Evaluation interval of what alerts at once, and of the long windows. */
  readonly interval: string;
  readonly slowInterval: string;
  /** What the minimum counts are divided by. */
  readonly minimumDivisor: number;
}

/** The names of the profiles. */
export const profileNames = ["production", "backfill", "e2e"] as const;

/** One of {@link profileNames}. */
export type ProfileName = (typeof profileNames)[number];

const compressed: Readonly<Record<string, string>> = {
  "5m": "5s",
  "10m": "10s",
  "15m": "15s",
  "30m": "10s",
  "1h": "30s",
  "2h": "35s",
  "6h": "45s",
  "1d": "60s",
  "3d": "75s",
  "7d": "90s",
  "28d": "120s",
};

const compressedHold: Readonly<Record<string, string>> = { "1m": "0s", "2m": "3s", "1d": "30s" };

/** The profiles by name. */
export const ruleProfiles: Readonly<Record<ProfileName, RuleProfile>> = {
  production: {
    name: "production",
    range: (window) => window,
    hold: (duration) => duration,
    keepFiring: "10m",
    interval: "30s",
    slowInterval: "2m",
    minimumDivisor: 1,
  },
  backfill: {
    name: "backfill",
    range: (window) => window,
    hold: () => "1s",
    keepFiring: "5s",
    interval: "1s",
    slowInterval: "2s",
    minimumDivisor: 1,
  },
  e2e: {
    name: "e2e",
    range: (window) => compressed[window] ?? "30s",
    hold: (duration) => compressedHold[duration] ?? "4s",
    keepFiring: "5s",
    interval: "1s",
    slowInterval: "1s",
    minimumDivisor: 4,
  },
};
