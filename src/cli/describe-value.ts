const longestShown = 60;

// Control, bidirectional and invisible characters could rewrite the terminal's line: they are shown as escapes.
const unsafeCharacters = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A value in an error message: short, on one line, with its type, e.g. `42 (number)`; containers without their content. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 1 ? "an array of 1 item" : `an array of ${value.length} items`;
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? quote(value) : `${JSON.stringify(value)} (${typeof value})`;
}

/** A text in double quotes, cut to 60 characters, with whatever could disturb a terminal escaped. */
export function quote(text: string): string {
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return JSON.stringify(shown).replace(unsafeCharacters, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
