const vowel = /[aeiouy]/;
const doubled = /(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const asciiWord = /^[a-z']+$/;

// Longest first. Each ending is replaced when what remains has at least three letters and a vowel.
const endings: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["isation", "ize"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ousness", "ous"],
  ["ically", "ic"],
  ["ication", "ify"],
  ["mentally", "ment"],
  ["ations", "ate"],
  ["ation", "ate"],
  ["ators", "ate"],
  ["ator", "ate"],
  ["ments", ""],
  ["ment", ""],
  ["ness", ""],
  ["ance", ""],
  ["ence", "ent"],
  ["ingly", ""],
  ["edly", ""],
  ["ally", "al"],
  ["ising", "ize"],
  ["ised", "ize"],
  ["ise", "ize"],
  ["ful", ""],
  ["ity", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["ily", "y"],
  ["sses", "ss"],
  ["ing", ""],
  ["ion", ""],
  ["ers", ""],
  ["ed", ""],
  ["er", ""],
  ["ly", ""],
];

/**
 * A light English stem: possessives, plurals, verb endings and the common derivational suffixes, after the idea of
 * Porter (1980) with far fewer rules. Words that are not lower-case ASCII letters come back as they are.
 */
export function stem(word: string): string {
  if (word.length < 4 || !asciiWord.test(word)) return word.endsWith("'s") ? word.slice(0, -2) : word;
  let base = word.endsWith("'s") ? word.slice(0, -2) : word.replaceAll("'", "");
  if (base.length > 3 && base.endsWith("s") && !base.endsWith("ss") && !base.endsWith("us") && !base.endsWith("is")) {
    base = base.endsWith("ies") ? `${base.slice(0, -3)}y` : base.slice(0, -1);
  }
  for (const [ending, replacement] of endings) {
    if (!base.endsWith(ending)) continue;
    const rest = base.slice(0, -ending.length);
    if (rest.length >= 3 && vowel.test(rest))
      base = doubled.test(rest) && replacement === "" ? rest.slice(0, -1) : rest + replacement;
    break;
  }
  return base.length > 4 && base.endsWith("e") ? base.slice(0, -1) : base;
}
