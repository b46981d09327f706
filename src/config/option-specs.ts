import type { RagTriadOptions } from "./options.ts";
import type { OptionSpec } from "./option-spec.ts";

/** Every option. Validation, environment, configuration file, JSON Schema and docs/options.md follow this table. */
export const optionSpecs: Readonly<Record<keyof RagTriadOptions, OptionSpec>> = {
  pipeline: {
    rule: { kind: "label" },
    required: true,
    environment: true,
    inFile: true,
    doc: "The pipeline's name; a slice label.",
  },
  modelVersion: {
    rule: { kind: "label" },
    default: "unknown",
    environment: true,
    inFile: true,
    doc: "Version of the model or prompt set that answers; a slice label.",
  },
  intentClass: {
    rule: { kind: "label or function" },
    default: "unknown",
    environment: true,
    inFile: true,
    doc: "Intent class of every request (a slice label), or a function of the query, sync or async, that finds it.",
  },
  judges: {
    rule: { kind: "judges" },
    environment: false,
    inFile: false,
    doc: "One judge a metric; `embeddedJudges()` when left out.",
  },
  canaries: {
    rule: { kind: "canaries" },
    environment: false,
    inFile: false,
    doc: "Interactions with known answers that keep watch over the judges: `canaries({ everyMs, cases })`; none when left out.",
  },
  sampleRatio: {
    rule: { kind: "ratio" },
    unit: "share",
    default: 1,
    environment: true,
    inFile: true,
    doc: "Share of interactions that are scored: one number, or one a metric (1 for metrics left out).",
  },
  maxPending: {
    rule: { kind: "integer", minimum: 1, maximum: 1_000_000 },
    unit: "interactions",
    default: 1000,
    environment: true,
    inFile: true,
    doc: "Most interactions that wait for a judge or are being judged; more are dropped as `queue_full`.",
  },
  concurrency: {
    rule: { kind: "integer", minimum: 1, maximum: 1024 },
    unit: "interactions",
    default: 4,
    environment: true,
    inFile: true,
    doc: "Most interactions judged at once.",
  },
  workers: {
    rule: { kind: "integer", minimum: 1, maximum: 64 },
    unit: "threads",
    default: 1,
    environment: true,
    inFile: true,
    doc: "Worker threads for CPU-bound judges.",
  },
  maxSlices: {
    rule: { kind: "integer", minimum: 1, maximum: 1_000_000 },
    unit: "slices",
    environment: true,
    inFile: true,
    doc: "Most slices per MeterProvider; derived from the SDK's limit of series per instrument when left out.",
  },
  captureContent: {
    rule: { kind: "boolean" },
    default: false,
    environment: true,
    inFile: true,
    doc: "Whether query, chunks, answer, claims and explanations are recorded; when left out, `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` decides.",
  },
  redact: {
    rule: { kind: "function" },
    environment: false,
    inFile: false,
    doc: "Applied to every piece of content, with its kind, before it is recorded.",
  },
  maxContentCharacters: {
    rule: { kind: "integer", minimum: 1, maximum: 1_000_000 },
    unit: "characters",
    default: 8192,
    environment: true,
    inFile: true,
    doc: "Longest content attribute, JSON included; the rest is cut.",
  },
  tracerProvider: {
    rule: { kind: "object", method: "getTracer" },
    environment: false,
    inFile: false,
    doc: "Makes the spans; the global provider when left out.",
  },
  meterProvider: {
    rule: { kind: "object", method: "getMeter" },
    environment: false,
    inFile: false,
    doc: "Makes the instruments; the global provider when left out.",
  },
  logger: {
    rule: { kind: "object", method: "emit" },
    environment: false,
    inFile: false,
    doc: "An OpenTelemetry logger for the evaluation events; the global one when left out, where the API has logs (1.10).",
  },
  waitUntil: {
    rule: { kind: "function" },
    environment: false,
    inFile: false,
    doc: "Handed the promise of each request's scoring, for platforms that stop a process after its response.",
  },
  disabled: {
    rule: { kind: "boolean" },
    default: false,
    environment: true,
    inFile: true,
    doc: "Makes every wrapper a pass-through.",
  },
  config: {
    rule: { kind: "config" },
    environment: true,
    inFile: false,
    doc: "A configuration file: `readConfig(path)`; the environment variable holds the path.",
  },
  holdTimeoutMs: {
    rule: { kind: "integer", minimum: 0, maximum: 600_000 },
    unit: "ms",
    default: 10_000,
    environment: true,
    inFile: true,
    doc: "How long a request span waits for its scores; past it the span ends with status `late`.",
  },
  judgeTimeoutMs: {
    rule: { kind: "integer", minimum: 1, maximum: 600_000 },
    unit: "ms",
    default: 30_000,
    environment: true,
    inFile: true,
    doc: "How long judging an interaction may take; then `judge_timeout`.",
  },
  streamIdleTimeoutMs: {
    rule: { kind: "integer", minimum: 1, maximum: 86_400_000 },
    unit: "ms",
    default: 300_000,
    environment: true,
    inFile: true,
    doc: "How long a generator's stream may be idle before its span ends.",
  },
  intentTimeoutMs: {
    rule: { kind: "integer", minimum: 1, maximum: 1000 },
    unit: "ms",
    default: 1000,
    environment: true,
    inFile: true,
    doc: "How long the intent classifier may take; then `unknown`.",
  },
  scoreTarget: {
    rule: { kind: "choice", choices: ["hold", "link"] },
    default: "hold",
    environment: true,
    inFile: true,
    doc: "`hold`: scores become attributes of the request span; `link`: of a linked span, so that a crash loses scores, not spans.",
  },
  execution: {
    rule: { kind: "choice", choices: ["auto", "worker", "inline"] },
    default: "auto",
    environment: true,
    inFile: true,
    doc: "Where CPU-bound judges run; `auto`: a worker thread where one can start, else inline, with one warning.",
  },
  thresholds: {
    rule: { kind: "thresholds" },
    default: [],
    environment: true,
    inFile: true,
    doc: "Thresholds that replace the judges' own, per metric, judge and intent class; the most specific entry wins.",
  },
};

/** The names of all options, in the table's order. */
export const optionNames: readonly (keyof RagTriadOptions)[] = Object.keys(optionSpecs) as (keyof RagTriadOptions)[];

/** The names of the options that the configuration file may set. */
export const fileOptionNames: readonly (keyof RagTriadOptions)[] = optionNames.filter(
  (name) => optionSpecs[name].inFile,
);
