import { optionError } from "../core/option-error.ts";
import { broken, isRecord, unknownKey, type ValuePath, type Violation } from "../core/violation.ts";
import type { OtlpOptions, PrometheusOptions, RagTelemetryOptions } from "./options.ts";

type Rule = readonly [rule: string, holds: (value: unknown) => boolean];
type Rules<T> = Readonly<Record<keyof T & string, Rule>>;

const longestMs = 600_000;
const text: Rule = ["a string that is not empty", (value) => typeof value === "string" && value !== ""];
const milliseconds: Rule = integer(0, longestMs);

const prometheusRules: Rules<PrometheusOptions> = {
  host: text,
  port: integer(0, 65_535),
  path: ["a string that starts with /", (value) => typeof value === "string" && /^\/[^\s?#]*$/.test(value)],
};

const otlpRules: Rules<OtlpOptions> = {
  url: ["an http: or https: URL", isHttpUrl],
  headers: [
    "an object of strings",
    (value) => isRecord(value) && Object.values(value).every((header) => typeof header === "string"),
  ],
  timeoutMs: integer(1, longestMs),
};

const rules: Rules<RagTelemetryOptions> = {
  serviceName: text,
  metrics: [
    'one of "prometheus", "otlp", "both", "none"',
    (value) => ["prometheus", "otlp", "both", "none"].some((choice) => choice === value),
  ],
  prometheus: ["an object or false", isRecordOrFalse],
  otlp: ["an object or false", isRecordOrFalse],
  shutdownTimeoutMs: milliseconds,
  finalScrapeGraceMs: milliseconds,
  flushTimeoutMs: milliseconds,
  handleSignals: ["a boolean", (value) => typeof value === "boolean"],
  onError: ["a function", (value) => typeof value === "function"],
  nodeSdk: ["an object", isRecord],
};

/** @throws RagTriadError `ERR_RAG_TRIAD_OPTION` on the first option that breaks its rule. */
export function checkOptions(options: RagTelemetryOptions): void {
  const violation = !isRecord(options)
    ? broken([], "an object", options)
    : (firstViolation(rules, options, []) ??
      inside("prometheus", options["prometheus"], prometheusRules) ??
      inside("otlp", options["otlp"], otlpRules) ??
      contradiction(options));
  if (violation !== undefined) throw optionError(violation, { kind: "option" });
}

function inside<T>(name: string, value: unknown, of: Rules<T>): Violation | undefined {
  return isRecord(value) ? firstViolation(of, value, [name]) : undefined;
}

function firstViolation<T>(of: Rules<T>, values: Record<string, unknown>, path: ValuePath): Violation | undefined {
  for (const [name, [rule, holds]] of Object.entries<Rule>(of)) {
    const value = values[name];
    if (value !== undefined && !holds(value)) return broken([...path, name], rule, value);
  }
  return unknownKey(values, Object.keys(of), path);
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

function integer(minimum: number, maximum: number): Rule {
  return [
    `an integer from ${minimum} to ${maximum}`,
    (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  ];
}

function isRecordOrFalse(value: unknown): boolean {
  return value === false || isRecord(value);
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
}
