import { minimum, trafficLabels, type RuleContext } from "../context.ts";
import { evaluationsName, outsideCoverage, requestsName } from "../recordings/traffic.ts";
import type { Alert } from "../rule.ts";
import { alertOf } from "./alert.ts";
import { templateRows } from "./template-rows.ts";

const judgeFailures = "judge_error|judge_timeout|judge_invalid_output|rate_limited|circuit_open";

const service = "{{ $labels.job }}/{{ $labels.rag_pipeline }}";

/** Requests that get no scores, and why: what makes the alerts of quality blind. */
export function scoringAlerts(context: RuleContext): readonly Alert[] {
  return [
    withoutScores(context),
    coverageLow(context),
    judgeErrors(context),
    outcomeSeen(context, "RagQueueDropping", "queue_full", {
      summary: `The evaluation queue of ${service} is full and drops work.`,
      diagnosis: "Judging is slower than traffic: raise concurrency or workers, or lower sampleRatio.",
    }),
    outcomeSeen(context, "RagJudgeBudgetSpent", "over_budget", {
      summary: `The budget for judging in ${service} is spent.`,
      diagnosis:
        "rag_judge_cost_total and rag_judge_tokens_total say which judge spends; scores are missing until the budget renews.",
    }),
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
      summary: `${service} answers requests, and none of them gets a score.`,
      description: `{{ $value | printf "%.0f" }} requests over ${pageWindow} should have scores. ${reasons(context, pageWindow)}`,
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
      summary: `Too many evaluations of {{ $labels.rag_metric }} in ${service} end without a score.`,
      description: `Coverage over ${warningWindow} is {{ $value | humanizePercentage }}. ${reasons(context, warningWindow, true)}`,
      diagnosis: "The most frequent reason is the place to look; docs/signals.md lists what each means.",
    },
  });
}

function judgeErrors(context: RuleContext): Alert {
  const { pageWindow, minimumPage, judgeErrorShare } = context.settings;
  const by = `${trafficLabels(context, "pipeline")}, rag_metric`;
  const count = (outcomes: string): string =>
    `sum by (${by}) (${evaluationsName(pageWindow)}{rag_outcome=~"${outcomes}"})`;
  return alertOf(context, {
    alert: "RagJudgeErrors",
    for: "5m",
    labels: { severity: "warning", category: "monitor", scope: "judge" },
    expr: `  ${count(judgeFailures)}
/
  (${count(`scored|${judgeFailures}`)} >= ${minimum(context, minimumPage)})
> ${judgeErrorShare}`,
    text: {
      summary: `Judging {{ $labels.rag_metric }} fails too often in ${service}.`,
      description: `{{ $value | humanizePercentage }} of the judgements over ${pageWindow} failed. ${reasons(context, pageWindow, true)}`,
      diagnosis: `rag_judge_duration_count{error_type!=""} names the judge and the error. Quality alerts see fewer scores meanwhile.`,
    },
  });
}

function outcomeSeen(
  context: RuleContext,
  alert: string,
  outcome: string,
  { summary, diagnosis }: { readonly summary: string; readonly diagnosis: string },
): Alert {
  const { pageWindow } = context.settings;
  return alertOf(context, {
    alert,
    for: "5m",
    labels: { severity: "warning", category: "monitor", scope: "service" },
    expr: `sum by (${trafficLabels(context, "pipeline")}) (${evaluationsName(pageWindow)}{rag_outcome="${outcome}"}) > 0`,
    text: {
      summary,
      description: `{{ $value | printf "%.0f" }} evaluations over ${pageWindow} were lost to it.`,
      diagnosis,
    },
  });
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
