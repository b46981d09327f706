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

/** Whether an object in the JSON has a key twice, so that nobody knows which value is meant. Linear. */
export function repeatsKey(json: string): boolean {
  const text = mend(json);
  let [written, read] = [0, 0];
  for (const [, key] of text.matchAll(/("(?:[^"\\]|\\[^])*")\s*:|"(?:[^"\\]|\\[^])*"/g)) {
    if (key === undefined) continue;
    // What stands under it is dropped, see above.
    if (JSON.parse(key) === "__proto__") return false;
    written++;
  }
  JSON.parse(text, function count(this: unknown, _key, value: unknown) {
    if (!Array.isArray(this)) read++;
    return value;
  });
  // The whole is read as the value of a key of its own.
  return written > read - 1;
}

/** Escapes control characters inside strings and leaves out commas before a closing bracket: what models get wrong. */
function mend(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[^])*"|,(?=\s*[}\]])/g, (part) =>
    part === "," ? "" : part.replace(controls, (control) => JSON.stringify(control).slice(1, -1)),
  );
}

const controls = /\p{Cc}/gu;
