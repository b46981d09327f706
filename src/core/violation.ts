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
