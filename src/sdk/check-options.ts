import {
  checkOptions as check,
  functionCheck,
  integerFrom,
  objectCheck,
  type OptionCheck,
  type OptionChecks,
} from "../core/check-options.ts";
import { optionError } from "../core/option-error.ts";
import { broken, isRecord, type Violation } from "../core/violation.ts";
import type { OtlpOptions, PrometheusOptions, RagTelemetryOptions } from "./options.ts";

const longestMs = 600_000;
const text: OptionCheck = {
  rule: "a string that is not empty",
  holds: (value) => typeof value === "string" && value !== "",
};
const milliseconds = integerFrom(0, longestMs);
const objectOrFalse: OptionCheck = {
  rule: "an object or false",
  holds: (value) => value === false || isRecord(value),
};

const prometheusChecks: OptionChecks<PrometheusOptions> = {
  host: text,
  port: integerFrom(0, 65_535),
  path: {
    rule: "a string that starts with /",
    holds: (value) => typeof value === "string" && /^\/[^\s?#]*$/.test(value),
  },
};

const otlpChecks: OptionChecks<OtlpOptions> = {
  url: { rule: "an http: or https: URL", holds: isHttpUrl },
  headers: {
    rule: "an object of strings",
    holds: (value) => isRecord(value) && Object.values(value).every((header) => typeof header === "string"),
  },
  timeoutMs: integerFrom(1, longestMs),
};

const checks: OptionChecks<RagTelemetryOptions> = {
  serviceName: text,
  metrics: {
    rule: 'one of "prometheus", "otlp", "both", "none"',
    holds: (value) => ["prometheus", "otlp", "both", "none"].some((choice) => choice === value),
  },
  prometheus: objectOrFalse,
  otlp: objectOrFalse,
  shutdownTimeoutMs: milliseconds,
  finalScrapeGraceMs: milliseconds,
  flushTimeoutMs: milliseconds,
  handleSignals: { rule: "a boolean", holds: (value) => typeof value === "boolean" },
  onError: functionCheck,
  nodeSdk: objectCheck,
};

/** @throws RagTriadError `ERR_RAG_TRIAD_OPTION` on the first option that breaks its rule. */
export function checkOptions(options: RagTelemetryOptions): void {
  check(options, checks);
  if (isRecord(options.prometheus)) check(options.prometheus, prometheusChecks, ["prometheus"]);
  if (isRecord(options.otlp)) check(options.otlp, otlpChecks, ["otlp"]);
  const violation = contradiction(options);
  if (violation !== undefined) throw optionError(violation, { kind: "option" });
}

/** An exporter that one option asks for and another switches off. */
function contradiction({ metrics, prometheus, otlp }: RagTelemetryOptions): Violation | undefined {
  if (prometheus === false && (metrics === "prometheus" || metrics === "both")) {
    return broken(["metrics"], '"otlp" or "none" while `prometheus` is false', metrics);
  }
  if (otlp === false && (metrics === "otlp" || metrics === "both")) {
    return broken(["metrics"], '"prometheus" or "none" while `otlp` is false', metrics);
  }
  return undefined;
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
}
