import type { Batch, ExpectedResult, Story } from "../batch.ts";
import { seriesName, type InputSeries } from "../series.ts";
import { gauge, sliceSeries, type Phase } from "../service.ts";

/** Not a round time: sums of steps end at minute 40. */
const at = "41m";
const end = 42;
/** So many increments of 5 minutes are known at minute 40. */
const steps = 8;

/** One process, slice and judge that does the same every minute. */
interface Stream {
  readonly job: string;
  readonly rag_pipeline: string;
  readonly rag_intent_class: string;
  readonly rag_model_version: string;
  readonly rag_judge: string;
  readonly instance: string;
  readonly requests: number;
  readonly refusals: number;
  readonly empty: number;
  readonly scores: Readonly<Record<"context_relevance" | "groundedness" | "answer_relevance", number>>;
}

const base: Stream = {
  job: "records",
  rag_pipeline: "main",
  rag_intent_class: "faq",
  rag_model_version: "v1",
  rag_judge: "nli/1",
  instance: "a",
  requests: 4,
  refusals: 1,
  empty: 2,
  scores: { context_relevance: 0.875, groundedness: 0.75, answer_relevance: 0.5 },
};

const others = { context_relevance: 0.5, groundedness: 0.25, answer_relevance: 0.125 };

/** Each differs in one label from the first, and in what it does from all. */
const streams: readonly Stream[] = [
  base,
  { ...base, instance: "b", requests: 2, refusals: 0, empty: 0, scores: others },
  { ...base, rag_model_version: "v2", requests: 3, refusals: 3, empty: 1, scores: others },
  { ...base, rag_intent_class: "how-to", requests: 8, refusals: 2, empty: 3, scores: others },
  { ...base, rag_judge: "llm/2", instance: "c", requests: 6, refusals: 4, empty: 5, scores: others },
  { ...base, rag_pipeline: "other", requests: 5, refusals: 4, empty: 5, scores: others },
  { ...base, job: "records-elsewhere", requests: 7, refusals: 1, empty: 0, scores: others },
  { ...base, rag_intent_class: "idle", requests: 0, refusals: 0, empty: 0 },
];

const labels = {
  slice: ["job", "rag_pipeline", "rag_intent_class", "rag_model_version"],
  intent: ["job", "rag_pipeline", "rag_intent_class"],
  pipeline: ["job", "rag_pipeline"],
} as const;

type Level = keyof typeof labels;
const levels: readonly Level[] = ["slice", "intent", "pipeline"];
const metrics = ["context_relevance", "groundedness", "answer_relevance"] as const;

/** What is recorded of levels, each by its value: an alert looks at a few of them only, and long windows at their sums. */
export const recordBatch: Batch = {
  name: "records",
  alerts: [],
  evaluation: "1m",
  checkpoints: [at],
  stories: [
    {
      job: base.job,
      series: streams.flatMap(seriesOf),
      results: [...levels.flatMap(scoreRecords), ...trafficRecords()],
    } satisfies Story,
  ],
};

/** Each process restarts two minutes before the end: increases go on, differences do not. */
function seriesOf(stream: Stream): readonly InputSeries[] {
  const { job, rag_pipeline: pipeline, rag_intent_class: intent, rag_model_version: model, rag_judge: judge } = stream;
  const { instance, requests, refusals, empty, scores } = stream;
  const phase: Phase = { minutes: end - 3, requests, refusals, empty, scores };
  const series = sliceSeries({ job, pipeline, intent, model, judge, instance }, [
    phase,
    { ...phase, minutes: 3, restarts: true },
  ]);
  return requests > 0 ? series : [...series, ...scoredBefore(stream)];
}

/** Scores of which none is new. */
function scoredBefore(stream: Stream): readonly InputSeries[] {
  const { requests: _, refusals: __, empty: ___, scores: ____, ...place } = stream;
  return metrics.flatMap((metric) =>
    ["count", "sum"].map((quantity) => gauge(`rag_${metric}_${quantity}`, place, 5, end)),
  );
}

/** Values by labels: the sum over all streams that have them. */
function summed(names: readonly (keyof Stream)[], value: (stream: Stream) => number): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const stream of streams) {
    const key = JSON.stringify(Object.fromEntries(names.map((name) => [name, stream[name]])));
    sums.set(key, (sums.get(key) ?? 0) + value(stream));
  }
  return sums;
}

function result(
  record: string,
  values: ReadonlyMap<string, number>,
  more: Readonly<Record<string, string>> = {},
): ExpectedResult["samples"] {
  return [...values].map(([key, value]) => ({
    labels: seriesName(record, { ...(JSON.parse(key) as Record<string, string>), ...more }),
    value,
  }));
}

/** What divides, without what would be divided by nothing. */
function ratio(part: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...all].flatMap(([key, count]) => (count > 0 ? [[key, (part.get(key) ?? 0) / count] as const] : [])));
}

function rounded(values: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...values].map(([key, value]) => [key, Math.round(value * 1e6) / 1e6]));
}

/** Windows that a level has, and how many minutes of the first 41 they know. */
function windowsOf(level: Level): readonly (readonly [window: string, minutes: number])[] {
  const long = [
    ["1d", 5 * steps],
    // From the sums of half an hour of which one is known.
    ["7d", 30],
  ] as const;
  if (level === "slice") return [["5m", 5], ["30m", 30], ...long];
  if (level === "intent") return [["5m", 5], ["15m", 15], ...long];
  return [["15m", 15], ...long];
}

function scoreRecords(level: Level): readonly ExpectedResult[] {
  const by = [...labels[level], "rag_judge"] as const;
  return windowsOf(level).flatMap(([window, minutes]) => {
    const of = (record: string, value: (rag_metric: (typeof metrics)[number]) => ReadonlyMap<string, number>) => ({
      at,
      expression: record,
      samples: metrics.flatMap((rag_metric) => result(record, value(rag_metric), { rag_metric })),
    });
    const count = summed(by, ({ requests }) => requests * minutes);
    const sum = (metric: (typeof metrics)[number]) =>
      summed(by, ({ requests, scores }) => requests * minutes * scores[metric]);
    const hasMean = !(level === "slice" && (window === "5m" || window === "30m"));
    return [
      of(`${level}:rag_score_count:increase${window}`, () => count),
      of(`${level}:rag_score_sum:increase${window}`, sum),
      ...(hasMean ? [of(`${level}:rag_score:mean${window}`, (metric) => rounded(ratio(sum(metric), count)))] : []),
    ];
  });
}

function trafficRecords(): readonly ExpectedResult[] {
  const of = (record: string, values: ReadonlyMap<string, number>): ExpectedResult => ({
    at,
    expression: record,
    samples: result(record, values),
  });
  const requests = (level: Level, minutes: number) => summed(labels[level], (stream) => stream.requests * minutes);
  const refusals = (minutes: number) => summed(labels.intent, (stream) => stream.refusals * minutes);
  return [
    of("intent:rag_requests:increase5m", requests("intent", 5)),
    of("intent:rag_requests:increase15m", requests("intent", 15)),
    of("pipeline:rag_requests:increase15m", requests("pipeline", 15)),
    of("intent:rag_requests:increase7d", requests("intent", 5 * steps)),
    of("intent:rag_refusals:increase5m", refusals(5)),
    of("intent:rag_refusals:increase7d", refusals(5 * steps)),
    of("intent:rag_refusals:ratio7d", ratio(refusals(5 * steps), requests("intent", 5 * steps))),
    of(
      "intent:rag_retrieval_empty:ratio5m",
      ratio(
        summed(labels.intent, ({ empty }) => empty * 5),
        requests("intent", 5),
      ),
    ),
  ];
}
