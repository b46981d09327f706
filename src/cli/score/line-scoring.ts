import type { Interaction } from "../../core/interaction.ts";
import type { TriadMetric } from "../../core/metric.ts";
import type { MetricResult } from "../../core/scoring-job.ts";

/** What became of each metric of the triad. */
export type TriadResults = Readonly<Record<TriadMetric, MetricResult>>;

/** Scores interactions on all metrics of the triad, several at once. */
export interface LineScoring {
  /** Never rejects: what goes wrong is a reason. */
  score(interaction: Interaction): Promise<TriadResults>;
  /** Ends its threads. */
  close(): Promise<void>;
}
