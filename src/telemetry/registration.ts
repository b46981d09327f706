import type * as api from "@opentelemetry/api";
import { otherSliceValue, type Slice } from "../core/slice.ts";
import type { MetricId } from "../core/metric.ts";
import { unscoredReasons } from "../core/outcome.ts";
import { resolveThresholds, type ThresholdOverride, type Thresholds } from "../core/thresholds.ts";

/** A judge of a triad, with the thresholds it ships. */
export interface RegisteredJudge {
  readonly metric: MetricId;
  /** `name/version`. */
  readonly judge: string;
  readonly thresholds: Thresholds;
}

/** What a triad tells its MeterProvider about itself. */
export interface Registration {
  readonly pipeline: string;
  readonly judges: readonly RegisteredJudge[];
  /** The judged metrics, each once. */
  readonly metrics: readonly MetricId[];
  /** The metrics that canaries go through the judges of. */
  readonly canaryMetrics: readonly MetricId[];
  readonly overrides: readonly ThresholdOverride[];
  /** The provider its metrics go to at present. */
  meterProvider(): api.MeterProvider;
}

/** The registrations of the process that are open. */
const registrations = new Set<Registration>();

/** Opens a registration; returns its end. */
export function register(registration: Registration): () => void {
  registrations.add(registration);
  return () => void registrations.delete(registration);
}

/** The open registrations whose metrics go to `provider`. */
export function registrationsOf(provider: api.MeterProvider): readonly Registration[] {
  return [...registrations].filter((registration) => registration.meterProvider() === provider);
}

/** The series that one slice of the triad can make in one instrument: metrics × outcomes of `rag.evaluations`, or judges × severities of `rag.violations` where a metric has that many judges. */
export function seriesPerSlice({ metrics, judges }: Pick<Registration, "metrics" | "judges">): number {
  const outcomes = unscoredReasons.length + 1;
  return Math.max(outcomes, metrics.length * outcomes, judges.length * 2);
}

/** The series of `rag.evaluations` that one slice of a pipeline can make, over all its triads that write to the provider. */
export function seriesOfPipeline(provider: api.MeterProvider, pipeline: string): number {
  const triads = registrationsOf(provider).filter((registration) => registration.pipeline === pipeline);
  const judges = new Map(
    triads.flatMap((triad) => triad.judges.map((judge) => [`${judge.metric} ${judge.judge}`, judge])),
  );
  return seriesPerSlice({
    metrics: [...new Set(triads.flatMap(({ metrics }) => metrics))],
    judges: [...judges.values()],
  });
}

/** The slice that a pipeline's requests fall into beyond the limit. */
export function otherSlice(pipeline: string): Slice {
  return { pipeline, intentClass: otherSliceValue, modelVersion: otherSliceValue };
}

/** One threshold in force. */
export interface ThresholdInForce extends RegisteredJudge {
  /** An intent class with thresholds of its own, or `default` for all others. */
  readonly intentClass: string;
}

/** The intent class under which the thresholds of all classes without their own are exported. */
export const defaultIntentClass = "default";

/** The thresholds in force for a triad: the default one of each judge, and one for each intent class that overrides it. */
export function thresholdsInForce({
  judges,
  overrides,
}: Pick<Registration, "judges" | "overrides">): readonly ThresholdInForce[] {
  return judges.flatMap((own) => {
    const { metric, judge } = own;
    const mine = overrides.filter((override) => override.metric === metric && (override.judge ?? judge) === judge);
    const classes = new Set(mine.flatMap(({ intentClass }) => (intentClass === undefined ? [] : [intentClass])));
    return [defaultIntentClass, ...classes].map((intentClass) => ({
      metric,
      judge,
      intentClass,
      thresholds: resolveThresholds(overrides, { metric, judge, intentClass }, own.thresholds),
    }));
  });
}
