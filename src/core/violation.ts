/** Where in a value something is wrong: keys and indexes from the outside in. */
export type ValuePath = readonly (string | number)[];

/** A broken rule, before it is known which source the value came from. */
export type Violation =
  | { readonly path: ValuePath; readonly rule: string; readonly value: unknown }
  | { readonly path: ValuePath; readonly unknownOf: readonly string[] };

/** A violation of a value that had to be something else. */
export function broken(path: ValuePath, rule: string, value: unknown): Violation {
  return { path, rule, value };
}

/** The first own key of `value` that is not in `known`, as a violation. */
export function unknownKey(value: object, known: readonly string[], path: ValuePath = []): Violation | undefined {
  const key = Object.keys(value).find((name) => !known.includes(name));
  return key === undefined ? undefined : { path: [...path, key], unknownOf: known };
}

/** Whether a value is an object with keys of its own: not null, not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `thresholds[0].warning`, `sampleRatio["criteria.tone"]`. */
export function formatPath(path: ValuePath): string {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else if (!/^[\w$]+$/.test(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text;
}

/** A value and its type, short enough for a message: `` `-1` (number) ``. */
export function describeValue(value: unknown): string {
  if (value === null) return "`null` (null)";
  if (value === undefined) return "`undefined` (undefined)";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  switch (typeof value) {
    case "string":
      return `\`${JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)}\` (string)`;
    case "object":
      return "an object";
    case "function":
      return "a function";
    case "number":
    case "bigint":
    case "boolean":
      return `\`${value}\` (${typeof value})`;
    default:
      return "a symbol";
  }
}
