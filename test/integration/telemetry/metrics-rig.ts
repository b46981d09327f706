import type { IncomingMessage, ServerResponse } from "node:http";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider, type ViewOptions } from "@opentelemetry/sdk-metrics";

/** One sample of an exposition. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A MeterProvider with a Prometheus exporter that listens nowhere. */
export interface MetricsRig {
  readonly provider: MeterProvider;
  text(): Promise<string>;
  samples(): Promise<readonly Sample[]>;
}

export function createMetricsRig(options: { readonly views?: ViewOptions[] } = {}): MetricsRig {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter], ...options });
  const text = async (): Promise<string> =>
    new Promise((resolve) => {
      const response = { statusCode: 0, setHeader: () => {}, end: resolve };
      exporter.getMetricsRequestHandler({} as IncomingMessage, response as unknown as ServerResponse);
    });
  return { provider, text, samples: async () => parse(await text()) };
}

/** Reads the text exposition format. */
export function parse(text: string): readonly Sample[] {
  return text.split("\n").flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line);
    if (match === null) return [];
    const labels = [...(match[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map((pair) => [
      pair[1] ?? "",
      pair[2] ?? "",
    ]);
    return [
      { name: match[1] ?? "", labels: Object.fromEntries(labels) as Record<string, string>, value: Number(match[3]) },
    ];
  });
}

/** The samples of a name whose labels include those given. */
export function select(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): readonly Sample[] {
  return samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
}

/** Their sum; 0 of none. */
export function sum(samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number {
  return select(samples, name, labels).reduce((total, { value }) => total + value, 0);
}
