import { embeddedThresholds } from "../../../../src/judge/embedded/thresholds.ts";

/** What a request came to: a score or a reason by metric. */
export interface PastRequest {
  readonly intentClass: string;
  readonly modelVersion?: string;
  /** `name/version`. @default "embedded/1" */
  readonly judge?: string;
  readonly outcomes: Readonly<Record<string, number | string>>;
  /** Whether the retriever found nothing. */
  readonly isEmpty?: boolean;
}

/** Who counts. */
export interface CountingService {
  readonly job: string;
  readonly pipeline: string;
  /** @default "a:1" */
  readonly instance?: string;
}

/** The counters of a service, as `/metrics` would show them. */
export interface ServiceCounters {
  add(request: PastRequest): void;
  /** Starts from zero, as a process does. */
  restart(): void;
  /** The value of every series by its name with labels. */
  readonly values: ReadonlyMap<string, number>;
}

/** Outcomes whose counters rag-triad creates at a slice's first sight, as far as they are counted here. */
const createdOutcomes = ["scored", "judge_error"];

/** Counters as rag-triad's, those of a slice created at its first sight. Buckets are left out: no rule asks for them. */
export function createServiceCounters({ job, pipeline, instance = "a:1" }: CountingService): ServiceCounters {
  const target = `job="${job}",instance="${instance}"`;
  const build = `rag_build{${target}}`;
  const values = new Map<string, number>([[build, 1]]);

  /** Labels are text: a week has millions of counts. */
  function count(name: string, labels: string, value: number): void {
    const key = `${name}{${target},rag_pipeline="${pipeline}",${labels}}`;
    values.set(key, (values.get(key) ?? 0) + value);
  }

  function add({
    intentClass,
    modelVersion = "v1",
    judge = "embedded/1",
    outcomes,
    isEmpty = false,
  }: PastRequest): void {
    const slice = `rag_intent_class="${intentClass}",rag_model_version="${modelVersion}"`;
    count("rag_requests_total", `${slice},rag_request_outcome="ok"`, 1);
    count("rag_refusals_total", slice, Object.values(outcomes).includes("refusal") ? 1 : 0);
    count("rag_retrieval_empty_total", slice, isEmpty ? 1 : 0);
    count("gen_ai_retrieval_duration_count", slice, 1);
    for (const [metric, outcome] of Object.entries(outcomes)) {
      const counted = typeof outcome === "number" ? "scored" : outcome;
      for (const name of createdOutcomes.includes(counted) ? createdOutcomes : [...createdOutcomes, counted]) {
        const labels = `${slice},rag_metric="${metric}",rag_outcome="${name}"`;
        count("rag_evaluations_total", labels, name === counted ? 1 : 0);
      }
      if (typeof outcome === "number") addScore(`${slice},rag_judge="${judge}"`, metric, outcome);
    }
  }

  function addScore(labels: string, metric: string, score: number): void {
    count(`rag_${metric}_sum`, labels, score);
    count(`rag_${metric}_count`, labels, 1);
    const thresholds = embeddedThresholds[metric as keyof typeof embeddedThresholds];
    for (const severity of ["warning", "page"] as const) {
      const isViolation = score < thresholds[severity];
      count("rag_violations_total", `${labels},rag_metric="${metric}",rag_severity="${severity}"`, isViolation ? 1 : 0);
    }
  }

  function restart(): void {
    for (const key of values.keys()) if (key !== build) values.set(key, 0);
  }

  return { add, restart, values };
}
