import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { decodeOtlpProtobuf } from "./otlp-protobuf.ts";

/** A span as it came over the wire. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  /** OTLP's numbers: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startNanos: bigint;
  readonly endNanos: bigint;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** OTLP's numbers: 0 unset, 1 ok, 2 error. */
  readonly status: { readonly code: number; readonly message: string };
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly events: readonly string[];
  readonly scope: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A log record as it came over the wire. */
export interface ReceivedLog {
  readonly eventName: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
  readonly severityNumber: number;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** One point of a metric as it came over the wire. */
export interface ReceivedPoint {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of a sum or gauge. */
  readonly value?: number;
  /** Of a histogram. */
  readonly count?: number;
  readonly sum?: number;
  readonly bucketCounts?: readonly number[];
  readonly bounds?: readonly number[];
}

/** A metric of one push. */
export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly kind: "sum" | "gauge" | "histogram";
  readonly points: readonly ReceivedPoint[];
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A real OTLP/HTTP receiver on loopback; takes JSON and protobuf, plain and gzip. */
export interface OtlpReceiver {
  /** The base address, for OTEL_EXPORTER_OTLP_ENDPOINT or `otlp.url`. */
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly logs: ReceivedLog[];
  /** Every metric of every push, in order. */
  readonly metrics: ReceivedMetric[];
  /** Every export request, with its uncompressed body. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage["headers"]; readonly body: Buffer }[];
  /** How to answer a path: 200 at once, if not set. Another status keeps nothing; a delay keeps late. */
  respond: (path: string) => { readonly status?: number; readonly delayMs?: number };
  /** Resolves once the condition holds; looks after each request. Rejects after `timeoutMs`. */
  waitFor(condition: (receiver: OtlpReceiver) => boolean, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver on a free port of 127.0.0.1, or on `port`. */
export async function startOtlpReceiver(options: { readonly port?: number } = {}): Promise<OtlpReceiver> {
  const waiters = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const raw = Buffer.concat(parts);
      const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw;
      const isJson = request.headers["content-type"]?.includes("json") ?? false;
      const path = request.url ?? "";
      const { status = 200, delayMs = 0 } = receiver.respond(path);
      receiver.requests.push({ path, headers: request.headers, body });
      setTimeout(() => {
        if (status === 200) {
          keep(receiver, path, isJson ? JSON.parse(body.toString("utf8")) : decodeOtlpProtobuf(path, body));
        }
        response.writeHead(status, { "content-type": isJson ? "application/json" : "application/x-protobuf" });
        response.end(isJson ? "{}" : "");
        for (const check of waiters) check();
      }, delayMs);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: options.port ?? 0, host: "127.0.0.1" }, resolve);
  });
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    logs: [],
    metrics: [],
    requests: [],
    respond: () => ({}),
    waitFor(condition, timeoutMs = 10_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(check);
          const { spans, logs, metrics } = receiver;
          reject(
            new Error(
              `not received within ${timeoutMs} ms; ${spans.length} spans, ${logs.length} logs, ${metrics.length} metrics came`,
            ),
          );
        }, timeoutMs);
        const check = (): void => {
          if (!condition(receiver)) return;
          clearTimeout(timer);
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

type Origin = { readonly resource: Record<string, unknown>; readonly scope: string };

function keep(receiver: OtlpReceiver, path: string, request: unknown): void {
  const envelopes = {
    "/v1/traces": [
      "resourceSpans",
      "scopeSpans",
      "spans",
      (item: unknown, from: Origin) => receiver.spans.push(spanOf(item, from)),
    ],
    "/v1/logs": [
      "resourceLogs",
      "scopeLogs",
      "logRecords",
      (item: unknown, from: Origin) => receiver.logs.push(logOf(item, from)),
    ],
    "/v1/metrics": [
      "resourceMetrics",
      "scopeMetrics",
      "metrics",
      (item: unknown, from: Origin) => receiver.metrics.push(metricOf(item, from)),
    ],
  } as const;
  const [outer, middle, inner, add] = envelopes[path as keyof typeof envelopes];
  for (const group of listAt(request, outer)) {
    const resource = attributesOf(at(group, "resource"));
    for (const scoped of listAt(group, middle)) {
      for (const item of listAt(scoped, inner)) add(item, { resource, scope: textAt(at(scoped, "scope"), "name") });
    }
  }
}

function spanOf(item: unknown, { resource, scope }: Origin): ReceivedSpan {
  const startNanos = BigInt(textAt(item, "startTimeUnixNano"));
  const endNanos = BigInt(textAt(item, "endTimeUnixNano"));
  return {
    traceId: textAt(item, "traceId"),
    spanId: textAt(item, "spanId"),
    parentSpanId: textAt(item, "parentSpanId"),
    name: textAt(item, "name"),
    kind: numberAt(item, "kind"),
    startNanos,
    endNanos,
    durationMs: Number(endNanos - startNanos) / 1e6,
    attributes: attributesOf(item),
    status: { code: numberAt(at(item, "status"), "code"), message: textAt(at(item, "status"), "message") },
    links: listAt(item, "links").map((link) => ({ traceId: textAt(link, "traceId"), spanId: textAt(link, "spanId") })),
    events: listAt(item, "events").map((event) => textAt(event, "name")),
    scope,
    resource,
  };
}

function logOf(item: unknown, { resource }: Origin): ReceivedLog {
  return {
    eventName: textAt(item, "eventName"),
    attributes: attributesOf(item),
    traceId: textAt(item, "traceId"),
    spanId: textAt(item, "spanId"),
    severityNumber: numberAt(item, "severityNumber"),
    resource,
  };
}

function metricOf(item: unknown, { resource }: Origin): ReceivedMetric {
  const kind = (["sum", "gauge", "histogram"] as const).find((name) => at(item, name) !== undefined) ?? "gauge";
  const points = listAt(at(item, kind), "dataPoints").map((point): ReceivedPoint => {
    const attributes = attributesOf(point);
    if (kind !== "histogram")
      return { attributes, value: numberAt(point, at(point, "asDouble") === undefined ? "asInt" : "asDouble") };
    return {
      attributes,
      count: numberAt(point, "count"),
      sum: numberAt(point, "sum"),
      bucketCounts: listAt(point, "bucketCounts").map(Number),
      bounds: listAt(point, "explicitBounds").map(Number),
    };
  });
  return { name: textAt(item, "name"), unit: textAt(item, "unit"), kind, points, resource };
}

function attributesOf(holder: unknown, key = "attributes"): Record<string, unknown> {
  return Object.fromEntries(listAt(holder, key).map((entry) => [textAt(entry, "key"), valueOf(at(entry, "value"))]));
}

function valueOf(value: unknown): unknown {
  if (at(value, "arrayValue") !== undefined) return listAt(at(value, "arrayValue"), "values").map(valueOf);
  if (at(value, "kvlistValue") !== undefined) return attributesOf(at(value, "kvlistValue"), "values");
  if (at(value, "intValue") !== undefined) return numberAt(value, "intValue");
  return at(value, "stringValue") ?? at(value, "boolValue") ?? at(value, "doubleValue") ?? at(value, "bytesValue");
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = at(value, key);
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}

function textAt(value: unknown, key: string): string {
  const text = at(value, key);
  return typeof text === "string" || typeof text === "number" ? String(text) : "";
}

function numberAt(value: unknown, key: string): number {
  return Number(at(value, key) ?? 0);
}
