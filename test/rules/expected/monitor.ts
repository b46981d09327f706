import type { ExpectedAlert } from "../batch.ts";
import { expectedAlert, serviceOf, type Place } from "./alert.ts";
import { relevance } from "./quality.ts";

type Texts = Parameters<typeof expectedAlert>[2];

/** The description ends with the current context relevance, `0.91 (nli/1)`; unknown when left out. */
function monitor(
  alert: string,
  scope: string,
  place: Readonly<Record<string, string | undefined>>,
  { description, ...texts }: Texts,
  now?: string,
) {
  return expectedAlert(
    alert,
    { ...place, severity: "warning", category: "monitor", scope },
    { ...texts, description: `${description} ${relevance(now === undefined ? {} : { relevance: now })}` },
  );
}

/** The alert that always fires. */
export const watchdog: ExpectedAlert = expectedAlert(
  "RagWatchdog",
  { severity: "none", category: "monitor", scope: "rules" },
  {
    summary: "Always fires: proves that rules, Alertmanager and the receiver work.",
    description: "Route it to a dead man's switch.",
    diagnosis: "Nothing is wrong while it fires.",
  },
);

/** A job of which no instance answers; so many did within a day. */
export function serviceAbsent(
  job: string,
  target: Readonly<Record<string, string>> = {},
  instances = 1,
  now?: string,
): ExpectedAlert {
  return monitor(
    "RagServiceAbsent",
    "job",
    { job, ...target },
    {
      summary: `No instance of ${job} answers: alerts of quality are blind.`,
      description: `${instances} instances answered within the last day. Now no target of the job is up, nor has it sent rag_build by another way.`,
      diagnosis:
        "No judge is at fault: the service, its exporter or the scrape is gone. up{job} and the targets page tell which.",
    },
    now,
  );
}

/** Requests, and no score; the reasons as the description lists them, `judge_error 60`. */
export function withoutScores(place: Place, requests: number, reasons: string, now?: string): ExpectedAlert {
  return monitor(
    "RagRequestsWithoutScores",
    "service",
    { rag_pipeline: "main", ...place },
    {
      summary: `${serviceOf(place)} answers requests, and none of them gets a score.`,
      description: `${requests} requests over 15m should have scores. Reasons: ${reasons}.`,
      diagnosis:
        "Alerts of quality are blind. The reasons say whether the judge, the queue or the wrappers are at fault.",
    },
    now,
  );
}

/** Evaluations of a metric that end without a score. */
export function coverageLow(place: Place, coverage: string, reasons: string, now?: string): ExpectedAlert {
  return monitor(
    "RagCoverageLow",
    "service",
    { rag_pipeline: "main", ...place },
    {
      summary: `Too many evaluations of ${place["rag_metric"]} in ${serviceOf(place)} end without a score.`,
      description: `Coverage over 1h is ${coverage}. Reasons: ${reasons}.`,
      diagnosis: `The most frequent reason is the place to look; docs/signals.md lists what each means. If it is the judge, rag_judge_duration_count{error_type!=""} names which.`,
    },
    now,
  );
}

/** Judgings of a metric that fail: with a judge its errors, without one the reasons, `judge_error 60`. */
export function judgeErrors(place: Place, share: string, reasons: string, now?: string): ExpectedAlert {
  const { rag_judge: judge } = place;
  return monitor(
    "RagJudgeErrors",
    "judge",
    { rag_pipeline: "main", ...place },
    {
      summary: `Judging ${place["rag_metric"]} fails too often in ${serviceOf(place)}.`,
      description: `${share} of the judgings${byJudge(place)} over 15m failed. ${judge === undefined ? "Reasons" : "Errors"}: ${reasons}.`,
      diagnosis: `rag_judge_duration_count{error_type!=""} names the judge and the error. Quality alerts see fewer scores meanwhile, or a fallback's.`,
    },
    now,
  );
}

function byJudge({ rag_judge: judge }: Place): string {
  return judge === undefined ? "" : ` by ${judge}`;
}

/** The full queue. */
export function queueDropping(place: Place, lost: number, now?: string): ExpectedAlert {
  return monitor(
    "RagQueueDropping",
    "service",
    { rag_pipeline: "main", ...place },
    {
      summary: `The evaluation queue of ${serviceOf(place)} is full and drops work.`,
      description: `${lost} evaluations over 15m were lost to it.`,
      diagnosis:
        "Judging is slower than traffic: rag_judge_duration by rag_judge names the slow judge. Raise concurrency or workers, or lower sampleRatio.",
    },
    now,
  );
}

/** The spent budget for judging: of a judge, or of none in particular. */
export function judgeBudgetSpent(place: Place, refused: number, now?: string): ExpectedAlert {
  return monitor(
    "RagJudgeBudgetSpent",
    "judge",
    { rag_pipeline: "main", ...place },
    {
      summary: `The budget for judging in ${serviceOf(place)} is spent.`,
      description: `${refused} judgings${byJudge(place)} over 15m were refused for it.`,
      diagnosis:
        "rag_judge_cost_total and rag_judge_tokens_total say which judge spends; until the budget renews, scores are a fallback's or missing.",
    },
    now,
  );
}

/** Two judges on different sides of their thresholds. */
export function judgeDisagreement(place: Place, share: string, now?: string): ExpectedAlert {
  const { rag_judge: judge, rag_shadow_judge: shadow, rag_metric: metric } = place;
  return monitor(
    "RagJudgeDisagreement",
    "judge",
    { rag_pipeline: "main", ...place },
    {
      summary: `Two judges of ${metric} in ${serviceOf(place)} disagree too often.`,
      description: `${judge} and ${shadow} are on different sides of their warning thresholds in ${share} of the comparisons over 1d.`,
      diagnosis: `Judge ${judge} against ${shadow}: rag_judge_difference shows by how much.`,
    },
    now,
  );
}

/** Canaries that a judge fails. */
export function canariesFailing(place: Place, share: string, now?: string): ExpectedAlert {
  const { rag_judge: judge, rag_metric: metric } = place;
  return monitor(
    "RagJudgeCanariesFailing",
    "judge",
    { rag_pipeline: "main", ...place },
    {
      summary: `${judge} misjudges interactions with a known answer on ${metric} in ${serviceOf(place)}.`,
      description: `${share} of the canaries over 1h failed.`,
      diagnosis: `Judge ${judge}: its model, its prompt or its provider has changed. Do not trust its scores until canaries pass.`,
    },
    now,
  );
}

/** A judge without thresholds, and its scores within an hour. Without a place: no thresholds are loaded at all. */
export function thresholdsMissing(place: Partial<Place> = {}, scores = 0, now?: string): ExpectedAlert {
  const { rag_judge: judge = "", rag_metric: metric } = place;
  return monitor(
    "RagThresholdsMissing",
    "rules",
    judge === "" ? { rag_intent_class: "default", rag_severity: "page" } : { rag_pipeline: "main", ...place },
    {
      summary: "Scores have no threshold: no alert of quality can fire for them.",
      description:
        judge === ""
          ? "rag-data.rules.yml is not loaded."
          : `${scores} scores of ${metric} by ${judge} over 1h have none.`,
      diagnosis:
        judge === ""
          ? "No judge: rule_files of prometheus.yml has to name the file, and Prometheus to be able to read it."
          : `Judge ${judge}: run rag-triad rules of the version that ships it, and load the files that it writes.`,
    },
    now,
  );
}

/** A process with another threshold than the rules'. */
export function thresholdMismatch(place: Place, threshold: number, now?: string): ExpectedAlert {
  const { rag_judge: judge, rag_metric: metric, rag_severity: severity, rag_intent_class: intent } = place;
  return monitor(
    "RagThresholdMismatch",
    "intent",
    { rag_pipeline: "main", ...place },
    {
      summary: `A process of ${serviceOf(place)} has another ${severity} threshold than the rules.`,
      description: `The rules say ${threshold} for ${metric} by ${judge} on ${intent}; rag_threshold says otherwise.`,
      diagnosis: `Judge ${judge}: give createRagTriad and rag-triad rules the same configuration file.`,
    },
    now,
  );
}

/** Sums that are NaN or infinite, so many of them. */
export function sumNotFinite(place: Place, sums: number, now?: string): ExpectedAlert {
  const { rag_judge: judge, rag_metric: metric } = place;
  return monitor(
    "RagScoreSumNotFinite",
    "service",
    { rag_pipeline: "main", ...place },
    {
      summary: `A sum of scores of ${metric} in ${serviceOf(place)} is not finite: its means of 1h or less are lost.`,
      description: `${sums} series of rag_${metric}_sum are NaN or infinite: ${judge} or something else recorded such a score. Until that process restarts and the window of a mean has passed, no alert on one of 1h or less can fire; longer ones keep what was scored before.`,
      diagnosis: `Judge ${judge}, or code that records into the same histogram.`,
    },
    now,
  );
}

/** Series that lost their labels, so many of them. */
export function labelOverflow(job: string, series: number, now?: string): ExpectedAlert {
  return monitor(
    "RagLabelOverflow",
    "job",
    { job },
    {
      summary: `${job} has more series than its SDK keeps: new ones lose their labels.`,
      description: `${series} series with otel_metric_overflow="true" are exported; alerts for single intent classes miss what is in them.`,
      diagnosis: "No judge is at fault: lower maxSlices, or raise the reader's cardinalityLimits.",
    },
    now,
  );
}

/** Requests in the slice `other`. */
export function sliceOther(place: Place, requests: number, now?: string): ExpectedAlert {
  return monitor(
    "RagSliceOther",
    "service",
    { rag_pipeline: "main", ...place },
    {
      summary: `Requests of ${serviceOf(place)} fall into the slice other: there are more intent classes and model versions than slices.`,
      description: `${requests} requests over 1h have lost their intent class and model version.`,
      diagnosis:
        "No judge is at fault: fewer intent classes, an older model version that is still counted, or maxSlices.",
    },
    now,
  );
}
