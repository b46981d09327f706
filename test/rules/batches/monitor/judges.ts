import type { Story } from "../../batch.ts";
import { canariesFailing, thresholdMismatch, thresholdsMissing } from "../../expected/monitor.ts";
import { gauge, sliceSeries, type Phase } from "../../service.ts";
import { always, between, breaks, end } from "./checkpoints.ts";
import { relevanceSeries } from "./relevance.ts";

/** Judges with canaries, without thresholds, and with other thresholds than the rules. */
export function judgeStories(): readonly Story[] {
  return [canaries(), canariesAtTheBound(), unknownJudge(), mismatch(), mismatchByDefault()];
}

function canaryPhase(minutes: number, passed: number, failed: number, judge = "nli/1"): Phase {
  const labels = { rag_metric: "groundedness", rag_judge: judge };
  return {
    minutes,
    counters: [
      ["rag_judge_canaries_total", { ...labels, rag_canary: "passed" }, passed],
      ["rag_judge_canaries_total", { ...labels, rag_canary: "failed" }, failed],
    ],
  };
}

/** Canaries of one judge fail: above a tenth of an hour's after 5 minutes of 40, so 5 minutes later. */
function canaries(): Story {
  const job = "canaries";
  const place = { job, rag_metric: "groundedness", rag_judge: "nli/1" };
  const share = (minute: number): string => `${Number((((minute - breaks) / 60 / 2) * 100).toPrecision(4))}%`;
  return {
    job,
    series: [
      ...sliceSeries({ job }, [canaryPhase(breaks, 2, 0), canaryPhase(end - breaks, 1, 1)]),
      ...sliceSeries({ job }, [canaryPhase(end, 20, 0, "llm/2")]),
      ...relevanceSeries(0.5, { job }),
      ...relevanceSeries(0.25, { job, pipeline: "other" }),
    ],
    // Of a minute's two canaries one fails: 13 of 120 after 13 minutes.
    fires: between(breaks + 18, end, (minute) => [
      canariesFailing(place, minute > 130 ? "50%" : share(minute), "0.50 (nli/1)"),
    ]),
  };
}

/** A tenth may fail, and no canaries are no failure. */
function canariesAtTheBound(): Story {
  const job = "canaries-10";
  return {
    job,
    series: [
      ...sliceSeries({ job }, [canaryPhase(end, 9, 1)]),
      ...sliceSeries({ job }, [canaryPhase(end, 0, 0, "llm/2")]),
    ],
  };
}

/** An embedded judge that the rules do not know has no thresholds; nothing is said about its scores but this. */
function unknownJudge(): Story {
  const job = "unknown-judge";
  const phases = (scores: Readonly<Record<string, number>>): readonly Phase[] => [
    { minutes: breaks, requests: 0, scores },
    { minutes: end - breaks, requests: 4, scores },
  ];
  return {
    job,
    series: [
      ...sliceSeries({ job, intent: "faq", judge: "embedded/99" }, phases({ groundedness: 0.125 })),
      ...sliceSeries({ job, intent: "faq", judge: "embedded/1" }, phases({ answer_relevance: 0.875 })),
      ...sliceSeries({ job, intent: "how-to", judge: "embedded/99" }, phases({ groundedness: 0.125 })),
      ...relevanceSeries(0.5, { job }),
      ...relevanceSeries(0.25, { job, pipeline: "other" }),
    ],
    // Its first two samples are of the minutes 71 and 72. Two intent classes have 4 scores a minute each.
    fires: between(breaks + 12, end, (minute) => [
      thresholdsMissing(
        { job, rag_metric: "groundedness", rag_judge: "embedded/99" },
        2 * 4 * Math.min(60, minute - breaks),
        "0.50 (nli/1)",
      ),
    ]),
  };
}

/** One instance of two says another threshold for one intent class; higher or lower. */
function mismatch(): Story {
  const job = "mismatch";
  const slice = (intent: string) => ({ job, intent, instance: "a" });
  const phases: readonly Phase[] = [{ minutes: end, requests: 4, scores: { groundedness: 0.875 } }];
  const says = (intent: string, severity: string, values: readonly number[]) =>
    values.map((value, index) =>
      gauge("rag_threshold", thresholdLabels({ job, intent, severity, instance: `i${index}` }), value, end),
    );
  return {
    job,
    series: [
      ...["higher", "lower", "same"].flatMap((intent) => sliceSeries(slice(intent), phases)),
      ...says("higher", "warning", [0.8, 0.85]),
      ...says("higher", "page", [0.7, 0.7]),
      ...says("lower", "page", [0.7, 0.65]),
      ...says("same", "page", [0.7, 0.7]),
      ...says("unused", "page", [0.5, 0.5]),
      ...relevanceSeries(0.75, { job, intent: "higher" }),
      ...relevanceSeries(0.5, { job, intent: "same" }),
    ],
    fires: always(
      thresholdMismatch(mismatchPlace(job, "higher", "warning"), 0.8, "0.75 (nli/1)"),
      thresholdMismatch(mismatchPlace(job, "lower", "page"), 0.7),
    ),
  };
}

/** The threshold that a process says by default is for every intent class without one of its own; for 30 minutes. */
function mismatchByDefault(): Story {
  const job = "mismatch-default";
  const phases: readonly Phase[] = [
    { minutes: breaks - 20, requests: 0, scores: { groundedness: 0.875 } },
    { minutes: end - breaks + 20, requests: 4, scores: { groundedness: 0.875 } },
  ];
  const says = (intent: string, severity: string, value: number) =>
    gauge("rag_threshold", thresholdLabels({ job, intent, severity, instance: "a" }), value, end);
  return {
    job,
    series: [
      ...["faq", "own"].flatMap((intent) => sliceSeries({ job, intent, age: 0 }, phases)),
      says("default", "warning", 0.75),
      says("default", "page", 0.7),
      says("own", "warning", 0.8),
    ],
    // Scores come from minute 51 on, and are an increase with the next one.
    fires: between(82, end, [thresholdMismatch(mismatchPlace(job, "faq", "warning"), 0.8)]),
  };
}

function thresholdLabels(of: { job: string; intent: string; severity: string; instance: string }) {
  return {
    job: of.job,
    instance: of.instance,
    rag_pipeline: "main",
    rag_intent_class: of.intent,
    rag_metric: "groundedness",
    rag_severity: of.severity,
    rag_judge: "nli/1",
  };
}

function mismatchPlace(job: string, intent: string, severity: string) {
  return {
    job,
    rag_intent_class: intent,
    rag_judge: "nli/1",
    rag_metric: "groundedness",
    rag_severity: severity,
  };
}
