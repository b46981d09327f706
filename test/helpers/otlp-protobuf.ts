/** How one field of a message is read; `many` fields gather in an array. */
type Field = {
  readonly name: string;
  readonly type:
    | "message"
    | "string"
    | "hex"
    | "bytes"
    | "varint"
    | "bool"
    | "int64"
    | "fixed32"
    | "fixed64"
    | "sfixed64"
    | "double";
  readonly many?: true;
  readonly message?: () => Message;
};
type Message = Readonly<Record<number, Field>>;

const field = (name: string, type: Field["type"]): Field => ({ name, type });
const list = (name: string, type: Field["type"]): Field => ({ name, type, many: true });
const one = (name: string, message: () => Message): Field => ({ name, type: "message", message });
const many = (name: string, message: () => Message): Field => ({ name, type: "message", many: true, message });

const anyValue: Message = {
  1: field("stringValue", "string"),
  2: field("boolValue", "bool"),
  3: field("intValue", "int64"),
  4: field("doubleValue", "double"),
  5: one("arrayValue", () => ({ 1: many("values", () => anyValue) })),
  6: one("kvlistValue", () => ({ 1: many("values", () => keyValue) })),
  7: field("bytesValue", "bytes"),
};
const keyValue: Message = { 1: field("key", "string"), 2: one("value", () => anyValue) };
const resource: Message = { 1: many("attributes", () => keyValue) };
const scope: Message = { 1: field("name", "string"), 2: field("version", "string") };

const span: Message = {
  1: field("traceId", "hex"),
  2: field("spanId", "hex"),
  4: field("parentSpanId", "hex"),
  5: field("name", "string"),
  6: field("kind", "varint"),
  7: field("startTimeUnixNano", "fixed64"),
  8: field("endTimeUnixNano", "fixed64"),
  9: many("attributes", () => keyValue),
  11: many("events", () => ({ 2: field("name", "string"), 3: many("attributes", () => keyValue) })),
  13: many("links", () => ({
    1: field("traceId", "hex"),
    2: field("spanId", "hex"),
    4: many("attributes", () => keyValue),
  })),
  15: one("status", () => ({ 2: field("message", "string"), 3: field("code", "varint") })),
};
const logRecord: Message = {
  2: field("severityNumber", "varint"),
  5: one("body", () => anyValue),
  6: many("attributes", () => keyValue),
  8: field("flags", "fixed32"),
  9: field("traceId", "hex"),
  10: field("spanId", "hex"),
  12: field("eventName", "string"),
};
const numberPoint: Message = {
  4: field("asDouble", "double"),
  6: field("asInt", "sfixed64"),
  7: many("attributes", () => keyValue),
};
const histogramPoint: Message = {
  4: field("count", "fixed64"),
  5: field("sum", "double"),
  6: list("bucketCounts", "fixed64"),
  7: list("explicitBounds", "double"),
  9: many("attributes", () => keyValue),
};
const metric: Message = {
  1: field("name", "string"),
  3: field("unit", "string"),
  5: one("gauge", () => ({ 1: many("dataPoints", () => numberPoint) })),
  7: one("sum", () => ({ 1: many("dataPoints", () => numberPoint), 3: field("isMonotonic", "bool") })),
  9: one("histogram", () => ({ 1: many("dataPoints", () => histogramPoint) })),
};

const requests: Readonly<Record<string, Message>> = {
  "/v1/traces": envelope("resourceSpans", "scopeSpans", "spans", span),
  "/v1/logs": envelope("resourceLogs", "scopeLogs", "logRecords", logRecord),
  "/v1/metrics": envelope("resourceMetrics", "scopeMetrics", "metrics", metric),
};

function envelope(outer: string, middle: string, inner: string, item: Message): Message {
  return {
    1: many(outer, () => ({
      1: one("resource", () => resource),
      2: many(middle, () => ({ 1: one("scope", () => scope), 2: many(inner, () => item) })),
    })),
  };
}

/** Decodes an OTLP export request of a path such as `/v1/traces` into the shape that OTLP's JSON form has. */
export function decodeOtlpProtobuf(path: string, body: Buffer): unknown {
  const message = requests[path];
  if (message === undefined) throw new Error(`no OTLP request has the path ${path}`);
  return decodeMessage(body, message);
}

function decodeMessage(bytes: Buffer, message: Message): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const reader = createReader(bytes);
  while (!reader.isAtEnd()) {
    const key = Number(reader.varint());
    const wire = key & 7;
    const known = message[key >>> 3];
    for (const value of known === undefined ? reader.skip(wire) : reader.values(known, wire)) {
      const name = known?.name ?? "";
      if (known?.many === undefined) result[name] = value;
      else result[name] = [...((result[name] as readonly unknown[] | undefined) ?? []), value];
    }
  }
  return result;
}

function createReader(bytes: Buffer) {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const block = (): Buffer => {
    const length = Number(varint());
    return bytes.subarray(at, (at += length));
  };
  const fixed = (size: number): Buffer => bytes.subarray(at, (at += size));
  const scalar = ({ type }: Field, wire: number): unknown => {
    if (wire === 0) {
      const value = varint();
      return type === "bool" ? value === 1n : type === "int64" ? Number(BigInt.asIntN(64, value)) : Number(value);
    }
    const raw = fixed(wire === 5 ? 4 : 8);
    if (type === "double") return raw.readDoubleLE();
    if (type === "sfixed64") return Number(raw.readBigInt64LE());
    return wire === 5 ? raw.readUInt32LE() : raw.readBigUInt64LE().toString();
  };
  return {
    isAtEnd: () => at >= bytes.length,
    varint,
    /** The value of a field, or several where they are packed. */
    values(known: Field, wire: number): unknown[] {
      if (wire !== 2) return [scalar(known, wire)];
      const content = block();
      if (known.message !== undefined) return [decodeMessage(content, known.message())];
      if (known.type === "string") return [content.toString("utf8")];
      if (known.type === "hex") return [content.toString("hex")];
      if (known.type === "bytes") return [content.toString("base64")];
      const packed = createReader(content);
      const values: unknown[] = [];
      const inner = known.type === "fixed64" || known.type === "double" || known.type === "sfixed64" ? 1 : 0;
      while (!packed.isAtEnd()) values.push(...packed.values(known, inner));
      return values;
    },
    skip(wire: number): [] {
      if (wire === 0) varint();
      else if (wire === 2) block();
      else fixed(wire === 5 ? 4 : 8);
      return [];
    },
  };
}
