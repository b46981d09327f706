import { diag } from "@opentelemetry/api";
import { batchSettings, createOtlpExporter, pushSettings } from "./otlp-exporters.ts";
import { listFrom, textFrom, type Environment } from "./otel-environment.ts";
import type { ResolvedRagTelemetryOptions } from "./resolve-options.ts";
import type { SdkPackages } from "./sdk-packages.ts";

/** OpenTelemetry's NodeSDK, as much of it as is used here. */
export interface NodeSdk {
  start(): void;
  shutdown(): Promise<void>;
}

/**
 * A NodeSDK that is not started yet. It reads the environment for what is not said here: resource, sampler, limits,
 * propagators, and spans and log events when no `otlp` option is given.
 */
export function createNodeSdk(
  packages: SdkPackages,
  options: ResolvedRagTelemetryOptions,
  prometheusReader: object | undefined,
  environment: Environment,
): NodeSdk {
  const Sdk = packages.classOf<NodeSdk>("@opentelemetry/sdk-node", "NodeSDK");
  const extraReaders = options.nodeSdk["metricReaders"];
  return new Sdk({
    ...resourceDetectors(packages, environment),
    ...options.nodeSdk,
    ...(options.serviceName === undefined ? {} : { serviceName: options.serviceName }),
    ...(options.otlp === undefined
      ? {}
      : {
          spanProcessors: spanProcessors(packages, options, environment),
          logRecordProcessors: logRecordProcessors(packages, options, environment),
        }),
    metricReaders: [
      ...(prometheusReader === undefined ? [] : [prometheusReader]),
      ...options.pushMetrics.flatMap((name) => pushReader(packages, name, options, environment)),
      ...(Array.isArray(extraReaders) ? (extraReaders as readonly unknown[]) : []),
    ],
  });
}

/**
 * The detectors that SDK 3 uses by itself, on SDK 2 as well: without `service.instance.id` the pushes of several processes
 * of a service would be taken for one.
 */
function resourceDetectors(packages: SdkPackages, environment: Environment): { readonly resourceDetectors?: unknown } {
  if (textFrom(environment, "OTEL_NODE_RESOURCE_DETECTORS") !== undefined) return {};
  const names = ["serviceInstanceId", "process", "host", "os", "env"];
  return {
    resourceDetectors: names.map((name) => packages.valueOf("@opentelemetry/resources", `${name}Detector`)),
  };
}

function spanProcessors(
  packages: SdkPackages,
  { otlp, nodeSdk }: ResolvedRagTelemetryOptions,
  environment: Environment,
): unknown {
  if (nodeSdk["spanProcessors"] !== undefined) return nodeSdk["spanProcessors"];
  const sdkTrace = "@opentelemetry/sdk-trace";
  return exporterNames("OTEL_TRACES_EXPORTER", environment).flatMap((name) => {
    if (name === "otlp" && otlp !== false) {
      const exporter = createOtlpExporter(packages, "traces", otlp, environment);
      return [
        new (packages.classOf(sdkTrace, "BatchSpanProcessor"))({ exporter, ...batchSettings("OTEL_BSP", environment) }),
      ];
    }
    if (name !== "console") return unsupported("OTEL_TRACES_EXPORTER", name);
    const exporter = new (packages.classOf(sdkTrace, "ConsoleSpanExporter"))();
    return [new (packages.classOf(sdkTrace, "SimpleSpanProcessor"))({ exporter })];
  });
}

function logRecordProcessors(
  packages: SdkPackages,
  { otlp, nodeSdk }: ResolvedRagTelemetryOptions,
  environment: Environment,
): unknown {
  if (nodeSdk["logRecordProcessors"] !== undefined) return nodeSdk["logRecordProcessors"];
  const sdkLogs = "@opentelemetry/sdk-logs";
  return exporterNames("OTEL_LOGS_EXPORTER", environment).flatMap((name) => {
    if (name === "otlp" && otlp !== false) {
      const exporter = createOtlpExporter(packages, "logs", otlp, environment);
      return [
        new (packages.classOf(sdkLogs, "BatchLogRecordProcessor"))({
          exporter,
          ...batchSettings("OTEL_BLRP", environment),
        }),
      ];
    }
    if (name !== "console") return unsupported("OTEL_LOGS_EXPORTER", name);
    const exporter = new (packages.classOf(sdkLogs, "ConsoleLogRecordExporter"))();
    return [new (packages.classOf(sdkLogs, "SimpleLogRecordProcessor"))({ exporter })];
  });
}

function pushReader(
  packages: SdkPackages,
  name: string,
  { otlp }: ResolvedRagTelemetryOptions,
  environment: Environment,
): readonly unknown[] {
  const sdkMetrics = "@opentelemetry/sdk-metrics";
  const Reader = packages.classOf(sdkMetrics, "PeriodicExportingMetricReader");
  if (name === "otlp" && otlp !== false) {
    const exporter = createOtlpExporter(packages, "metrics", otlp, environment);
    return [new Reader({ exporter, ...pushSettings(environment) })];
  }
  if (name !== "console") return unsupported("OTEL_METRICS_EXPORTER", name);
  return [
    new Reader({
      exporter: new (packages.classOf(sdkMetrics, "ConsoleMetricExporter"))(),
      ...pushSettings(environment),
    }),
  ];
}

function exporterNames(variable: string, environment: Environment): readonly string[] {
  const names = listFrom(environment, variable) ?? ["otlp"];
  return names.includes("none") ? [] : names;
}

function unsupported(variable: string, name: string): readonly [] {
  if (name !== "otlp")
    diag.warn(`rag-triad: ${variable} names the exporter "${name}", which is not supported here; it is left out.`);
  return [];
}
