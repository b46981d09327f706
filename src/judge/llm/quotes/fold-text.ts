const word = /[\p{L}\p{N}\p{M}]/u;

/**
 * A text as quotes are compared: Unicode form NFKC, letters in one case, nothing but letters, marks and digits. What the
 * form changes besides (ligatures, full-width forms, ß and ς) is the same on both sides.
 */
export function foldText(text: string): string {
  const cased = text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
  let folded = "";
  for (const character of cased) if (word.test(character)) folded += character;
  return folded;
}
