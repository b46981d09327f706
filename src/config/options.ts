import type { AlertingOptions } from "./alerting/alerting-options.ts";
import type { Canaries } from "../core/canary.ts";
import type { Redact } from "../core/content.ts";
import type { Execution } from "../core/cpu-executor.ts";
import type { JudgeSet } from "../core/judge.ts";
import type { MetricId } from "../core/metric.ts";
import type { ThresholdOverride } from "../core/thresholds.ts";
import type { MeterProviderLike, LoggerLike, TracerProviderLike } from "./collaborators.ts";

/**
 * Sorts a query into an intent class. Runs off the request path; may fail (`unknown`). Not asked about a request
 * without a query, which is `unknown`.
 */
export type IntentClassifier = (query: string) => string | Promise<string>;

/** The share of interactions to score: one number in [0, 1], or one a metric (1 for those left out). */
export type SampleRatio = number | Readonly<Partial<Record<MetricId, number>>>;

/** Where scores go: on the held request span, or on a span of their own that is linked to it. */
export type ScoreTarget = "hold" | "link";

/**
 * What `createRagTriad` takes. Options win over the environment (`RAG_TRIAD_<OPTION>`), that over the configuration
 * file, that over the defaults. A bad value is refused at once (`ERR_RAG_TRIAD_OPTION`). docs/options.md lists them all.
 */
export interface RagTriadOptions {
  /** The pipeline's name, a slice label: 1 to 64 letters, digits or `_ . : / @ + -`. */
  readonly pipeline: string;
  /**
   * Version of the model or prompt set that answers, a slice label.
   * @default "unknown"
   */
  readonly modelVersion?: string | undefined;
  /**
   * The intent class of every request, a slice label, or a function that finds it from the query.
   * @default "unknown"
   */
  readonly intentClass?: string | IntentClassifier | undefined;
  /** One judge a metric. `embeddedJudges()` when left out. */
  readonly judges?: JudgeSet | undefined;
  /** Interactions with known answers that keep watch over the judges, from `canaries()`. None when left out. */
  readonly canaries?: Canaries | undefined;
  /**
   * Share of interactions that are scored, in [0, 1]: one number, or one a metric (1 for metrics left out).
   * @default 1
   */
  readonly sampleRatio?: SampleRatio | undefined;
  /**
   * Most interactions that wait for a judge or are being judged, from 1 to 1,000,000. More are dropped as `queue_full`.
   * @default 1000
   */
  readonly maxPending?: number | undefined;
  /**
   * Most interactions judged at once, from 1 to 1,024.
   * @default 4
   */
  readonly concurrency?: number | undefined;
  /**
   * Worker threads for CPU-bound judges, from 1 to 64.
   * @default 1
   */
  readonly workers?: number | undefined;
  /** Most slices (pipeline × intent class × model version) per MeterProvider, from 1 to 1,000,000. Derived from the SDK's series limit when left out. */
  readonly maxSlices?: number | undefined;
  /**
   * Whether query, chunks, answer, claims and explanations are recorded. When left out,
   * `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` decides.
   * @default false
   */
  readonly captureContent?: boolean | undefined;
  /** Applied to every piece of content before it is recorded. */
  readonly redact?: Redact | undefined;
  /**
   * Longest content attribute in characters, JSON included, from 1 to 1,000,000; the rest is cut.
   * @default 8192
   */
  readonly maxContentCharacters?: number | undefined;
  /** Makes the spans. The global provider when left out. */
  readonly tracerProvider?: TracerProviderLike | undefined;
  /** Makes the instruments. The global provider when left out. */
  readonly meterProvider?: MeterProviderLike | undefined;
  /** Takes the evaluation events (`gen_ai.evaluation.result`). The global logger when left out, where the API has logs (1.10). */
  readonly logger?: LoggerLike | undefined;
  /** Handed the promise of each request's scoring, for platforms that stop a process after its response. */
  readonly waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /**
   * Makes every wrapper a pass-through.
   * @default false
   */
  readonly disabled?: boolean | undefined;
  /** A configuration file, read with `readConfig(path)`. When left out, the file named by `RAG_TRIAD_CONFIG`. */
  readonly config?: RagTriadConfig | undefined;
  /**
   * How long a request span waits for its scores, in milliseconds from 0 to 600,000.
   * @default 10000
   */
  readonly holdTimeoutMs?: number | undefined;
  /**
   * How long judging an interaction may take, in milliseconds from 1 to 600,000; then `judge_timeout`.
   * @default 30000
   */
  readonly judgeTimeoutMs?: number | undefined;
  /**
   * How long a generator's stream may be idle before its span ends, in milliseconds from 1 to 86,400,000.
   * @default 300000
   */
  readonly streamIdleTimeoutMs?: number | undefined;
  /**
   * How long the intent classifier may take, in milliseconds from 1 to 1,000; then `unknown`.
   * @default 1000
   */
  readonly intentTimeoutMs?: number | undefined;
  /**
   * `hold`: scores become attributes of the request span. `link`: of a linked span, so that a crash loses scores, not spans.
   * @default "hold"
   */
  readonly scoreTarget?: ScoreTarget | undefined;
  /**
   * Where CPU-bound judges run. `auto`: a worker thread where one can start, else inline, with one warning.
   * @default "auto"
   */
  readonly execution?: Execution | undefined;
  /**
   * Thresholds that replace the judges' own, per metric, judge and intent class; the most specific entry wins. Entries
   * of several sources add up; for the same metric, judge and intent class the stronger source's counts.
   * @default []
   */
  readonly thresholds?: readonly ThresholdOverride[] | undefined;
}

/** What a configuration file may set: the options that are plain data. */
export type ConfigFileValues = Partial<
  Omit<
    RagTriadOptions,
    | "intentClass"
    | "judges"
    | "canaries"
    | "redact"
    | "tracerProvider"
    | "meterProvider"
    | "logger"
    | "waitUntil"
    | "config"
  > & { readonly intentClass: string; readonly alerting: AlertingOptions }
>;

/** A configuration file that was read and checked. Made by `readConfig(path)`. */
export interface RagTriadConfig {
  /** The path it was read from. */
  readonly path: string;
  readonly values: ConfigFileValues;
}
