import type { BurnWindow } from "../config/alerting/alerting-options.ts";
import type { RuleSettings } from "./settings.ts";

/** What a service has been doing: its scores of a metric over the window, and how many were below the warning threshold. */
export interface ViolationShare {
  readonly metric: string;
  readonly scored: number;
  readonly violations: number;
}

/** What the section `alerting` may be given. */
export interface CalibrationProposal {
  readonly objectives: Readonly<Record<string, number>>;
  /** The configured burn windows that every objective can reach. */
  readonly burnWindows: readonly BurnWindow[];
  /** Metrics without a proposal: too few scores. */
  readonly tooFew: readonly string[];
}

/** How much more than the measured share of violations the budget allows. */
const headroom = 1.2;

/** The one-sided 95 % quantile of the normal distribution. */
const confidence = 1.645;

/** The labels of a service and metric: objectives hold for each of them, with the labels that all rules keep. */
export function calibrationLabels({ labels }: RuleSettings): readonly string[] {
  return ["job", ...labels, "rag_pipeline", "rag_metric"];
}

/** The PromQL of the two numbers of every service, over the range that objectives are proposed from. */
export function calibrationQueries(settings: RuleSettings): { readonly scored: string; readonly violations: string } {
  const of = (counter: string): string =>
    `sum by (${calibrationLabels(settings).join(", ")}) (increase(${counter}[${settings.longWindow}]))`;
  return {
    scored: of(`rag_evaluations_total{rag_outcome="scored"}`),
    violations: of(`rag_violations_total{rag_severity="warning"}`),
  };
}

/**
 * Proposes objectives from what was measured: of each metric the worst service counts. With p the share of violations
 * among n scores, the budget is 1.2 × (p + 1.645 × √(p (1 − p) / n)), and the objective what that leaves, rounded down
 * to 3 decimals, at most 0.999 and at least 0.001: it describes today, and pages on worse.
 */
export function proposeObjectives(shares: readonly ViolationShare[], settings: RuleSettings): CalibrationProposal {
  const objectives: Record<string, number> = {};
  const metrics = [...new Set(shares.map(({ metric }) => metric))];
  for (const metric of metrics) {
    const enough = shares.filter((share) => share.metric === metric && share.scored >= settings.minimumComparison);
    if (enough.length === 0) continue;
    objectives[metric] = Math.min(...enough.map(objectiveOf));
  }
  return {
    objectives,
    burnWindows: settings.burnWindows.filter(({ factor }) =>
      Object.values(objectives).every((objective) => factor * (1 - objective) < 1 - 1e-9),
    ),
    tooFew: metrics.filter((metric) => !Object.hasOwn(objectives, metric)),
  };
}

function objectiveOf({ scored, violations }: ViolationShare): number {
  const share = Math.min(1, violations / scored);
  const upper = share + confidence * Math.sqrt((share * (1 - share)) / scored);
  return Math.min(0.999, Math.max(0.001, Math.floor((1 - headroom * upper) * 1000) / 1000));
}
