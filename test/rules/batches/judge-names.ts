import type { Batch, ExpectedAlert, Story } from "../batch.ts";
import { thresholdMismatch, thresholdsMissing } from "../expected/monitor.ts";
import { low } from "../expected/quality.ts";
import { gauge, sliceSeries } from "../service.ts";
import { seriesName, type InputSeries } from "../series.ts";

const job = "judge-names";
const end = 60;
const listed = "llm-sentences/1+listed";
const own = "llm-sentences/1+own";
const unlisted = "llm-sentences/2+any";

/** The thresholds as data: metric, judge, intent class, warning and page. */
const data: readonly (readonly [metric: string, judge: string, intent: string, warning: number, page: number])[] = [
  ["context_relevance", "embedded/1", "default", 0.45, 0.37],
  ["context_relevance", "embedded/1", "smalltalk", 0.003, 0.002],
  ["context_relevance", listed, "default", 0.01, 0.005],
  ["context_relevance", listed, "smalltalk", 0.003, 0.002],
  ["context_relevance", own, "default", 0.3, 0.2],
  ["context_relevance", own, "smalltalk", 0.3, 0.2],
  ["context_relevance", own, "hard", 0.25, 0.15],
  ["context_relevance", "llm-sentences", "default", 0.01, 0.005],
  ["context_relevance", "llm-sentences", "smalltalk", 0.003, 0.002],
  ["context_relevance", "default", "default", 0.75, 0.65],
  ["context_relevance", "default", "smalltalk", 0.003, 0.002],
  ["groundedness", "embedded/1", "default", 0.81, 0.76],
  ["groundedness", listed, "default", 0.8, 0.7],
  ["groundedness", own, "default", 0.8, 0.7],
  ["groundedness", own, "hard", 0.9, 0.85],
  ["groundedness", "default", "default", 0.8, 0.7],
  ["answer_relevance", "embedded/1", "default", 0.39, 0.3],
  ["answer_relevance", listed, "default", 0.7, 0.6],
  ["answer_relevance", "default", "default", 0.7, 0.6],
];

/** Streams of context relevance: judge, intent class, score, and the thresholds in force, the most specific ones. */
const streams: readonly (readonly [judge: string, intent: string, score: number, warning: number, page: number])[] = [
  ...[listed, unlisted].flatMap(
    (judge) =>
      [
        [judge, "good", 0.015625, 0.01, 0.005],
        [judge, "fair", 0.0078125, 0.01, 0.005],
        [judge, "poor", 0.00390625, 0.01, 0.005],
        [judge, "smalltalk", 0.00390625, 0.003, 0.002],
      ] as const,
  ),
  [own, "poor", 0.25, 0.3, 0.2],
  [own, "hard", 0.25, 0.25, 0.15],
  ["llm-graded/1+any", "poor", 0.703125, 0.75, 0.65],
  ["llm/1", "smalltalk", 0.00390625, 0.003, 0.002],
  ["llm-sentences/2+old", "good", 0.8125, 0.01, 0.005],
];

/** Judges whose name has thresholds, whatever their version: a share of sentences is small where retrieval is good. */
export const judgeNameBatch: Batch = {
  name: "thresholds by the judge's name",
  config: {
    thresholds: [
      { metric: "context_relevance", intentClass: "smalltalk", warning: 0.003, page: 0.002 },
      { metric: "context_relevance", judge: own, warning: 0.3, page: 0.2 },
      { metric: "context_relevance", judge: own, intentClass: "hard", warning: 0.25, page: 0.15 },
      { metric: "groundedness", judge: own, intentClass: "hard", warning: 0.9, page: 0.85 },
    ],
    alerting: { judges: ["embedded/1", listed] },
  },
  alerts: ["RagContextRelevanceLow", "RagContextRelevanceVeryLow", "RagThresholdsMissing", "RagThresholdMismatch"],
  evaluation: "1m",
  checkpoints: ["40m"],
  stories: [byName()],
};

function byName(): Story {
  return {
    job,
    series: [
      ...laxThresholds(),
      ...streams.flatMap(([judge, intent, score]) => scored(judge, intent, score)),
      ...[listed, unlisted, own].flatMap((judge) => says(judge, ...(judge === own ? [0.3, 0.2] : [0.01, 0.005]))),
      // Nobody judges anything else by sentences.
      ...scored(unlisted, "good", 0.125, "groundedness"),
      // A process of another version has the literature's.
      ...says("llm-sentences/2+old", 0.75, 0.65),
    ],
    fires: {
      "40m": [
        ...[listed, unlisted].flatMap((judge) => [
          alert(judge, "fair", "warning", 0.0078125),
          alert(judge, "poor", "warning", 0.00390625),
          alert(judge, "poor", "page", 0.00390625),
        ]),
        alert(own, "poor", "warning", 0.25),
        alert("llm-graded/1+any", "poor", "warning", 0.703125),
        thresholdsMissing(
          { job, rag_pipeline: pipelineOf(unlisted), rag_metric: "groundedness", rag_judge: unlisted },
          162,
        ),
        mismatch("warning", 0.01),
        mismatch("page", 0.005),
      ],
    },
    results: [
      { at: "40m", expression: 'rag:score_threshold:value{source=""}', samples: dataSamples() },
      { at: "40m", expression: "intent:rag_score:threshold", samples: thresholdSamples() },
    ],
  };
}

/** All thresholds once more, and half as high, as another file may have left them behind: the higher ones hold. */
function laxThresholds(): readonly InputSeries[] {
  return data.flatMap(([rag_metric, rag_judge, rag_intent_class, warning, page]) =>
    Object.entries({ warning, page }).map(([rag_severity, value]) =>
      gauge(
        "rag:score_threshold:value",
        { rag_intent_class, rag_judge, rag_metric, rag_severity, source: "another-file" },
        value / 2,
        end,
      ),
    ),
  );
}

function thresholdSamples() {
  return streams.flatMap(([judge, intent, , warning, page]) =>
    Object.entries({ warning, page }).map(([rag_severity, value]) => ({
      labels: seriesName("intent:rag_score:threshold", {
        job,
        rag_pipeline: `${pipelineOf(judge)}-${intent}`,
        rag_intent_class: intent,
        rag_judge: judge,
        rag_metric: "context_relevance",
        rag_severity,
      }),
      value,
    })),
  );
}

function dataSamples() {
  const name = "rag:score_threshold:value";
  return data.flatMap(([rag_metric, rag_judge, rag_intent_class, warning, page]) =>
    Object.entries({ warning, page }).map(([rag_severity, value]) => ({
      labels: seriesName(name, { rag_intent_class, rag_judge, rag_metric, rag_severity }),
      value,
    })),
  );
}

/** One judge, one pipeline. */
function pipelineOf(judge: string): string {
  return judge.replaceAll(/[^a-z0-9]/g, "-");
}

function scored(judge: string, intent: string, score: number, metric = "context_relevance"): readonly InputSeries[] {
  // Each intent class in a pipeline of its own, so that none is a matter of a service.
  const pipeline = metric === "context_relevance" ? `${pipelineOf(judge)}-${intent}` : pipelineOf(judge);
  return sliceSeries({ job, pipeline, intent, judge }, [{ minutes: end, requests: 4, scores: { [metric]: score } }]);
}

/** What a process says of a judge's thresholds. */
function says(judge: string, warning = 0, page = 0): readonly InputSeries[] {
  return ["good", "fair", "poor"].flatMap((intent) =>
    Object.entries({ warning, page }).map(([severity, value]) =>
      gauge(
        "rag_threshold",
        {
          job,
          instance: "a",
          rag_pipeline: `${pipelineOf(judge)}-${intent}`,
          rag_intent_class: "default",
          rag_metric: "context_relevance",
          rag_judge: judge,
          rag_severity: severity,
        },
        value,
        end,
      ),
    ),
  );
}

function alert(judge: string, intent: string, severity: "page" | "warning", mean: number): ExpectedAlert {
  const place = { job, rag_pipeline: `${pipelineOf(judge)}-${intent}`, rag_intent_class: intent, rag_judge: judge };
  const numbers = { value: mean.toFixed(3), relevance: `${mean.toFixed(2)} (${judge})` };
  return low("context_relevance", severity, place, numbers);
}

function mismatch(severity: string, threshold: number): ExpectedAlert {
  const rag_judge = "llm-sentences/2+old";
  return thresholdMismatch(
    {
      job,
      rag_pipeline: `${pipelineOf(rag_judge)}-good`,
      rag_intent_class: "good",
      rag_judge,
      rag_metric: "context_relevance",
      rag_severity: severity,
    },
    threshold,
    `0.81 (${rag_judge})`,
  );
}
