const labels = "(?:chunk|document|doc|source|passage|context|reference|ref|article|paragraph|excerpt|snippet)s?";
const list = "\\d{1,3}(?: ?(?:,|-|–|and|&) ?\\d{1,3}){0,12}";

// Every quantifier is bounded, so that the pattern is linear on any text.
const citationPattern = new RegExp(
  [
    `\\[\\^?${list}\\]`,
    `\\[${labels}[ _:#-]{0,3}[\\w.-]{0,40}\\]`,
    `【[^】\\n]{1,40}】`,
    `\\(${labels} #?${list}\\)`,
    `(?<![\\p{L}\\p{N}])${labels} #?\\d{1,3}(?![\\p{L}\\p{N}.,]\\d)`,
    `[\\[［](?:文档|资料|来源|片段|段落) {0,2}\\d{1,3}[\\]］]`,
    `(?:https?:\\/\\/|www\\.)[^\\s<>()\\]（）]{1,2000}`,
  ].join("|"),
  "giu",
);

/** `text` with citations (`[1]`, `[chunk-3]`, `【1】`, `(passage 2)`) and URLs blanked out. The length stays, so offsets hold. */
export function maskCitations(text: string): string {
  return text.replace(citationPattern, (found) => " ".repeat(found.length));
}
