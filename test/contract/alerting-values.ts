import { instrumentTable, type InstrumentDefinition } from "../../src/telemetry/instruments.ts";

/** Names that a job may have in Prometheus, with what PromQL, patterns, YAML, templates, URLs or tables could take for theirs. */
export const oddJobs: readonly string[] = [
  "kube system",
  " support ",
  String.raw`"quoted" 'jobs' \back\slashes\d`,
  "{{ $labels.job }} {{{ }} {",
  "$1 $& ${x} $$",
  "a|b (c)* [d]+ ^e$ f? g.h",
  "# no: comment, - no list",
  "客服/поддержка 🙂",
  "a&b=c%20d+e#f`g`",
  "`",
  "x".repeat(300),
];

const burn = { severity: "page", long: "1h", short: "5m", factor: 14.4, for: "2m" };

/** Every label that one of our metrics has, as Prometheus spells it. */
export function labelsOfMetrics(): readonly string[] {
  const slice = ["rag.pipeline", "rag.intent_class", "rag.model_version"];
  const own = Object.values(instrumentTable).flatMap(({ labels }: InstrumentDefinition) => labels);
  return [...new Set([...slice, ...own])].map((key) => key.replaceAll(".", "_"));
}

/** Sections `alerting` that the schema and the validator both take. */
export const goodAlerting: readonly unknown[] = [
  {},
  { services: [], judges: [], labels: [] },
  { services: ["two words", ...oddJobs] },
  { services: ["support", "team/support"], judges: ["embedded/1", "openai/gpt-5-mini"], labels: ["env", "cluster"] },
  { baselineModelVersion: "gpt-5-mini", objectives: { groundedness: 0.95, "criteria.tone": 0.99 } },
  { objectives: {}, burnWindows: [] },
  { burnWindows: [burn, { ...burn, short: "10m" }], budgetWindow: "7d" },
  { pageWindow: "10m", warningWindow: "6h", slowWindow: "3d", longWindow: "14d" },
  { minimumPage: 1, minimumWarning: 1_000_000, emptyRetrievalShare: 0, minimumCoverage: 1 },
  { runbookUrl: "https://wiki.example/{alert}.md?from={alert}", dashboardUrl: "http://grafana:3000/d/rag?orgId=1" },
];

/** Sections that both refuse. */
export const badAlerting: readonly unknown[] = [
  null,
  [],
  "alerting",
  { unknown: 1 },
  { services: "support" },
  { services: [""] },
  { services: ["support", "  "] },
  { services: ["two\nlines"] },
  { services: ["a\u0000"] },
  { services: ["a\u007f"] },
  { services: ["two\u2028lines"] },
  { services: ["half of a pair \ud83d"] },
  { services: ["\ufeffsupport"] },
  { services: ["a", "a"] },
  { services: [1] },
  { judges: ["embedded"] },
  { labels: ["job"] },
  { labels: ["rag_pipeline"] },
  { labels: ["severity"] },
  { labels: ["__meta"] },
  { labels: ["two words"] },
  { labels: ["error_type"] },
  { labels: ["otel_metric_overflow"] },
  ...labelsOfMetrics().map((label) => ({ labels: ["env", label] })),
  { baselineModelVersion: "two words" },
  { objectives: { faithfulness: 0.9 } },
  { objectives: { groundedness: 1 } },
  { objectives: { groundedness: 0 } },
  { objectives: { groundedness: "0.9" } },
  { objectives: [] },
  { burnWindows: {} },
  { burnWindows: [1] },
  { burnWindows: [{ ...burn, extra: 1 }] },
  { burnWindows: [{ ...burn, severity: "critical" }] },
  { burnWindows: [{ ...burn, long: "1 hour" }] },
  { burnWindows: [{ ...burn, factor: 0 }] },
  { burnWindows: [{ ...burn, factor: 1001 }] },
  { burnWindows: [{ severity: "page", long: "1h", short: "5m", factor: 1 }] },
  { pageWindow: "15" },
  { pageWindow: 15 },
  { pageWindow: "0m" },
  { minimumPage: 0 },
  { minimumPage: 1.5 },
  { minimumCoverage: 1.1 },
  { regressionDrop: "0.1" },
  { runbookUrl: "https://wiki.example/runbooks" },
  { runbookUrl: "https://wiki.example/{alert}{other}" },
  { runbookUrl: "ftp://wiki.example/{alert}" },
  { dashboardUrl: "https://grafana.example/{{ $labels.job }}" },
  { dashboardUrl: "grafana" },
];

/** The ends of every share, each by whether an alert could fire, or something is said, with it. */
const ends: readonly (readonly [name: string, zero: boolean, one: boolean])[] = [
  ["regressionDrop", true, true],
  ["driftDrop", true, true],
  ["emptyRetrievalShare", true, false],
  ["retrievalErrorShare", true, false],
  ["refusalShareRise", true, false],
  ["usualRefusalShare", true, true],
  ["minimumCoverage", false, true],
  ["judgeErrorShare", true, false],
  ["judgeDisagreementShare", true, false],
  ["canaryFailureShare", true, false],
];

/** The names in {@link ends}. */
export const namesOfShares: readonly string[] = ends.map(([name]) => name);

/** Ends that both take, and what is beside those that they do not. */
export const goodShares: readonly unknown[] = ends.flatMap(([name, zero, one]) => [
  { [name]: zero ? 0 : 0.001 },
  { [name]: one ? 1 : 0.999 },
]);

/** Ends that both refuse, and what is beyond every end. */
export const badShares: readonly unknown[] = ends.flatMap(([name, zero, one]) => [
  { [name]: -0.001 },
  { [name]: 1.001 },
  ...(zero ? [] : [{ [name]: 0 }, { [name]: -0 }]),
  ...(one ? [] : [{ [name]: 1 }]),
]);

/** Sections that the validator alone refuses. */
export const alertingBeyondSchema: readonly unknown[] = [
  { pageWindow: "5m" },
  { pageWindow: "2h" },
  { pageWindow: "1h" },
  { pageWindow: "30m", warningWindow: "30m" },
  { slowWindow: "7d" },
  { slowWindow: "3d", longWindow: "3d" },
  { budgetWindow: "91d" },
  { budgetWindow: "604799s" },
  { burnWindows: [{ ...burn, short: "1m" }] },
  { burnWindows: [{ ...burn, short: "1h" }] },
  { burnWindows: [burn, { ...burn, factor: 2 }] },
  { burnWindows: [{ ...burn, long: "29d" }] },
  { objectives: { groundedness: 0.9 } },
  { objectives: { groundedness: 0.9 }, burnWindows: [{ ...burn, factor: 10 }] },
];
