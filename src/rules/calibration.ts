import { durationSeconds } from "../config/alerting/duration.ts";
import type { BurnWindow } from "../config/alerting/alerting-options.ts";
import { confidence } from "./confidence.ts";
import type { RuleSettings } from "./settings.ts";

/** What a service has been doing: its scores of a metric over the window, and how many were below the warning threshold. */
export interface ViolationShare {
  readonly metric: string;
  /** The labels that tell the service from others, without the metric. */
  readonly service: Readonly<Record<string, string>>;
  readonly scored: number;
  readonly violations: number;
  /** Seconds since the first sample within the window, up to {@link ageStepSeconds} too few; `undefined` below that. */
  readonly ageSeconds: number | undefined;
}

/** A burn window that is left out, and the metrics whose objectives cannot burn that fast. */
export interface LeftOutWindow {
  readonly window: BurnWindow;
  readonly metrics: readonly string[];
}

/** What the section `alerting` may be given. */
export interface CalibrationProposal {
  readonly objectives: Readonly<Record<string, number>>;
  /** The configured burn windows that every objective can reach. */
  readonly burnWindows: readonly BurnWindow[];
  readonly leftOut: readonly LeftOutWindow[];
  /** The service of each metric that decides, proposal or not; none where there are too few scores. */
  readonly worst: readonly ViolationShare[];
  /** Metrics without a proposal: too few scores. */
  readonly tooFew: readonly string[];
}

/** How much more than the measured share of violations the budget allows. */
const headroom = 1.2;

/** Below it, violations are the rule: a threshold that does not fit, and no objective to page on. */
const leastObjective = 0.5;

/** How exactly the age of the data is known: within the time for which Prometheus looks back for a sample. */
export const ageStepSeconds = 300;

/** The labels of a service and metric: objectives hold for each of them, with the labels that all rules keep. */
export function calibrationLabels({ labels }: RuleSettings): readonly string[] {
  return ["job", ...labels, "rag_pipeline", "rag_metric"];
}

/** The PromQL of the numbers of every service, over the range that objectives are proposed from. */
export function calibrationQueries(settings: RuleSettings): {
  readonly scored: string;
  readonly violations: string;
  readonly ageSeconds: string;
} {
  const by = `by (${calibrationLabels(settings).join(", ")})`;
  const scores = `rag_evaluations_total{rag_outcome="scored"}`;
  const of = (counter: string): string => `sum ${by} (increase(${counter}[${settings.longWindow}]))`;
  const oldest = `min_over_time(timestamp(${scores})[${settings.longWindow}:${ageStepSeconds}s])`;
  return {
    scored: of(scores),
    violations: of(`rag_violations_total{rag_severity="warning"}`),
    ageSeconds: `time() - min ${by} (${oldest})`,
  };
}

/** The share of a service's scores that were below the warning threshold, in [0, 1]. */
export function violationShare({ scored, violations }: ViolationShare): number {
  return Math.min(1, violations / scored);
}

/** Whether a service has had scores for less than the window, by more than a twentieth. */
export function isYoung({ ageSeconds }: ViolationShare, { longWindow }: RuleSettings): boolean {
  const window = durationSeconds(longWindow);
  return (ageSeconds ?? 0) < Math.min(0.95 * window, window - ageStepSeconds);
}

/**
 * Proposes objectives from what was measured: of each metric the worst service counts. With p the share of violations
 * among n scores, the budget is 1.2 × (p + 1.645 × √(p (1 − p) / n)), and the objective what that leaves, rounded down
 * to 3 decimals, and at most 0.999: it describes today, and pages on worse. Below 0.5 there is none.
 */
export function proposeObjectives(shares: readonly ViolationShare[], settings: RuleSettings): CalibrationProposal {
  const metrics = [...new Set(shares.map(({ metric }) => metric))];
  const worst = metrics.flatMap((metric) => {
    const enough = shares.filter((share) => share.metric === metric && share.scored >= settings.minimumComparison);
    return enough.toSorted((left, right) => objectiveOf(left) - objectiveOf(right)).slice(0, 1);
  });
  const proposed = worst
    .map((share) => [share.metric, objectiveOf(share)] as const)
    .filter(([, objective]) => objective >= leastObjective);
  const cannotReach = ({ factor }: BurnWindow): string[] =>
    proposed.filter(([, objective]) => factor * (1 - objective) >= 1 - 1e-9).map(([metric]) => metric);
  return {
    objectives: Object.fromEntries(proposed),
    burnWindows: settings.burnWindows.filter((window) => cannotReach(window).length === 0),
    leftOut: settings.burnWindows
      .map((window) => ({ window, metrics: cannotReach(window) }))
      .filter((left) => left.metrics.length > 0),
    worst,
    tooFew: metrics.filter((metric) => !worst.some((share) => share.metric === metric)),
  };
}

function objectiveOf(service: ViolationShare): number {
  const share = violationShare(service);
  const upper = share + confidence * Math.sqrt((share * (1 - share)) / service.scored);
  return Math.min(0.999, Math.floor((1 - headroom * upper) * 1000) / 1000);
}
