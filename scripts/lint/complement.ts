/**
 * Regular expressions (no look-around: the linter's engine has none) that together match every module name except
 * relative ones and the allowed ones. `name` allows that name, `name*` every name that starts with it.
 */
export function moduleNamesExcept(allowed: readonly string[]): string[] {
  return complement("", [".*", ...allowed]);
}

function complement(prefix: string, allowed: readonly string[]): string[] {
  if (allowed.includes("*")) return [];
  const heads = [...new Set(allowed.map((rest) => rest.charAt(0)).filter((head) => head !== ""))];
  const endsHere = allowed.includes("");
  const others = heads.length === 0 ? "." : `[^${heads.map(escapeInClass).join("")}]`;
  const patterns = [`^${escape(prefix)}${endsHere || prefix === "" ? others : `(${others}|$)`}`];
  for (const head of heads) {
    const rests = allowed.filter((rest) => rest.startsWith(head)).map((rest) => rest.slice(1));
    patterns.push(...complement(prefix + head, rests));
  }
  return patterns;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function escapeInClass(character: string): string {
  return /[\\\]^[-]/.test(character) ? `\\${character}` : character;
}
