import type { Batch, Story } from "../batch.ts";
import { gauge } from "../service.ts";
import { seriesName, type InputSeries } from "../series.ts";

const at = "5m";
const kinds = { empty: 0.5, errors: 0.2 } as const;
const levels = ["intent", "pipeline"] as const;

type Kind = keyof typeof kinds;
type Level = (typeof levels)[number];

/** Where the share of empty or failing retrieval is no chance: each window by itself, a hair above its bound and below it. */
export const retrievalTroubleBatch: Batch = {
  name: "shares of retrieval that are no chance",
  alerts: [],
  given: [
    ...levels.flatMap((level) =>
      (["empty", "errors"] as const).flatMap((kind) =>
        ["5m", "15m"].map((window) => `${level}:rag_retrieval_${kind}:ratio${window}`),
      ),
    ),
    ...["5m", "15m"].flatMap((window) => [
      `intent:rag_requests:increase${window}`,
      `pipeline:rag_answerable_requests:increase${window}`,
    ]),
    "pipeline:rag_requests:increase15m",
    "intent:rag_refusals:usual",
  ],
  evaluation: "1m",
  checkpoints: [at],
  stories: levels.flatMap((level) => (["empty", "errors"] as const).map((kind) => bounds(level, kind))),
};

interface Case {
  readonly pipeline: string;
  /** Of so many requests so large a share, over 5 minutes and over 15. */
  readonly short: readonly [requests: number, share: number];
  readonly long: readonly [requests: number, share: number];
  /** The share that is recorded as too high, if any, and whether there are requests enough to page. */
  readonly high?: number;
  readonly isEnough?: boolean;
}

function bounds(level: Level, kind: Kind): Story {
  const job = `${level}-${kind}`;
  const limit = kinds[kind];
  const bound = (requests: number): number =>
    limit + 1.645 * Math.sqrt((limit * (1 - limit)) / requests) + 1 / (2 * requests);
  const cases: readonly Case[] = [
    {
      pipeline: "short-above",
      short: [100, bound(100) + 2e-4],
      long: [400, 0],
      high: bound(100) + 2e-4,
      isEnough: true,
    },
    { pipeline: "short-below", short: [100, bound(100) - 2e-4], long: [400, 0] },
    {
      pipeline: "long-above",
      short: [16, 0],
      long: [100, bound(100) + 2e-4],
      high: bound(100) + 2e-4,
      isEnough: true,
    },
    { pipeline: "long-below", short: [16, 0], long: [100, bound(100) - 2e-4] },
    { pipeline: "both", short: [100, 0.9375], long: [400, 0.875], high: 0.9375, isEnough: true },
    { pipeline: "enough", short: [10, 1], long: [20, 1], high: 1, isEnough: true },
    { pipeline: "not-enough", short: [10, 1], long: [19, 1], high: 1 },
  ];
  const record = `${level}:rag_retrieval_${kind}:high`;
  const labelsOf = (pipeline: string) => ({
    job,
    rag_pipeline: pipeline,
    ...(level === "intent" ? { rag_intent_class: "one" } : {}),
  });
  const samples = (name: string, isShown: (each: Case) => boolean) =>
    cases.flatMap((each) =>
      each.high !== undefined && isShown(each)
        ? [{ labels: seriesName(name, labelsOf(each.pipeline)), value: each.high }]
        : [],
    );
  return {
    job,
    series: cases.flatMap((each) => seriesOf(level, kind, each, labelsOf(each.pipeline))),
    results: [
      { at, expression: `${record}{job="${job}"}`, samples: samples(record, () => true) },
      {
        at,
        expression: `${record}_enough{job="${job}"}`,
        samples: samples(`${record}_enough`, ({ isEnough }) => isEnough === true),
      },
    ],
  };
}

/** The recorded shares and requests; those of a pipeline within 5 minutes are the sum of its intent classes'. */
function seriesOf(
  level: Level,
  kind: Kind,
  { short, long }: Case,
  labels: Readonly<Record<string, string>>,
): readonly InputSeries[] {
  const series = (name: string, value: number, more: Readonly<Record<string, string>> = {}) =>
    gauge(name, { ...labels, ...more }, value, 5);
  const shares = [
    series(`${level}:rag_retrieval_${kind}:ratio5m`, short[1]),
    series(`${level}:rag_retrieval_${kind}:ratio15m`, long[1]),
  ];
  const requests = [short[0], long[0]].map((count, index) => [["5m", "15m"][index] ?? "", count] as const);
  if (level === "intent")
    return [...shares, ...requests.map(([window, count]) => series(`intent:rag_requests:increase${window}`, count))];
  if (kind === "empty")
    return [
      ...shares,
      ...requests.map(([window, count]) => series(`pipeline:rag_answerable_requests:increase${window}`, count)),
    ];
  return [
    ...shares,
    ...["one", "two"].map((rag_intent_class) =>
      series("intent:rag_requests:increase5m", short[0] / 2, { rag_intent_class }),
    ),
    series("pipeline:rag_requests:increase15m", long[0]),
  ];
}
