/** A place in a text, both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Where a text stops being JSON (RFC 8259), or `undefined` if it is JSON. Engines word their messages differently, and
 * some give no position.
 */
export function findJsonSyntaxError(text: string): TextPosition | undefined {
  const end = scan(text);
  return end === undefined ? undefined : positionAt(text, end);
}

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The offset of the first character that cannot be there. */
function scan(text: string): number | undefined {
  const closers: string[] = [];
  let offset = skip(text, 0);
  for (;;) {
    const afterValue = scanValueStart(text, offset, closers);
    if (afterValue.failed) return afterValue.offset;
    offset = skip(text, afterValue.offset);
    while (!afterValue.opened && closers.length > 0 && text[offset] === closers.at(-1)) {
      closers.pop();
      offset = skip(text, offset + 1);
    }
    if (closers.length === 0 && !afterValue.opened) return offset === text.length ? undefined : offset;
    if (!afterValue.opened) {
      if (text[offset] !== ",") return offset;
      offset = skip(text, offset + 1);
    }
    if (closers.at(-1) === "}") {
      const key = scanKey(text, offset);
      if (key.failed) return key.offset;
      offset = key.offset;
    }
  }
}

interface Step {
  readonly offset: number;
  readonly failed?: boolean;
  /** A non-empty array or object was entered. */
  readonly opened?: boolean;
}

const opening: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** A scalar, an empty container, or the opening of one. */
function scanValueStart(text: string, offset: number, closers: string[]): Step {
  const closer = opening[text[offset] ?? ""];
  if (closer === undefined) return scanScalar(text, offset);
  const next = skip(text, offset + 1);
  if (text[next] === closer) return { offset: next + 1 };
  closers.push(closer);
  return { offset: next, opened: true };
}

const scalarPattern = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const stringPattern = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

function scanScalar(text: string, offset: number): Step {
  if (text[offset] === '"') return scanString(text, offset);
  scalarPattern.lastIndex = offset;
  return scalarPattern.test(text) ? { offset: scalarPattern.lastIndex } : { offset, failed: true };
}

function scanString(text: string, offset: number): Step {
  stringPattern.lastIndex = offset;
  if (!stringPattern.test(text)) return { offset, failed: true };
  const end = stringPattern.lastIndex;
  return text[end] === '"' ? { offset: end + 1 } : { offset: end, failed: true };
}

function scanKey(text: string, offset: number): Step {
  const key = scanString(text, offset);
  if (key.failed) return key;
  const colon = skip(text, key.offset);
  return text[colon] === ":" ? { offset: skip(text, colon + 1) } : { offset: colon, failed: true };
}

function skip(text: string, offset: number): number {
  let next = offset;
  while (next < text.length && " \t\n\r".includes(text[next] ?? "")) next++;
  return next;
}
