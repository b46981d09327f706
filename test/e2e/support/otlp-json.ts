/** The value of an attribute; a list or object is sent as OTLP's array or key-value list. */
export type SentValue =
  | string
  | number
  | boolean
  | readonly SentValue[]
  | { readonly [key: string]: SentValue }
  /** An integer, sent as such. Other numbers are sent as doubles. */
  | bigint;

/** Attributes by key. */
export type SentAttributes = Readonly<Record<string, SentValue>>;

/** A span to send. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes?: SentAttributes;
  /** Whether its status is ERROR. */
  readonly isError?: boolean;
  readonly events?: readonly { readonly name: string; readonly attributes: SentAttributes }[];
}

/** A log record to send. */
export interface SentLog {
  readonly eventName: string;
  readonly attributes?: SentAttributes;
  readonly body?: SentValue;
}

/** Sends spans in one OTLP/HTTP request. Rejects when they are refused. */
export async function sendSpans(url: string, spans: readonly SentSpan[]): Promise<void> {
  const now = nanos();
  const items = spans.map(({ attributes = {}, isError = false, events = [], ...rest }) => ({
    ...rest,
    kind: 1,
    startTimeUnixNano: now,
    endTimeUnixNano: now,
    status: { code: isError ? 2 : 0 },
    attributes: encode(attributes),
    events: events.map((event) => ({ name: event.name, timeUnixNano: now, attributes: encode(event.attributes) })),
  }));
  await post(`${url}/v1/traces`, { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: items }] }] });
}

/** Sends log records in one OTLP/HTTP request. Rejects when they are refused. */
export async function sendLogs(url: string, logs: readonly SentLog[]): Promise<void> {
  const items = logs.map(({ eventName, attributes = {}, body }) => ({
    timeUnixNano: nanos(),
    severityNumber: 9,
    eventName,
    attributes: encode(attributes),
    ...(body === undefined ? {} : { body: valueOf(body) }),
  }));
  await post(`${url}/v1/logs`, { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: items }] }] });
}

/** Sends one point of a monotonic sum, at a time in milliseconds since the epoch. */
export async function sendCounter(
  url: string,
  name: string,
  point: { readonly value: number; readonly timeMs: number; readonly resource?: SentAttributes },
): Promise<void> {
  const dataPoint = { timeUnixNano: `${point.timeMs}000000`, startTimeUnixNano: "1", asDouble: point.value };
  const metric = {
    name,
    unit: "USD",
    sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [dataPoint] },
  };
  await post(`${url}/v1/metrics`, {
    resourceMetrics: [
      {
        resource: point.resource === undefined ? resource : { attributes: encode(point.resource) },
        scopeMetrics: [{ scope, metrics: [metric] }],
      },
    ],
  });
}

const scope = { name: "rag-triad", version: "0.0.0" };
const resource = {
  attributes: encode({ "service.name": "sender", "service.instance.id": "one" }),
};

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

function nanos(): string {
  return `${Date.now()}000000`;
}

function encode(attributes: SentAttributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: SentValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "bigint") return { intValue: String(value) };
  if (typeof value === "number") return { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(valueOf) } };
  return { kvlistValue: { values: encode(value as SentAttributes) } };
}
