import { minimum, trafficLabels, type RuleContext } from "../context.ts";
import { evaluationsName, judgingsName, outsideCoverage, requestsName } from "../recordings/traffic.ts";
import type { Alert } from "../rule.ts";
import { alertOf } from "./alert.ts";
import { currentContextRelevance, serviceText } from "./annotations.ts";
import { templateRows } from "./template-rows.ts";

const judgeFailures = "judge_error|judge_timeout|judge_invalid_output|rate_limited|circuit_open";

/** The errors of judgings that were refused for their cost. */
const budgetErrors = "over_budget|cost_unknown";

/** Errors that say nothing against a judge: its budget is spent, its input is too long, its process ends. */
const otherErrors = `${budgetErrors}|too_long|context_too_small|context_length_exceeded|too_many_calls|shutdown|embedder_closed`;

/** Requests that get no scores, and why: what makes the alerts of quality blind. */
export function scoringAlerts(context: RuleContext): readonly Alert[] {
  return [
    withoutScores(context),
    coverageLow(context),
    judgeErrors(context),
    queueDropping(context),
    judgeBudgetSpent(context),
  ];
}

function withoutScores(context: RuleContext): Alert {
  const { pageWindow, minimumPage } = context.settings;
  const by = trafficLabels(context, "pipeline");
  const evaluated = evaluationsName(pageWindow);
  return alertOf(context, {
    alert: "RagRequestsWithoutScores",
    for: "10m",
    labels: { severity: "warning", category: "monitor", scope: "service" },
    expr: `  (
      (
          ${requestsName("pipeline", pageWindow)}
        - on (${by})
          min by (${by}) (
            sum by (${by}, rag_metric) (${evaluated}{rag_outcome=~"${outsideCoverage}"})
          or
            0 * sum by (${by}, rag_metric) (${evaluated}{rag_outcome="scored"})
          )
      )
    or
      ${requestsName("pipeline", pageWindow)}
  ) >= ${minimum(context, minimumPage)}
unless on (${by})
  sum by (${by}) (${evaluated}{rag_outcome="scored"}) > 0`,
    text: {
      summary: `${serviceText(context)} answers requests, and none of them gets a score.`,
      description: `{{ $value | printf "%.0f" }} requests over ${pageWindow} should have scores. ${reasons(context, pageWindow)} ${currentContextRelevance(context, "service")}`,
      diagnosis:
        "Alerts of quality are blind. The reasons say whether the judge, the queue or the wrappers are at fault.",
    },
  });
}

function coverageLow(context: RuleContext): Alert {
  const { warningWindow, minimumWarning, minimumCoverage } = context.settings;
  return alertOf(context, {
    alert: "RagCoverageLow",
    for: "15m",
    labels: { severity: "warning", category: "monitor", scope: "service" },
    expr: `  pipeline:rag_evaluations:coverage${warningWindow} < ${minimumCoverage}
and
  pipeline:rag_evaluations_in_coverage:increase${warningWindow} >= ${minimum(context, minimumWarning)}`,
    text: {
      summary: `Too many evaluations of {{ $labels.rag_metric }} in ${serviceText(context)} end without a score.`,
      description: `Coverage over ${warningWindow} is {{ $value | humanizePercentage }}. ${reasons(context, warningWindow, true)} ${currentContextRelevance(context, "service")}`,
      diagnosis: `The most frequent reason is the place to look; docs/signals.md lists what each means. If it is the judge, rag_judge_duration_count{error_type!=""} names which.`,
    },
  });
}

/** By judge, from what each took; where that shows nothing, by outcome: judgings that no judge was asked for take no time. */
function judgeErrors(context: RuleContext): Alert {
  const { pageWindow, minimumPage, judgeErrorShare } = context.settings;
  const by = `${trafficLabels(context, "pipeline")}, rag_metric`;
  const outcomes = (names: string): string =>
    `sum by (${by}) (${evaluationsName(pageWindow)}{rag_outcome=~"${names}"})`;
  const judged = (matchers: string): string =>
    `sum by (${by}, rag_judge) (${judgingsName(pageWindow)}{${matchers}error_type!~"${otherErrors}"})`;
  const share = (failures: string, all: string): string => `  ${failures}
/
  (${all} >= ${minimum(context, minimumPage)})
> ${judgeErrorShare}`;
  return alertOf(context, {
    alert: "RagJudgeErrors",
    for: "5m",
    labels: { severity: "warning", category: "monitor", scope: "judge" },
    expr: `${share(judged(`error_type!="", `), judged(""))}
or on (${by})
${share(outcomes(judgeFailures), outcomes(`scored|${judgeFailures}`))}`,
    text: {
      summary: `Judging {{ $labels.rag_metric }} fails too often in ${serviceText(context)}.`,
      description: `{{ $value | humanizePercentage }} of the judgings${byJudge} over ${pageWindow} failed. {{ if $labels.rag_judge }}${judgeErrorTypes(context, pageWindow)}{{ else }}${reasons(context, pageWindow, true)}{{ end }} ${currentContextRelevance(context, "judge")}`,
      diagnosis: `rag_judge_duration_count{error_type!=""} names the judge and the error. Quality alerts see fewer scores meanwhile, or a fallback's.`,
    },
  });
}

function queueDropping(context: RuleContext): Alert {
  const { pageWindow } = context.settings;
  return alertOf(context, {
    alert: "RagQueueDropping",
    for: "5m",
    labels: { severity: "warning", category: "monitor", scope: "service" },
    expr: outcomeSeen(context, "queue_full"),
    text: {
      summary: `The evaluation queue of ${serviceText(context)} is full and drops work.`,
      description: `{{ $value | printf "%.0f" }} evaluations over ${pageWindow} were lost to it. ${currentContextRelevance(context, "service")}`,
      diagnosis:
        "Judging is slower than traffic: rag_judge_duration by rag_judge names the slow judge. Raise concurrency or workers, or lower sampleRatio.",
    },
  });
}

function judgeBudgetSpent(context: RuleContext): Alert {
  const { pageWindow } = context.settings;
  const by = trafficLabels(context, "pipeline");
  return alertOf(context, {
    alert: "RagJudgeBudgetSpent",
    for: "5m",
    labels: { severity: "warning", category: "monitor", scope: "judge" },
    expr: `sum by (${by}, rag_judge) (${judgingsName(pageWindow)}{error_type=~"${budgetErrors}"}) > 0
or on (${by})
${outcomeSeen(context, "over_budget")}`,
    text: {
      summary: `The budget for judging in ${serviceText(context)} is spent.`,
      description: `{{ $value | printf "%.0f" }} judgings${byJudge} over ${pageWindow} were refused for it. ${currentContextRelevance(context, "judge")}`,
      diagnosis:
        "rag_judge_cost_total and rag_judge_tokens_total say which judge spends; until the budget renews, scores are a fallback's or missing.",
    },
  });
}

function outcomeSeen(context: RuleContext, outcome: string): string {
  return `sum by (${trafficLabels(context, "pipeline")}) (${evaluationsName(context.settings.pageWindow)}{rag_outcome="${outcome}"}) > 0`;
}

/** The judge, where the alert names one. */
const byJudge = "{{ with $labels.rag_judge }} by {{ . }}{{ end }}";

/** The most frequent errors of the alert's judge, as template text. */
function judgeErrorTypes(context: RuleContext, window: string): string {
  const rows = templateRows(context, {
    labels: ["rag_pipeline", "rag_metric", "rag_judge"],
    query: (matchers) => `topk(3, sum by (error_type) (${judgingsName(window)}{error_type!="",${matchers}}) > 0.5)`,
    sortBy: "error_type",
    row: `{{ .Labels.error_type }} {{ . | value | printf "%.0f" }}`,
    none: "none",
  });
  return `Errors:${rows}.`;
}

/** The most frequent reasons of a pipeline, as template text. */
function reasons(context: RuleContext, window: string, ofMetric = false): string {
  const rows = templateRows(context, {
    labels: ["rag_pipeline", ...(ofMetric ? ["rag_metric"] : [])],
    query: (matchers) =>
      `topk(3, sum by (rag_outcome) (${evaluationsName(window)}{rag_outcome!~"scored|${outsideCoverage}",${matchers}}) > 0.5)`,
    sortBy: "rag_outcome",
    row: `{{ .Labels.rag_outcome }} {{ . | value | printf "%.0f" }}`,
    none: "none",
  });
  return `Reasons:${rows}.`;
}
