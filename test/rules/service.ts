import { seriesName, valuesText, type InputSeries } from "./series.ts";

/** What sends series: one process, one slice, one judge. */
export interface Slice {
  readonly job: string;
  readonly pipeline?: string;
  readonly intent?: string;
  readonly model?: string;
  readonly judge?: string;
  readonly instance?: string;
  /** The minutes that the process has spent in the first phase before; 1000 when left out, 0 for one that is new. */
  readonly age?: number;
  /** The minute at which the process appears; 0 when left out. */
  readonly born?: number;
  /** Further labels of the target. */
  readonly target?: Readonly<Record<string, string>>;
}

/** What goes on for a while. All numbers are per minute; what is left out is 0. */
export interface Phase {
  readonly minutes: number;
  readonly requests?: number;
  /** The mean score by metric: every request is scored on each of them. */
  readonly scores?: Readonly<Record<string, number>>;
  /** Unscored requests by metric and reason. */
  readonly unscored?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Scores below the warning threshold by metric, and below the page threshold too. */
  readonly violations?: Readonly<Record<string, { readonly warning: number; readonly page?: number }>>;
  readonly empty?: number;
  readonly refusals?: number;
  readonly retrievals?: number;
  readonly failedRetrievals?: number;
  readonly diagnoses?: Readonly<Record<string, number>>;
  /** Further counters, by name and labels. */
  readonly counters?: readonly (readonly [name: string, labels: Readonly<Record<string, string>>, amount: number])[];
  /** No scrape succeeds: no samples, while the process goes on. */
  readonly isUnseen?: boolean;
  /** What the sums of scores are from here on, whatever was scored: NaN or infinity. */
  readonly brokenSum?: number;
  /** The process restarts at the beginning: counters start at 0. */
  readonly restarts?: boolean;
}

/** Phases repeated so many times. */
export function repeated(times: number, phases: readonly Phase[]): readonly Phase[] {
  return Array.from({ length: times }, () => phases).flat();
}

/**
 * The series of a slice through its phases, one sample a minute. Of a new process the first ones are zeros, and
 * histograms are there with their first score.
 */
export function sliceSeries(slice: Slice, phases: readonly Phase[]): readonly InputSeries[] {
  const totals = new Map<string, number>();
  const samples = new Map<string, (number | undefined)[]>();
  let minute = 0;
  const amountsOf = phases.map((phase) => amounts(slice, phase));
  for (const name of new Set(amountsOf.flatMap((each) => [...each.keys()]))) {
    const amount = amountsOf[0]?.get(name) ?? { perMinute: 0, each: 1 };
    const before = Math.round((slice.age ?? 1000) * amount.perMinute) * amount.each;
    if (before > 0 || !isHistogram(name)) totals.set(name, before);
  }
  scrape(false);
  for (const [index, phase] of phases.entries()) {
    if (phase.restarts === true) for (const name of totals.keys()) totals.set(name, 0);
    for (let step = 0; step < phase.minutes; step++) {
      for (const [name, amount] of amountsOf[index] ?? []) {
        const part = wholeAmount(amount, step);
        if (part !== 0 || !isHistogram(name)) totals.set(name, (totals.get(name) ?? 0) + part);
      }
      if (phase.brokenSum !== undefined) {
        for (const name of totals.keys()) if (/_sum\{/.test(name)) totals.set(name, phase.brokenSum);
      }
      minute += 1;
      scrape(phase.isUnseen === true);
    }
  }
  const before = Array.from({ length: slice.born ?? 0 }, () => undefined);
  return [...samples].map(([name, values]) => ({ series: name, values: valuesText([...before, ...values]) }));

  function scrape(isUnseen: boolean): void {
    for (const [name, total] of totals) {
      const values = samples.get(name) ?? Array.from({ length: minute }, () => undefined);
      values.push(isUnseen ? undefined : Math.round(total * 1e6) / 1e6);
      samples.set(name, values);
    }
  }
}

/** A gauge that keeps its value, one sample a minute, from 0 to `minutes`. */
export function gauge(
  name: string,
  labels: Readonly<Record<string, string>>,
  value: number,
  minutes: number,
): InputSeries {
  return { series: seriesName(name, labels), values: valuesText(Array.from({ length: minutes + 1 }, () => value)) };
}

/** An amount a minute, and what part of it comes whole: 4/3 requests are 1, 1, 2, 1, 1, 2, … */
interface Amount {
  readonly perMinute: number;
  readonly each: number;
}

function wholeAmount({ perMinute, each }: Amount, step: number): number {
  const until = (count: number): number => Math.floor(count * perMinute + 1e-9);
  return (until(step + 1) - until(step)) * each;
}

function amounts(slice: Slice, phase: Phase): ReadonlyMap<string, Amount> {
  const { job, pipeline = "main", intent = "faq", model = "v1", judge = "nli/1", instance = "a", target } = slice;
  const { requests = 0 } = phase;
  const process = { job, instance, ...target, rag_pipeline: pipeline };
  const labels = { ...process, rag_intent_class: intent, rag_model_version: model };
  const found = new Map<string, Amount>();
  const add = (name: string, more: Readonly<Record<string, string>>, perMinute: number, each = 1): void => {
    found.set(seriesName(name, { ...labels, ...more }), { perMinute, each });
  };
  add("rag_requests_total", { rag_request_outcome: "ok" }, requests);
  for (const [metric, score] of Object.entries(phase.scores ?? {})) {
    const unscored = Object.values(phase.unscored?.[metric] ?? {}).reduce((sum, each) => sum + each, 0);
    const scored = requests - unscored;
    add("rag_evaluations_total", { rag_metric: metric, rag_outcome: "scored" }, scored);
    add(`rag_${metric.replaceAll(".", "_")}_count`, { rag_judge: judge }, scored);
    add(`rag_${metric.replaceAll(".", "_")}_sum`, { rag_judge: judge }, scored, score);
  }
  for (const [metric, reasons] of Object.entries(phase.unscored ?? {})) {
    for (const [reason, amount] of Object.entries(reasons)) {
      add("rag_evaluations_total", { rag_metric: metric, rag_outcome: reason }, amount);
    }
  }
  for (const [metric, { warning, page = 0 }] of Object.entries(phase.violations ?? {})) {
    for (const [severity, amount] of Object.entries({ warning, page })) {
      add("rag_violations_total", { rag_metric: metric, rag_severity: severity, rag_judge: judge }, amount);
    }
  }
  if (phase.empty !== undefined) add("rag_retrieval_empty_total", {}, phase.empty);
  if (phase.refusals !== undefined) add("rag_refusals_total", {}, phase.refusals);
  if (phase.retrievals !== undefined) add("gen_ai_retrieval_duration_count", {}, phase.retrievals);
  if (phase.failedRetrievals !== undefined) {
    add("gen_ai_retrieval_duration_count", { error_type: "Error" }, phase.failedRetrievals);
  }
  for (const [diagnosis, amount] of Object.entries(phase.diagnoses ?? {})) {
    add("rag_diagnoses_total", { rag_diagnosis: diagnosis }, amount);
  }
  for (const [name, more, amount] of phase.counters ?? []) {
    found.set(seriesName(name, { ...process, ...more }), { perMinute: amount, each: 1 });
  }
  return found;
}

function isHistogram(series: string): boolean {
  return /^(rag_(context_relevance|groundedness|answer_relevance|criteria_\w+)_(sum|count)|(gen_ai|rag_judge)_\w+_count)\{/.test(
    series,
  );
}
