/** A series of a synthetic history: its labels, its samples every `stepSeconds` over the last `seconds`. */
export interface HistorySeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly stepSeconds: number;
  value(index: number): number;
}

const metrics = ["context_relevance", "groundedness", "answer_relevance"];
const intents = Array.from({ length: 10 }, (_, index) => `intent-${index}`);
const versions = ["v1", "v2", "v3"];
const instances = ["a", "b", "c", "d"];
const hour = 3600;
const day = 24 * hour;

/** 3 metrics × 10 intent classes × 3 model versions × 4 instances: raw counters, and what rules have recorded of them. */
export function* history(): Generator<HistorySeries> {
  const job = { job: "rag", rag_pipeline: "support" };
  const slices = intents.flatMap((intent) =>
    versions.map((version) => ({ ...job, rag_intent_class: intent, rag_model_version: version })),
  );
  const raw = (name: string, labels: Readonly<Record<string, string>>, perScrape: number) =>
    slices.flatMap((slice) =>
      instances.map((instance) => ({
        name,
        labels: { ...slice, instance, ...labels },
        seconds: 2 * hour,
        stepSeconds: 15,
        value: (index: number) => index * perScrape,
      })),
    );
  const recorded = (name: string, labels: Readonly<Record<string, string>>, seconds: number, value: number) => ({
    name,
    labels: { ...job, ...labels },
    seconds,
    stepSeconds: 30,
    value: () => value,
  });
  /** Of the group of long windows. */
  const slowly = (...of: Parameters<typeof recorded>) => ({ ...recorded(...of), stepSeconds: 120 });
  for (const metric of metrics) {
    yield* raw(`rag_${metric}_count`, { rag_judge: "embedded/1" }, 1);
    yield* raw(`rag_${metric}_sum`, { rag_judge: "embedded/1" }, 0.875);
    for (const outcome of ["scored", "judge_error", "judge_timeout", "circuit_open", "queue_full", "refusal"]) {
      const perScrape = outcome === "scored" ? 1 : 0;
      yield* raw("rag_evaluations_total", { rag_metric: metric, rag_outcome: outcome }, perScrape);
    }
    for (const severity of ["warning", "page"]) {
      const labels = { rag_metric: metric, rag_severity: severity, rag_judge: "embedded/1" };
      yield* raw("rag_violations_total", labels, 0.03125);
    }
  }
  for (const outcome of ["ok", "error", "abandoned"]) {
    yield* raw("rag_requests_total", { rag_request_outcome: outcome }, outcome === "ok" ? 1 : 0);
  }
  for (const name of ["rag_refusals_total", "rag_retrieval_empty_total"]) yield* raw(name, {}, 0.03125);
  yield* raw("gen_ai_retrieval_duration_count", {}, 1);
  for (const metric of metrics) {
    for (const slice of slices) {
      const labels = { ...slice, rag_judge: "embedded/1", rag_metric: metric };
      yield recorded("slice:rag_score_count:increase5m", labels, 2 * hour, 80);
      yield recorded("slice:rag_score_sum:increase5m", labels, 2 * hour, 70);
      yield slowly("slice:rag_score_count:increase30m", labels, 9 * day, 480);
      yield slowly("slice:rag_score_sum:increase30m", labels, 9 * day, 420);
    }
    for (const intent of intents) {
      const labels = { rag_intent_class: intent, rag_judge: "embedded/1", rag_metric: metric };
      yield recorded("intent:rag_score_count:increase1h", labels, day, 2880);
      yield slowly("intent:rag_score_count:increase7d", labels, 2 * day, 483_840);
      yield slowly("intent:rag_score:mean7d", labels, 2 * day, 0.875);
    }
    yield recorded("pipeline:rag_scored:increase5m", { rag_metric: metric }, 4 * day, 2400);
    yield recorded("pipeline:rag_violations:increase5m", { rag_metric: metric }, 4 * day, 75);
    yield slowly("pipeline:rag_scored:increase30m", { rag_metric: metric }, 28 * day, 14_400);
    yield slowly("pipeline:rag_violations:increase30m", { rag_metric: metric }, 28 * day, 450);
  }
  for (const intent of intents) {
    const labels = { rag_intent_class: intent };
    yield recorded("intent:rag_requests:increase5m", labels, 9 * day, 240);
    yield recorded("intent:rag_refusals:increase5m", labels, 9 * day, 8);
    yield slowly("intent:rag_requests:increase7d", labels, 2 * day, 483_840);
    yield slowly("intent:rag_refusals:ratio7d", labels, 2 * day, 0.0333);
  }
}
