/** The JSON objects that a text seems to have, outermost ones only, in the text's order. */
export interface FoundObjects {
  readonly objects: readonly string[];
  /** The last one has no end, or one is nested too deep: then nothing of the text can be relied upon. */
  readonly problem?: "reply_truncated" | "reply_too_deep";
}

/** Looks for `{` … `}` in one pass; braces inside strings are none, and braces in prose are passed over. */
export function findObjects(text: string, maxDepth: number): FoundObjects {
  const objects: string[] = [];
  for (let start = text.indexOf("{"); start !== -1;) {
    if (!beginsObject(text, start)) {
      start = text.indexOf("{", start + 1);
      continue;
    }
    const end = endOfObject(text, start, maxDepth);
    if (typeof end === "string") return { objects, problem: end };
    objects.push(text.slice(start, end));
    start = text.indexOf("{", end);
  }
  return { objects };
}

/** Whether a key or the object's end follows the brace, also where the text ends before it. */
function beginsObject(text: string, brace: number): boolean {
  let at = brace + 1;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  const sign = text.charAt(at);
  return sign === '"' || sign === "}" || sign === "";
}

function endOfObject(text: string, start: number, maxDepth: number): number | "reply_truncated" | "reply_too_deep" {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === backslash && inString) at++;
    else if (sign === quote) inString = !inString;
    else if (inString) continue;
    else if (sign === openBrace || sign === openBracket) {
      if (++depth > maxDepth) return "reply_too_deep";
    } else if (sign === closeBrace || sign === closeBracket) {
      if (--depth === 0) return at + 1;
    }
  }
  return "reply_truncated";
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
