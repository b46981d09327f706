import { diag } from "@opentelemetry/api";
import type { SdkPackages } from "./sdk-packages.ts";

/** The Prometheus side of a MeterProvider. */
export interface MetricsText {
  /** To be given to the MeterProvider. */
  readonly reader: object;
  /** Collects every metric as Prometheus text. Rejects when collection fails as a whole. */
  render(): Promise<string>;
}

interface PrometheusReader {
  collect(options: {
    readonly timeoutMillis: number;
  }): Promise<{ readonly resourceMetrics: unknown; readonly errors: readonly unknown[] }>;
}

interface PrometheusSerializer {
  serialize(resourceMetrics: unknown): string;
}

/** Below Prometheus' default scrape timeout of 10 s. */
const collectTimeoutMs = 8000;

/**
 * The exporter's own server and request handler stay unused: they cannot listen exclusively or on port 0, and answer
 * 200 when collection fails. Metrics whose callback fails are missing from the text, the others are in it.
 */
export function createMetricsText(packages: SdkPackages): MetricsText {
  const exporterPackage = "@opentelemetry/exporter-prometheus";
  const Reader = packages.classOf<PrometheusReader>(exporterPackage, "PrometheusExporter");
  const Serializer = packages.classOf<PrometheusSerializer>(exporterPackage, "PrometheusSerializer");
  const reader = new Reader({ preventServerStart: true });
  const serializer = new Serializer("", false);
  return {
    reader,
    async render() {
      const { resourceMetrics, errors } = await reader.collect({ timeoutMillis: collectTimeoutMs });
      if (errors.length > 0) diag.error("rag-triad: some metrics could not be collected", ...errors);
      return serializer.serialize(resourceMetrics);
    },
  };
}
