/** Characters of a value that a message shows. */
const longestShown = 80;

/** Keys whose texts are shown by nobody: a client's options may be given by mistake where something else belongs. */
const secretKey = /key|token|secret|password|authorization|credential|cookie/i;

/**
 * A value and its type, short enough for a message: `` `-1` (number) ``. Arrays and plain objects as JSON, cut; of functions,
 * accessors and instances of classes nothing. Never throws.
 */
export function describeValue(value: unknown): string {
  if (value === null) return "`null` (null)";
  if (value === undefined) return "nothing (it is missing)";
  switch (typeof value) {
    case "string":
      return `\`${JSON.stringify(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value)}\` (string)`;
    case "object":
      return describeObject(value);
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

function describeObject(value: object): string {
  try {
    if (!isPlain(value)) return "an object";
    const text = write(value, longestShown);
    const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
    return `\`${shown}\` (${Array.isArray(value) ? `array of ${value.length}` : "object"})`;
  } catch {
    // A proxy that throws when looked at.
    return "an object";
  }
}

/** JSON of at least `room` characters, or all of it. Each level takes one, so that cycles end. */
function write(value: unknown, room: number): string {
  if (room <= 0) return "…";
  if (typeof value === "string") return JSON.stringify(value.slice(0, room));
  if (typeof value === "function") return "[function]";
  if (typeof value !== "object" || value === null) return typeof value === "symbol" ? "[symbol]" : String(value);
  if (!isPlain(value)) return "[object]";
  const isList = Array.isArray(value);
  let text = isList ? "[" : "{";
  for (const key of isList ? value.keys() : Object.keys(value)) {
    if (text.length > room) return text;
    if (text.length > 1) text += ",";
    if (!isList) text += `${JSON.stringify(key)}:`;
    text += writeMember(value, key, room - text.length);
  }
  return text + (isList ? "]" : "}");
}

function writeMember(owner: object, key: string | number, room: number): string {
  const property = Object.getOwnPropertyDescriptor(owner, key);
  if (property === undefined) return "undefined";
  if (!("value" in property)) return "[getter]";
  const isSecret = typeof property.value === "string" && secretKey.test(String(key));
  return isSecret ? '"…"' : write(property.value, room);
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
