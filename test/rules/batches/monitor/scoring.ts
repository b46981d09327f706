import type { Story } from "../../batch.ts";
import { coverageLow, judgeBudgetSpent, judgeErrors, queueDropping, withoutScores } from "../../expected/monitor.ts";
import { sliceSeries, type Phase } from "../../service.ts";
import { always, between, breaks, end, mended, percent, together } from "./checkpoints.ts";
import { relevanceSeries } from "./relevance.ts";

const good = { groundedness: 0.875 };

/** Requests without scores, and the reasons. */
export function scoringStories(): readonly Story[] {
  return [
    judgeDown(),
    lost("queue_full", queueDropping),
    lost("over_budget", judgeBudgetSpent),
    ...coverageAtTheBound(),
    ...judgeErrorsAtTheBound(),
    notMeantToBeScored(),
    neverEvaluated(),
    ...fewRequests(),
    oneMetricOfTwo(),
    reasonsByFrequency(),
    pipelinesAndSlices(),
  ];
}

function phase(minutes: number, more: Partial<Phase> = {}): Phase {
  return { minutes, requests: 4, scores: good, ...more };
}

function steady(job: string, more: Partial<Phase>): Story {
  return { job, series: sliceSeries({ job, intent: "faq" }, [phase(end, more)]) };
}

function placeOf(job: string) {
  return { job, rag_metric: "groundedness" };
}

/** Everything fails for an hour: a tenth of 15 minutes after 2, of an hour after 7, and all of 15 minutes after 15. */
function judgeDown(): Story {
  const job = "judge-down";
  const failed = (minute: number, window: number): number =>
    Math.max(0, Math.min(minute, mended) - Math.max(breaks, minute - window));
  return {
    job,
    series: sliceSeries({ job, intent: "faq" }, [
      phase(breaks),
      phase(mended - breaks, { unscored: { groundedness: { judge_error: 4 } } }),
      phase(end - mended),
    ]),
    fires: together(
      between(breaks + 7, 141, (minute) => {
        const count = failed(minute, 15);
        return [judgeErrors(placeOf(job), percent(count, 15), `judge_error ${4 * count}`)];
      }),
      // Two of 15 minutes are the last share above a tenth.
      between(153, 153, [judgeErrors(placeOf(job), percent(2, 15), "judge_error 8")]),
      between(breaks + 22, end, (minute) => {
        const count = failed(minute, 60);
        return [coverageLow(placeOf(job), percent(60 - count, 60), `judge_error ${4 * count}`)];
      }),
      between(breaks + 25, 140, [withoutScores({ job }, 60, "judge_error 60")]),
    ),
  };
}

/** One lost evaluation is enough; it is forgotten when it has left the window, and 10 minutes more. */
function lost(reason: string, alert: typeof queueDropping): Story {
  const job = reason.replaceAll("_", "-");
  return {
    job,
    series: [
      ...sliceSeries({ job, intent: "once" }, [
        phase(breaks, { unscored: { groundedness: { [reason]: 0 } } }),
        phase(1, { unscored: { groundedness: { [reason]: 1 } } }),
        phase(end - breaks - 1),
      ]),
      ...sliceSeries({ job, intent: "often", pipeline: "other" }, [
        phase(end, { unscored: { groundedness: { [reason]: 0.2 } } }),
      ]),
      ...relevanceSeries(0.5, { job, pipeline: "other" }),
    ],
    fires: together(
      between(76, 95, [alert({ job }, 1)]),
      always(alert({ job, rag_pipeline: "other" }, 3, "0.50 (nli/1)")),
    ),
  };
}

/** Nine tenths are enough, and of 30 evaluations in an hour it is known. */
function coverageAtTheBound(): readonly Story[] {
  const unreadable = (requests: number, amount: number): Partial<Phase> => ({
    requests,
    unscored: { groundedness: { unreadable: amount } },
  });
  return [
    steady("coverage-90", unreadable(10, 1)),
    {
      ...steady("coverage-80", unreadable(5, 1)),
      fires: always(coverageLow(placeOf("coverage-80"), "80%", "unreadable 60")),
    },
    steady("coverage-29", unreadable(29 / 60, 10 / 60)),
    {
      ...steady("coverage-30", unreadable(30 / 60, 10 / 60)),
      // 15 minutes after the hour is full.
      fires: between(75, end, [coverageLow(placeOf("coverage-30"), "66.67%", "unreadable 10")]),
    },
  ];
}

/** A tenth of the judgings may fail, and of 20 in 15 minutes it is known. What was not asked of the judge is not counted. */
function judgeErrorsAtTheBound(): readonly Story[] {
  const reasons = ["judge_error", "judge_timeout", "judge_invalid_output", "rate_limited", "circuit_open"];
  return [
    steady("errors-10", { requests: 10, unscored: { groundedness: { judge_timeout: 1 } } }),
    steady("errors-20", { requests: 50, unscored: { groundedness: { judge_timeout: 4, refusal: 10 } } }),
    {
      ...steady("errors-19", {
        requests: 24 / 15,
        unscored: { groundedness: { judge_timeout: 2 / 15, not_sampled: 5 / 15 } },
      }),
      fires: between(75, end, [coverageLow(placeOf("errors-19"), percent(17, 19), "judge_timeout 8")]),
    },
    ...reasons.map((reason) => {
      const job = reason.replaceAll("_", "-");
      // 20 judgings and 80 requests that were not sampled.
      return {
        ...steady(job, { requests: 100 / 15, unscored: { groundedness: { [reason]: 3 / 15, not_sampled: 80 / 15 } } }),
        fires: always(
          judgeErrors(placeOf(job), "15%", `${reason} 3`),
          coverageLow(placeOf(job), "85%", `${reason} 12`),
        ),
      };
    }),
  ];
}

/** What is not meant to have a score is not missed. */
function notMeantToBeScored(): Story {
  const job = "not-meant";
  const reasons = [
    "not_sampled",
    "refusal",
    "empty_answer",
    "no_claims",
    "no_context",
    "not_retrieved",
    "no_query",
    "request_error",
    "abandoned",
  ];
  return {
    job,
    series: reasons.flatMap((reason) =>
      sliceSeries({ job, intent: reason }, [phase(end, { unscored: { groundedness: { [reason]: 4 } } })]),
    ),
  };
}

/** Wrappers that are not there: requests, and no evaluation at all. What somebody else records is said all the same. */
function neverEvaluated(): Story {
  const job = "never-evaluated";
  const { series } = steady(job, { scores: {} });
  return {
    job,
    series: [...series, ...relevanceSeries(0.75, { job }), ...relevanceSeries(0.25, { job, pipeline: "other" })],
    fires: always(withoutScores({ job }, 60, "none", "0.75 (nli/1)")),
  };
}

/** 20 requests in 15 minutes are enough, and 19 are not; what is not meant to have a score does not count. */
function fewRequests(): readonly Story[] {
  const some = (amount: number): Partial<Phase> => ({
    requests: 4,
    unscored: { groundedness: { unreadable: amount / 15, not_sampled: (60 - amount) / 15 } },
  });
  const coverage = (job: string, count: number) => always(coverageLow(placeOf(job), "0%", `unreadable ${count}`));
  return [
    steady("requests-19", { requests: 19 / 15, scores: {} }),
    {
      ...steady("requests-20", { requests: 20 / 15, scores: {} }),
      fires: always(withoutScores({ job: "requests-20" }, 20, "none")),
    },
    { ...steady("requests-19-of-60", some(19)), fires: coverage("requests-19-of-60", 76) },
    {
      ...steady("requests-20-of-60", some(20)),
      fires: together(
        always(withoutScores({ job: "requests-20-of-60" }, 20, "unreadable 20")),
        coverage("requests-20-of-60", 80),
      ),
    },
  ];
}

/** One metric that is scored is enough not to be blind; the other one's coverage is low. */
function oneMetricOfTwo(): Story {
  const job = "one-metric";
  return {
    ...steady(job, {
      scores: { ...good, answer_relevance: 0.875 },
      unscored: { groundedness: { no_claims: 2, unreadable: 2 } },
    }),
    fires: always(coverageLow(placeOf(job), "0%", "unreadable 120")),
  };
}

/** The three most frequent reasons, by name, of this metric alone. */
function reasonsByFrequency(): Story {
  const job = "reasons";
  const reasons = { rate_limited: 2, circuit_open: 4, judge_error: 3, queue_full: 1, refusal: 5, shutdown: 5 };
  const { series } = steady(job, {
    requests: 30,
    scores: { ...good, answer_relevance: 0.875 },
    unscored: { groundedness: reasons, answer_relevance: { shutdown: 3 } },
  });
  const now = "0.50 (llm/2) 0.75 (nli/1)";
  return {
    job,
    series: [...series, ...relevanceSeries(0.75, { job }), ...relevanceSeries(0.5, { job, judge: "llm/2" })],
    fires: always(
      judgeErrors(placeOf(job), percent(9, 19), "circuit_open 60 judge_error 45 shutdown 75", now),
      coverageLow(placeOf(job), percent(10, 25), "circuit_open 240 judge_error 180 shutdown 300", now),
      queueDropping({ job }, 15, now),
    ),
  };
}

/** Two pipelines are two services; intent classes and model versions are one. */
function pipelinesAndSlices(): Story {
  const job = "monitor-pipelines";
  const other = { job, rag_pipeline: "other" };
  const unscored = { groundedness: { judge_error: 1 } };
  return {
    job,
    series: [
      ...sliceSeries({ job, intent: "faq" }, [phase(end)]),
      ...sliceSeries({ job, intent: "faq", pipeline: "third" }, [phase(end, { scores: {} })]),
      ...sliceSeries({ job, intent: "faq", pipeline: "other" }, [phase(end, { unscored })]),
      ...sliceSeries({ job, intent: "how-to", model: "v2", pipeline: "other" }, [phase(end, { unscored })]),
    ],
    fires: always(
      withoutScores({ job, rag_pipeline: "third" }, 60, "none"),
      judgeErrors({ ...other, rag_metric: "groundedness" }, "25%", "judge_error 30"),
      coverageLow({ ...other, rag_metric: "groundedness" }, "75%", "judge_error 120"),
    ),
  };
}
