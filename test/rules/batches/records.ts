import type { Batch, ExpectedResult, Story } from "../batch.ts";
import { seriesName } from "../series.ts";
import {
  amount,
  at,
  base,
  failed,
  fiveMinutes,
  halfHours,
  metrics,
  seriesOf,
  streams,
  type Stream,
} from "./records/streams.ts";

const labels = {
  slice: ["job", "rag_pipeline", "rag_intent_class", "rag_model_version"],
  intent: ["job", "rag_pipeline", "rag_intent_class"],
  pipeline: ["job", "rag_pipeline"],
} as const;

type Level = keyof typeof labels;
const levels: readonly Level[] = ["slice", "intent", "pipeline"];

/** What is recorded of levels, each by its value: an alert looks at a few of them only, and long windows at their sums. */
export const recordBatch: Batch = {
  name: "records",
  meetsBorders: true,
  config: { alerting: { objectives: { groundedness: 0.95, context_relevance: 0.94 } } },
  alerts: [],
  evaluation: "1m",
  checkpoints: [at],
  stories: [
    {
      job: base.job,
      series: streams.flatMap(seriesOf),
      results: [...levels.flatMap(scoreRecords), ...trafficRecords(), violationShares(), ...budgetRecords()],
    } satisfies Story,
  ],
};

/** Values by labels: the sum over the streams that have them. */
function summed(
  names: readonly (keyof Stream)[],
  value: (stream: Stream) => number,
  of: readonly Stream[] = streams,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const stream of of) {
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

/** How many minutes, and until which one if not the last. */
type Minutes = readonly [minutes: number, until?: number];

/** Windows that a level has, how many minutes of the first 71 they know, and until which one. */
function windowsOf(level: Level): readonly (readonly [window: string, minutes: number, until?: number])[] {
  const long = [
    ["1d", ...halfHours],
    ["7d", ...halfHours],
  ] as const;
  if (level === "slice") return [["5m", 5], ["30m", 30], ...long];
  if (level === "intent") return [["5m", 5], ["15m", 15], ["1h", 60], ...long];
  return [["15m", 15], ["1h", 60], ...long];
}

function scoreRecords(level: Level): readonly ExpectedResult[] {
  const by = [...labels[level], "rag_judge"] as const;
  return windowsOf(level).flatMap(([window, minutes, until]) => {
    const of = (record: string, value: (rag_metric: (typeof metrics)[number]) => ReadonlyMap<string, number>) => ({
      at,
      expression: record,
      samples: metrics.flatMap((rag_metric) => result(record, value(rag_metric), { rag_metric })),
    });
    const count = summed(by, (stream) => amount(stream, stream.requests, minutes, until));
    const sum = (metric: (typeof metrics)[number]) =>
      summed(by, (stream) => amount(stream, stream.requests * stream.scores[metric], minutes, until));
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
  const requests = (level: Level, ...of: Minutes) =>
    summed(labels[level], (stream) => amount(stream, stream.requests, ...of));
  const refusals = (...of: Minutes) => summed(labels.intent, (stream) => amount(stream, stream.refusals, ...of));
  return [
    of("intent:rag_requests:increase5m", requests("intent", 5)),
    of("intent:rag_requests:increase15m", requests("intent", 15)),
    of("pipeline:rag_requests:increase15m", requests("pipeline", 15)),
    of("intent:rag_requests:increase1h", requests("intent", 60)),
    of("intent:rag_refusals:increase1h", refusals(60)),
    of("intent:rag_refusals:ratio1h", ratio(refusals(60), requests("intent", 60))),
    of("intent:rag_requests:increase7d", requests("intent", ...fiveMinutes)),
    of("intent:rag_refusals:increase5m", refusals(5)),
    of("intent:rag_refusals:increase7d", refusals(...fiveMinutes)),
    of("intent:rag_refusals:ratio7d", ratio(refusals(...fiveMinutes), requests("intent", ...fiveMinutes))),
    ...["5m", "15m"].flatMap((window) => [retrievalErrors("intent", window), retrievalErrors("pipeline", window)]),
    ...[5, 15].flatMap((minutes) => [
      of(
        `intent:rag_retrievals:increase${minutes}m`,
        retrievals(minutes, (stream) => stream.requests + failed(stream)),
      ),
      of(`intent:rag_retrieval_errors:increase${minutes}m`, retrievals(minutes, failed)),
    ]),
    of("intent:rag_refusals:usual", usualRefusals()),
    of("pipeline:rag_answerable_requests:increase5m", answerable("requests", 5)),
    of("pipeline:rag_answerable_requests:increase15m", answerable("requests", 15)),
    ...[5, 15].flatMap((minutes) => [
      of(
        `pipeline:rag_retrieval_empty:ratio${minutes}m`,
        ratio(answerable("empty", minutes), answerable("requests", minutes)),
      ),
      of(
        `intent:rag_retrieval_empty:ratio${minutes}m`,
        ratio(
          summed(labels.intent, (stream) => amount(stream, Math.min(stream.empty, stream.requests), minutes)),
          requests("intent", minutes),
        ),
      ),
    ]),
  ];
}

/** The intent classes of which most answers are refusals, in pipelines of which another class is answered. */
function usualRefusals(): ReadonlyMap<string, number> {
  const shares = ratio(
    summed(labels.intent, ({ refusals }) => refusals),
    summed(labels.intent, ({ requests }) => requests),
  );
  const pipelineOf = (key: string): string => {
    const { job, rag_pipeline } = JSON.parse(key) as Stream;
    return JSON.stringify([job, rag_pipeline]);
  };
  const retrievedFor = new Set(
    streams.filter(({ isOnce }) => isOnce !== true).map((stream) => JSON.stringify([stream.job, stream.rag_pipeline])),
  );
  const answered = new Set(
    [...shares]
      .filter(([key, share]) => share <= 0.5 && retrievedFor.has(pipelineOf(key)))
      .map(([key]) => pipelineOf(key)),
  );
  return new Map([...shares].filter(([key, share]) => share > 0.5 && answered.has(pipelineOf(key))));
}

/** Without the intent classes that are usually refused. */
function answerable(what: "requests" | "empty", minutes: number): ReadonlyMap<string, number> {
  const usual = usualRefusals();
  const keyOf = (stream: Stream): string =>
    JSON.stringify(Object.fromEntries(labels.intent.map((name) => [name, stream[name]])));
  return summed(
    labels.pipeline,
    (stream) => amount(stream, Math.min(stream[what], stream.requests), minutes),
    streams.filter((stream) => !usual.has(keyOf(stream))),
  );
}

/** Of what retrieves all the time. */
function retrievals(minutes: number, each: (stream: Stream) => number): ReadonlyMap<string, number> {
  const retrieving = streams.filter(({ requests, isOnce }) => requests > 0 && isOnce !== true);
  return summed(labels.intent, (stream) => each(stream) * minutes, retrieving);
}

function retrievalErrors(level: "intent" | "pipeline", window: string): ExpectedResult {
  const record = `${level}:rag_retrieval_errors:ratio${window}`;
  const all = summed(labels[level], (stream) => (stream.isOnce === true ? 0 : stream.requests + failed(stream)));
  const shares = ratio(
    summed(labels[level], (stream) => (stream.requests > 0 ? failed(stream) : 0)),
    all,
  );
  return { at, expression: record, samples: result(record, shares) };
}

/** The same share of violations in every window that knows of the stream, and none where nothing was scored. */
function budgetRecords(): readonly ExpectedResult[] {
  const of = (record: string, values: ReadonlyMap<string, number>, of: readonly string[] = ["groundedness"]) => ({
    at,
    expression: record,
    samples: of.flatMap((rag_metric) => result(record, values, { rag_metric })),
  });
  const violations = (...of: Minutes) => summed(labels.pipeline, (stream) => amount(stream, stream.violations, ...of));
  const scored = (...of: Minutes) => summed(labels.pipeline, (stream) => amount(stream, stream.requests, ...of));
  const shares = ratio(violations(5), scored(5));
  const burned = (of: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
    new Map([...of].map(([key, share]) => [key, share / (1 - 0.95)]));
  const spent = burned(ratio(violations(...halfHours), scored(...halfHours)));
  const objective = (rag_metric: string, value: number) => ({
    labels: seriesName("rag:slo_objective:ratio", { rag_metric }),
    value,
  });
  return [
    {
      at,
      expression: "rag:slo_objective:ratio",
      samples: [objective("groundedness", 0.95), objective("context_relevance", 0.94)],
    },
    of("pipeline:rag_violations:increase5m", violations(5)),
    of("pipeline:rag_violations:increase30m", violations(30)),
    of("pipeline:rag_scored:increase5m", scored(5), metrics),
    of("pipeline:rag_scored:increase30m", scored(30), metrics),
    of("pipeline:rag_scored:increase28d", scored(...halfHours), metrics),
    ...["5m", "30m", "1h", "2h", "6h", "1d", "3d"].map((window) =>
      of(`pipeline:rag_score_budget:burnrate${window}`, burned(shares)),
    ),
    of("pipeline:rag_score_budget:remaining28d", new Map([...spent].map(([key, rate]) => [key, 1 - rate]))),
  ];
}

/** At most 1. */
function violationShares(): ExpectedResult {
  const record = "intent:rag_violations:ratio1h";
  const by = [...labels.intent, "rag_judge"] as const;
  const of = (rag_severity: string, share: number) => {
    const violations = summed(by, (stream) => amount(stream, stream.violations * share, 60));
    const shares = ratio(
      violations,
      summed(by, (stream) => amount(stream, stream.requests, 60)),
    );
    const atMost = new Map([...shares].map(([key, value]) => [key, Math.min(1, value)]));
    return result(record, atMost, { rag_metric: "groundedness", rag_severity });
  };
  return { at, expression: record, samples: [...of("warning", 1), ...of("page", 0.5)] };
}
