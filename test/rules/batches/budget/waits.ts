import type { ExpectedAlert, Story } from "../../batch.ts";
import { budgetBurn, budgetExhausted, burnWindows } from "../../expected/budget.ts";
import { judgeDisagreement } from "../../expected/monitor.ts";
import { drift, lowSlow, regression } from "../../expected/quality.ts";
import { refusalShareHigh } from "../../expected/retrieval.ts";
import { gauge, sliceSeries } from "../../service.ts";
import { seriesName, valuesText, type InputSeries } from "../../series.ts";

/** Everything becomes bad at this minute, and is mended at the other one. */
const breaks = 10;
const mended = 200;
const end = 215;
const minutes = [9, 11, 12, 24, 25, 39, 40, 69, 70, 79, 80, 189, 190, 209, 210];

/** When every alert is looked at: a minute before, and the minute in which it has waited for long enough. */
export const waitCheckpoints: readonly string[] = minutes.map((minute) => `${minute}m`);

/** How long alerts wait, on recorded values that change from one minute to the next. */
export function waitStories(): readonly Story[] {
  return [
    ...burnWaits(),
    exhausted(),

    disagreement(),
    disagreementAtTheBound(),
    ...metrics.map(comparisons),
  ];
}

const metrics = ["context_relevance", "groundedness", "answer_relevance"];

/** Fires after so many minutes, and for 10 after the repair. */
function after(wait: number, ...alerts: readonly ExpectedAlert[]): NonNullable<Story["fires"]> {
  return Object.fromEntries(
    minutes.filter((minute) => minute >= breaks + wait && minute < mended + 10).map((minute) => [`${minute}m`, alerts]),
  );
}

function changes(name: string, labels: Readonly<Record<string, string>>, before: number, bad: number): InputSeries {
  const values = Array.from({ length: end + 1 }, (_, minute) => (minute < breaks || minute >= mended ? before : bad));
  return { series: seriesName(name, labels), values: valuesText(values) };
}

const waits = { "1h": 2, "6h": 15, "1d": 60, "3d": 180 } as const;

function burnWaits(): readonly Story[] {
  const longs = ["1h", "6h", "1d", "3d"] as const;
  return longs.flatMap((long) => {
    const { short, factor } = burnWindows[long];
    const story = (job: string, longRate: number, shortRate: number, fires: Story["fires"] = {}): Story => {
      const labels = { job, rag_pipeline: "main", rag_metric: "groundedness" };
      return {
        job,
        series: [
          changes(`pipeline:rag_score_budget:burnrate${long}`, labels, 0, longRate),
          changes(`pipeline:rag_score_budget:burnrate${short}`, labels, 0, shortRate),
          gauge("pipeline:rag_scored:increase5m", labels, 1000, end),
        ],
        fires,
      };
    };
    const job = `burn-${long}`;
    const more = factor + 0.5;
    const value = more.toFixed(1);
    return [
      story(job, more, more, after(waits[long], budgetBurn(long, { job, rag_metric: "groundedness" }, { value }))),
      story(`${job}-at-factor`, factor, more),
      story(`${job}-short-at-factor`, more, factor),
    ];
  });
}

function exhausted(): Story {
  const labels = { job: "exhausted", rag_pipeline: "main", rag_metric: "groundedness" };
  return {
    job: "exhausted",
    series: [
      changes("pipeline:rag_score_budget:remaining28d", labels, 0.5, -0.125),
      gauge("pipeline:rag_scored:increase28d", labels, 200, end),
      gauge(
        "pipeline:rag_score:mean15m",
        { ...labels, rag_metric: "context_relevance", rag_judge: "nli/1" },
        0.75,
        end,
      ),
    ],
    fires: after(
      15,
      budgetExhausted({ job: "exhausted", rag_metric: "groundedness" }, "12.5%", { relevance: "0.75 (nli/1)" }),
    ),
  };
}

/** A fifth may differ; 200 comparisons of a pair are enough, and 199 are not. */
function disagreement(): Story {
  const job = "disagreement";
  const place = { job, rag_metric: "groundedness", rag_judge: "nli/1", rag_shadow_judge: "llm/2" };
  const counters = (agree: number, disagree: number, shadow = "llm/2") =>
    [
      ["agree", agree],
      ["disagree", disagree],
    ].map(
      ([comparison, amount]) =>
        [
          "rag_judge_comparisons_total",
          {
            rag_metric: "groundedness",
            rag_judge: "nli/1",
            rag_shadow_judge: shadow,
            rag_comparison: String(comparison),
          },
          Number(amount),
        ] as const,
    );
  return {
    job,
    series: [
      ...sliceSeries({ job }, [{ minutes: end, counters: counters(30, 10) }]),
      ...sliceSeries({ job, instance: "b" }, [{ minutes: end, counters: counters(60, 0, "llm/3") }]),
      gauge(
        "pipeline:rag_score:mean15m",
        { job, rag_pipeline: "main", rag_metric: "context_relevance", rag_judge: "nli/1" },
        0.625,
        end,
      ),
    ],
    // 200 comparisons are there after 5 minutes.
    fires: Object.fromEntries(
      minutes
        .filter((minute) => minute >= 35)
        .map((minute) => [`${minute}m`, [judgeDisagreement(place, "25%", "0.62 (nli/1)")]]),
    ),
  };
}

function disagreementAtTheBound(): Story {
  const job = "disagreement-20";
  const labels = { rag_metric: "groundedness", rag_judge: "nli/1", rag_shadow_judge: "llm/2" };
  return {
    job,
    series: sliceSeries({ job }, [
      {
        minutes: end,
        counters: [
          ["rag_judge_comparisons_total", { ...labels, rag_comparison: "agree" }, 40],
          ["rag_judge_comparisons_total", { ...labels, rag_comparison: "disagree" }, 10],
        ],
      },
    ]),
  };
}

/** Slow means, regressions and drifts: by enough, and by more than chance. */
function comparisons(metric: string): Story {
  const job = `comparisons-${metric}`;
  const warning = { context_relevance: 0.75, groundedness: 0.8, answer_relevance: 0.7 }[metric] ?? 0;
  const place = (intent: string) => ({ job, rag_pipeline: "main", rag_intent_class: intent, rag_judge: "nli/1" });
  const labels = (intent: string) => ({ ...place(intent), rag_metric: metric });
  const slice = (intent: string) => ({ ...labels(intent), rag_model_version: "v2" });
  return {
    job,
    series: [
      changes("slice:rag_score:drop1d", slice("drops"), 0, 0.0625),
      gauge("slice:rag_score:drop_margin1d", slice("drops"), 0.06, end),
      changes("slice:rag_score:drop1d", slice("drops-by-chance"), 0, 0.0625),
      gauge("slice:rag_score:drop_margin1d", slice("drops-by-chance"), 0.0625, end),
      changes("intent:rag_score:drift1d", labels("drifts"), 0, 0.0625),
      gauge("intent:rag_score:drift_margin1d", labels("drifts"), 0.06, end),
      changes("intent:rag_score:drift1d", labels("drifts-by-chance"), 0, 0.0625),
      gauge("intent:rag_score:drift_margin1d", labels("drifts-by-chance"), 0.0625, end),
      changes("intent:rag_score:mean1d", labels("slow"), warning, warning - 0.25),
      gauge("intent:rag_score_count:increase1h", labels("slow"), 1, end),
      gauge("intent:rag_score_count:increase1d", labels("slow"), 30, end),
    ],
    fires: after(
      30,
      regression(metric, { ...place("drops"), rag_model_version: "v2" }, { value: "0.062" }),
      drift(metric, place("drifts"), { value: "0.062" }),
      lowSlow(metric, place("slow"), { value: (warning - 0.25).toFixed(3) }),
    ),
  };
}

const rises = 24 * 60 + 10;

/** When the alert on refusals is looked at, which reads a day back: after 10 minutes more, and after 15. */
export const refusalCheckpoints: readonly string[] = [rises + 10, rises + 15].map((minute) => `${minute}m`);

/** A share of refusals that rises after a day and 10 minutes; one sample each 5 minutes. */
export function refusalWaits(): readonly Story[] {
  const job = "refusal-waits";
  const constant = (name: string, intent: string, before: number, now = before): InputSeries => {
    const values = Array.from({ length: 300 }, (_, index) => (index * 5 < rises ? before : now));
    const labels = { job, rag_pipeline: "main", rag_intent_class: intent };
    return { series: seriesName(name, labels), values: valuesText(values) };
  };
  const intents = [
    ["rises", 0.46, 0.25],
    ["at-the-bound", 0.2, 0],
  ] as const;
  return [
    {
      job,
      series: intents.flatMap(([intent, hour, week]) => [
        constant("intent:rag_refusals:ratio1h", intent, week, hour),
        constant("intent:rag_refusals:ratio7d", intent, week),
        constant("intent:rag_requests:increase1h", intent, 30),
        constant("intent:rag_requests:increase7d", intent, 200),
      ]),
      fires: { [`${rises + 15}m`]: [refusalShareHigh({ job, rag_intent_class: "rises" }, { share: "21%" })] },
    },
  ];
}
