import type { Story } from "../../batch.ts";
import { coverageLow, judgeBudgetSpent, judgeErrors } from "../../expected/monitor.ts";
import { sliceSeries, type Phase } from "../../service.ts";
import { always, between, breaks, end, mended, percent, together } from "./checkpoints.ts";
import { relevanceSeries } from "./relevance.ts";

const good = { groundedness: 0.875 };

/** What each judge was asked, also where a fallback gives the score. */
export function judgingStories(): readonly Story[] {
  return [
    fallbackTakesOver(),
    ...shares(),
    ...notErrors(),
    withoutFallback(),
    budgetOfAJudge(),
    errorsByFrequency(),
    instancesAndPipelines(),
  ];
}

/** Judgings a minute by how they end: `ok` or the error. */
type Ends = Readonly<Record<string, number>>;

/** Judgings by judge. */
function judged(judges: Readonly<Record<string, Ends>>, metric = "groundedness"): NonNullable<Phase["counters"]> {
  return Object.entries(judges).flatMap(([judge, ends]) =>
    Object.entries(ends).map(([end, amount]) => {
      const labels = { rag_metric: metric, rag_judge: judge, ...(end === "ok" ? {} : { error_type: end }) };
      return ["rag_judge_duration_count", labels, amount] as const;
    }),
  );
}

function phase(minutes: number, judges: Readonly<Record<string, Ends>>, more: Partial<Phase> = {}): Phase {
  return { minutes, requests: 8, scores: good, counters: judged(judges), ...more };
}

function steady(job: string, judges: Readonly<Record<string, Ends>>, more: Partial<Phase> = {}): Story {
  return { job, series: sliceSeries({ job, intent: "faq", judge: "embedded/1" }, [phase(end, judges, more)]) };
}

function placeOf(job: string, judge: string) {
  return { job, rag_metric: "groundedness", rag_judge: judge };
}

/** The first judge is dead for an hour: another one scores every request, and no outcome is missing. */
function fallbackTakesOver(): Story {
  const job = "fallback";
  // Errors have series from minute 71 on, and an increase with the next sample.
  const alert = (minute: number) => {
    const failed = Math.min(minute - breaks, 15, mended + 15 - minute);
    const errors = `circuit_open ${6 * failed} http_500 ${2 * failed}`;
    return judgeErrors(placeOf(job, "llm/1"), percent(failed, 15), errors, "0.75 (embedded/1)");
  };
  return {
    job,
    series: [
      ...sliceSeries({ job, intent: "faq", judge: "embedded/1" }, [
        phase(breaks, { "llm/1": { ok: 8 }, "embedded/1": { ok: 0 } }),
        phase(mended - breaks, { "llm/1": { ok: 0, http_500: 2, circuit_open: 6 }, "embedded/1": { ok: 8 } }),
        phase(end - mended, { "llm/1": { ok: 8 } }),
      ]),
      ...relevanceSeries(0.75, { job, judge: "embedded/1" }),
      ...relevanceSeries(0.25, { job, pipeline: "other" }),
    ],
    fires: together(
      between(breaks + 7, 141, (minute) => [alert(minute)]),
      // Two of 15 minutes are the last share above a tenth.
      between(153, 153, [alert(143)]),
    ),
  };
}

/** A tenth of a judge's judgings may fail, and of 20 in 15 minutes it is known; judges and metrics are not added up. */
function shares(): readonly Story[] {
  const ofTwo = "judgings-two-metrics";
  return [
    steady("judgings-10", { "llm/1": { ok: 9, http_500: 1 } }),
    steady("judgings-19", { "llm/1": { ok: 16 / 15, http_500: 3 / 15 } }),
    {
      ...steady("judgings-20", { "llm/1": { ok: 17 / 15, http_500: 3 / 15 } }),
      fires: always(judgeErrors(placeOf("judgings-20", "llm/1"), "15%", "http_500 3")),
    },
    {
      ...steady("judgings-10-5", { "llm/1": { ok: 179 / 15, http_500: 21 / 15 } }),
      fires: always(judgeErrors(placeOf("judgings-10-5", "llm/1"), "10.5%", "http_500 21")),
    },
    {
      ...steady("outcomes-10-5", {}, { requests: 200 / 15, unscored: { groundedness: { judge_error: 21 / 15 } } }),
      fires: always(
        judgeErrors({ job: "outcomes-10-5", rag_metric: "groundedness" }, "10.5%", "judge_error 21"),
        coverageLow({ job: "outcomes-10-5", rag_metric: "groundedness" }, "89.5%", "judge_error 84"),
      ),
    },
    steady("judgings-15-and-15", { "llm/1": { http_500: 1 }, "llm/2": { http_500: 1 } }),
    steady(
      ofTwo,
      {},
      { counters: [...judged({ "llm/1": { http_500: 1 } }), ...judged({ "llm/1": { http_500: 1 } }, "tone")] },
    ),
  ];
}

/** What says nothing against a judge, neither fails nor counts. */
function notErrors(): readonly Story[] {
  const errors = [
    "too_long",
    "context_too_small",
    "context_length_exceeded",
    "too_many_calls",
    "shutdown",
    "embedder_closed",
  ];
  const amounts = (amount: number): Ends => Object.fromEntries(errors.map((error) => [error, amount]));
  const among = "among-errors";
  return [
    steady("no-errors", { "llm/1": { ok: 2, ...amounts(1) } }),
    ...[...errors, "over_budget", "cost_unknown"].map((error) => {
      const job = `${among}-${error.replaceAll("_", "-")}`;
      const story = steady(job, { "llm/1": { ok: 17 / 15, http_500: 3 / 15, [error]: 80 / 15 } });
      const failing = judgeErrors(
        placeOf(job, "llm/1"),
        "15%",
        `${[`${error} 80`, "http_500 3"].toSorted().join(" ")}`,
      );
      const spent = judgeBudgetSpent({ job, rag_judge: "llm/1" }, 80);
      return { ...story, fires: always(failing, ...(errors.includes(error) ? [] : [spent])) };
    }),
  ];
}

/** Nobody takes over: the judge is named, once, and what its metric lacks. Where nobody was asked, outcomes say it. */
function withoutFallback(): Story {
  const job = "no-fallback";
  const unscored = { judge_error: 2 };
  const place = (rag_metric: string, rag_pipeline = "main") => ({ job, rag_pipeline, rag_metric });
  return {
    job,
    series: [
      ...sliceSeries({ job, intent: "faq" }, [
        phase(
          end,
          { "llm/1": { ok: 8, http_401: 2 } },
          {
            requests: 10,
            scores: { ...good, answer_relevance: 0.875 },
            unscored: { groundedness: unscored, answer_relevance: unscored },
          },
        ),
      ]),
      ...sliceSeries({ job, intent: "faq", pipeline: "other" }, [
        phase(end, {}, { requests: 10, unscored: { groundedness: unscored } }),
      ]),
    ],
    fires: always(
      judgeErrors({ ...place("groundedness"), rag_judge: "llm/1" }, "20%", "http_401 30"),
      judgeErrors(place("answer_relevance"), "20%", "judge_error 30"),
      judgeErrors(place("groundedness", "other"), "20%", "judge_error 30"),
      ...[place("groundedness"), place("answer_relevance"), place("groundedness", "other")].map((each) =>
        coverageLow(each, "80%", "judge_error 120"),
      ),
    ),
  };
}

/** A spent budget has the judge's name, for all its metrics; that is the alert, though outcomes show it too. */
function budgetOfAJudge(): Story {
  const job = "budget-of-a-judge";
  const spent: Ends = { over_budget: 1, cost_unknown: 1 };
  return {
    job,
    series: [
      ...sliceSeries({ job, intent: "faq", judge: "embedded/1" }, [
        phase(breaks, { "llm/1": { over_budget: 0 } }),
        phase(2, { "llm/1": { over_budget: 2 } }),
        phase(end - breaks - 2, {}),
      ]),
      ...sliceSeries({ job, intent: "faq", pipeline: "other", judge: "embedded/1" }, [
        phase(
          end,
          {},
          {
            requests: 40,
            counters: [
              ...judged({ "llm/1": spent, "llm/2": { ok: 8, over_budget: 1 } }),
              ...judged({ "llm/1": spent }, "answer_relevance"),
            ],
            unscored: { groundedness: { over_budget: 2 } },
          },
        ),
      ]),
      ...sliceSeries({ job, intent: "faq", pipeline: "outcomes" }, [
        phase(end, {}, { requests: 40, unscored: { groundedness: { over_budget: 2 } } }),
      ]),
      ...relevanceSeries(0.75, { job, pipeline: "other" }),
      ...relevanceSeries(0.5, { job, pipeline: "outcomes" }),
    ],
    fires: together(
      // The first of its two samples is no increase.
      between(77, 96, [judgeBudgetSpent({ job, rag_judge: "llm/1" }, 2)]),
      always(
        judgeBudgetSpent({ job, rag_pipeline: "other", rag_judge: "llm/1" }, 60, "0.75 (nli/1)"),
        judgeBudgetSpent({ job, rag_pipeline: "other", rag_judge: "llm/2" }, 15, "0.75 (nli/1)"),
        judgeBudgetSpent({ job, rag_pipeline: "outcomes" }, 30, "0.50 (nli/1)"),
      ),
    ),
  };
}

/** The three most frequent errors, by name, of this judge on this metric. */
function errorsByFrequency(): Story {
  const job = "errors-by-frequency";
  const errors = { http_500: 2, circuit_open: 4, ECONNREFUSED: 3, rate_limited: 1 };
  return {
    ...steady(
      job,
      {},
      {
        counters: [
          ...judged({ "llm/1": { ok: 10, ...errors }, "embedded/1": { ok: 99, http_999: 9 } }),
          ...judged({ "llm/1": { ok: 99, http_998: 9 } }, "answer_relevance"),
        ],
      },
    ),
    fires: always(judgeErrors(placeOf(job, "llm/1"), "50%", "ECONNREFUSED 45 circuit_open 60 http_500 30")),
  };
}

/** Instances are one service, and pipelines are two. */
function instancesAndPipelines(): Story {
  const job = "judgings-pipelines";
  const slice = { job, intent: "faq", judge: "embedded/1" };
  return {
    job,
    series: [
      ...sliceSeries(slice, [phase(end, { "llm/1": { ok: 40 } })]),
      ...["a", "b"].flatMap((instance) =>
        sliceSeries({ ...slice, pipeline: "other", instance }, [phase(end, { "llm/1": { ok: 0.6, http_500: 0.2 } })]),
      ),
    ],
    fires: always(judgeErrors({ ...placeOf(job, "llm/1"), rag_pipeline: "other" }, "25%", "http_500 6")),
  };
}
