import type { AlertingOptions, BurnWindow } from "./alerting-options.ts";
import type { AlertingSpec } from "./alerting-spec.ts";

// Factors and windows: chapter 5 of Google's SRE workbook, for 28 days instead of 30.
const burnWindows: readonly BurnWindow[] = [
  { severity: "page", long: "1h", short: "5m", factor: 14.4, for: "2m" },
  { severity: "page", long: "6h", short: "30m", factor: 6, for: "15m" },
  { severity: "warning", long: "1d", short: "2h", factor: 3, for: "1h" },
  { severity: "warning", long: "3d", short: "6h", factor: 1, for: "3h" },
];

/** Every option of the section `alerting`. Validation, JSON Schema and docs/options.md follow this table. */
export const alertingSpecs: Readonly<Record<keyof AlertingOptions, AlertingSpec>> = {
  services: {
    rule: { kind: "names", of: "job" },
    default: [],
    doc: "Jobs that must exist; `RagServiceAbsent` fires for one that does not answer. Without any, for one that answered within a day.",
  },
  judges: {
    rule: { kind: "names", of: "judge" },
    default: ["embedded/1"],
    doc: "Ids of the judges in use. Each gets thresholds of its own; those that are not `embedded/N` use the literature's unless `thresholds` says otherwise. Every `embedded/N` that this version knows is among them.",
  },
  labels: {
    rule: { kind: "names", of: "label" },
    default: [],
    doc: "Target labels that every rule keeps besides `job`, such as `env` and `cluster`.",
  },
  baselineModelVersion: {
    rule: { kind: "label" },
    doc: "The model version that others are compared with; without it no regression is reported.",
  },
  objectives: {
    rule: { kind: "objectives" },
    unit: "share",
    default: {},
    doc: "By metric, the share of scores that must be at or above their warning threshold over `budgetWindow`; without any there is no error budget. `rag-triad rules --calibrate` proposes one.",
  },
  budgetWindow: {
    rule: { kind: "duration", minimum: "7d", maximum: "90d" },
    unit: "duration",
    default: "28d",
    doc: "Period of the error budget; whole weeks keep weekdays from swaying it.",
  },
  burnWindows: {
    rule: { kind: "burn windows" },
    default: burnWindows,
    doc: "Burn rates that alert: `severity`, `long` and `short` window, `factor`, `for`. A factor × (1 − objective) of 1 or more cannot be reached and is refused.",
  },
  pageWindow: {
    rule: { kind: "duration", minimum: "10m", maximum: "1h" },
    unit: "duration",
    default: "15m",
    doc: "Window of the means that page.",
  },
  warningWindow: {
    rule: { kind: "duration", minimum: "30m", maximum: "6h" },
    unit: "duration",
    default: "1h",
    doc: "Window of the means that warn; longer than `pageWindow`.",
  },
  slowWindow: {
    rule: { kind: "duration", minimum: "12h", maximum: "3d" },
    unit: "duration",
    default: "1d",
    doc: "Window of the means of low-traffic intent classes, of regression and of drift.",
  },
  longWindow: {
    rule: { kind: "duration", minimum: "4d", maximum: "14d" },
    unit: "duration",
    default: "7d",
    doc: "Window of the rolling mean, and of what drift and refusals are measured against.",
  },
  minimumPage: {
    rule: { kind: "integer", minimum: 1, maximum: 1_000_000 },
    unit: "scores",
    default: 20,
    doc: "Scores (or requests) in the page window below which nothing pages.",
  },
  minimumWarning: {
    rule: { kind: "integer", minimum: 1, maximum: 1_000_000 },
    unit: "scores",
    default: 30,
    doc: "Scores (or requests) in the warning window below which nothing warns.",
  },
  minimumSlow: {
    rule: { kind: "integer", minimum: 1, maximum: 1_000_000 },
    unit: "scores",
    default: 30,
    doc: "Scores in the slow window below which a low-traffic intent class is not judged.",
  },
  minimumComparison: {
    rule: { kind: "integer", minimum: 1, maximum: 1_000_000 },
    unit: "scores",
    default: 200,
    doc: "Scores on each side of a regression or a drift, comparisons of two judges, and requests of the week that refusals are measured against.",
  },
  regressionDrop: {
    rule: { kind: "share" },
    unit: "share",
    default: 0.02,
    doc: "Least drop of the mean against the baseline model version that is a regression, if it is significant too; with 0 every significant one is, with 1 only that from all 1 to all 0.",
  },
  driftDrop: {
    rule: { kind: "share" },
    unit: "share",
    default: 0.03,
    doc: "Least drop of the mean against the long window before that is a drift, if it is significant too; with 0 every significant one is, with 1 only that from all 1 to all 0.",
  },
  emptyRetrievalShare: {
    rule: { kind: "share", without: 1 },
    unit: "share",
    default: 0.5,
    doc: "Share of requests whose retrieval brings nothing, above which it pages.",
  },
  retrievalErrorShare: {
    rule: { kind: "share", without: 1 },
    unit: "share",
    default: 0.2,
    doc: "Share of retriever calls that fail, above which it pages.",
  },
  refusalShareRise: {
    rule: { kind: "share", without: 1 },
    unit: "share",
    default: 0.2,
    doc: "Rise of the share of refusals against the long window before, above which it warns.",
  },
  usualRefusalShare: {
    rule: { kind: "share" },
    unit: "share",
    default: 0.5,
    doc: "Share of refusals over the long window above which an intent class counts as one that is usually refused: a low context relevance is not alerted there. With 1 no class does, with 0 every one that has refused at all.",
  },
  minimumCoverage: {
    rule: { kind: "share", without: 0 },
    unit: "share",
    default: 0.9,
    doc: "Coverage (docs/signals.md) below which it warns.",
  },
  judgeErrorShare: {
    rule: { kind: "share", without: 1 },
    unit: "share",
    default: 0.1,
    doc: "Share of judgements that fail, above which it warns.",
  },
  judgeDisagreementShare: {
    rule: { kind: "share", without: 1 },
    unit: "share",
    default: 0.2,
    doc: "Share of comparisons in which two judges disagree, above which it warns.",
  },
  canaryFailureShare: {
    rule: { kind: "share", without: 1 },
    unit: "share",
    default: 0.1,
    doc: "Share of canaries that fail, above which it warns.",
  },
  runbookUrl: {
    rule: { kind: "url", placeholder: "{alert}" },
    default: "https://runbooks.example.invalid/rag-triad/{alert}",
    doc: "Pattern of the runbooks' addresses; `{alert}` stands for the alert's name.",
  },
  dashboardUrl: {
    rule: { kind: "url" },
    default: "https://grafana.example.invalid/d/rag-quality",
    doc: "Address of the dashboard RAG quality; alerts add its variables.",
  },
};

/** The names of the section's options, in the table's order. */
export const alertingNames: readonly (keyof AlertingOptions)[] = Object.keys(
  alertingSpecs,
) as (keyof AlertingOptions)[];
