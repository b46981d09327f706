/** At most `length` characters (UTF-16 code units) of the text, never half a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.max(0, length);
  const splitsPair = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  return text.slice(0, splitsPair ? end - 1 : end);
}

/** The longest beginning of the text whose JSON form has at most `length` characters; `undefined` when not even an empty one fits. */
export function cutToJson(text: string, length: number): string | undefined {
  if (length < 2) return undefined;
  let low = 0;
  let high = Math.min(text.length, length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (JSON.stringify(text.slice(0, middle)).length <= length) low = middle;
    else high = middle - 1;
  }
  return cutText(text, low);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
