/** What JSON can say. A number may be infinite (`1e999`), so ranges are to be checked. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Parses a JSON object, mended if it has to be; `undefined` when it is none. */
export function parseJson(text: string): JsonObject | undefined {
  return parseStrictly(text) ?? parseStrictly(mend(text));
}

function parseStrictly(text: string): JsonObject | undefined {
  try {
    // A key `__proto__` would be an own property here, but the prototype of whatever copies it by assignment.
    return JSON.parse(text, (key, value: JsonValue) => (key === "__proto__" ? undefined : value)) as JsonObject;
  } catch {
    return undefined;
  }
}

/** Escapes control characters inside strings and leaves out commas before a closing bracket: what models get wrong. */
function mend(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[^])*"|,(?=\s*[}\]])/g, (part) =>
    part === "," ? "" : part.replace(controls, (control) => JSON.stringify(control).slice(1, -1)),
  );
}

const controls = /\p{Cc}/gu;
