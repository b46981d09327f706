/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** An object that has these properties and no others; names with `?` may be missing. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(properties);
  return {
    type: "object",
    additionalProperties: false,
    required: entries.filter(([name]) => !name.endsWith("?")).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ""), schema])),
  };
}

/** A list of one kind of thing. */
export function list(items: Schema): Schema {
  return { type: "array", items };
}

/** An object of one kind of thing by name. */
export function record(values: Schema): Schema {
  return { type: "object", additionalProperties: values };
}

/** One of some values. */
export function one(...values: readonly unknown[]): Schema {
  return { enum: values };
}

/** One of some schemas, told apart by a property that each has a value of its own for. */
export function either(...schemas: readonly Schema[]): Schema {
  return { oneOf: schemas };
}

export const text: Schema = { type: "string", minLength: 1 };
export const anyText: Schema = { type: "string" };
export const flag: Schema = { type: "boolean" };
export const number: Schema = { type: "number" };
export const whole: Schema = { type: "integer", minimum: 0 };
