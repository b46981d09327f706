/** The bytes of one field of a protocol buffer message, tag included. */
export type Field = Uint8Array;

/** Puts the bytes of fields together: a message, or the payload of one. */
export function message(...fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, field) => sum + field.length, 0));
  let at = 0;
  for (const field of fields) {
    bytes.set(field, at);
    at += field.length;
  }
  return bytes;
}

/** A field of an integer type (wire type 0). Not negative. */
export function integer(number: number, value: number | bigint): Field {
  return Uint8Array.from([...varint(tag(number, 0)), ...varint(BigInt(value))]);
}

/** A field of type float (wire type 5). */
export function float(number: number, value: number): Field {
  return Uint8Array.from([...varint(tag(number, 5)), ...new Uint8Array(Float32Array.of(value).buffer)]);
}

/** A field of bytes, text or a message (wire type 2). */
export function bytes(number: number, value: Uint8Array | string): Field {
  const payload = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return message(Uint8Array.from([...varint(tag(number, 2)), ...varint(BigInt(payload.length))]), payload);
}

function tag(number: number, wireType: number): bigint {
  return BigInt(number * 8 + wireType);
}

function varint(value: bigint): number[] {
  const groups: number[] = [];
  let rest = value;
  while (rest > 127n) {
    groups.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...groups, Number(rest)];
}
