// Every quantifier is bounded, so that the patterns are linear on any text.
const label =
  "(?:chunk|document|doc|source|passage|context|reference|ref|article|paragraph|excerpt|snippet|section|page|pp?\\.|来源|出处|文档|资料|片段|段落|引用|参考|参见)s?";
const list = "\\d{1,3}(?: ?(?:,|;|-|–|and|&) ?\\d{1,3}){0,12}";
/** "[1, p. 12]": where in the source. */
const page = "(?:[,;:] ?(?:pp?\\.? ?|pages? ?|第 ?|§ ?)\\d[\\d., –-]{0,20}页?)";
const pagedList = `${list}(?:${page}(?:; ?${list})?){0,6}`;
/** A name without spaces such as `a.b`, `doc_1.md#refunds` or `chunk-3`. */
const id = "(?=[^\\]\\s]{0,60}[\\d._/#:])\\p{L}[\\p{L}\\p{N}._/#:-]{1,60}";
const labelled = `${label}(?: ?[:：] ?[^\\[\\]\\n]{1,80}|[ _#-]{0,3}\\d[^\\[\\]\\n]{0,60}|[ _#-]{1,3}[\\w.-]{1,40})`;
const note = `(?:\\^?${pagedList}|\\^[\\w-]{1,24}|${labelled})`;
const ids = `${id}(?:[,;] ?${id}){0,8}(?:[,;] ?(?:pp?\\.|page|section|§) ?[\\d.–-]{1,12})?`;
const link = "(?:\\([^()\\s]{1,500}\\))";
const url = "(?:https?:\\/\\/|www\\.)[^\\s<>()\\]（）]{1,2000}";

const brackets = [
  `[\\[［〔]{1,2}${note}[\\]］〕]{1,2}${link}?`,
  // "[example.org](https://example.org)" inside a sentence is what it says.
  `[\\[［〔]{1,2}${ids}[\\]］〕]{1,2}(?:(?!\\()|(?!\\(https?:)${link})`,
  `【[^】\\n]{1,60}】`,
  `[(（](?:see |cf\\.? |参见|见)?${label}(?: ?[:：] ?[^()（）\\n]{1,80}|[ #_-]{0,2}${list}(?:\\.\\d{1,3}){0,3}(?:, [^()（）\\n]{1,40})?)[)）]`,
  `\\([^()\\n]{1,40} et al\\.?,? \\d{4}[a-z]?\\)`,
  `[(（]\\d[)）]`,
  `[(（](?:${id}|\\d{1,3})${page}[)）]`,
  `\\{${list}\\}`,
  `<(?:sup|cite|ref)>[^<\\n]{0,60}<\\/(?:sup|cite|ref)>`,
];

const citation = new RegExp(
  [
    ...brackets,
    `(?<![\\p{L}\\p{N}])(?:chunk|document|doc|source|passage|context|reference|ref|article|paragraph|excerpt|snippet)s? #?\\d{1,3}(?:,? ?(?:,|-|–|and|&) ?\\d{1,3}){0,8}(?![\\p{L}\\p{N}.,]\\d|\\p{L})`,
    `(?:文档|资料|来源|片段|段落) ?\\d{1,3}(?:[、,和及至-] ?\\d{1,3}){0,8}`,
    url,
  ].join("|"),
  "giu",
);

const trailing = new RegExp(
  `(?:\\s?(?:${[...brackets, `\\[${ids}\\]${link}`, "[(（]\\d{1,3}[)）]", "[¹²³⁰⁴-⁹⁽⁾⁻]{1,8}", "[†‡]{1,3}", `<?${url}>?`].join("|")})){1,12}`,
  "iuy",
);

/** `text` with citations (`[1]`, `[chunk-3]`, `【1】`, `(passage 2)`) and URLs blanked out. The length stays, so offsets hold. */
export function maskCitations(text: string): string {
  return text.replace(citation, (found) => " ".repeat(found.length));
}

const opening = /[[［〔【(（{<¹²³⁰⁴-⁹⁽†‡hw]/i;

/** The end of the citations that follow right after `start`, at most one white space before each; `start` if there are none. */
export function endOfCitations(text: string, start: number): number {
  if (!opening.test(text.slice(start, start + 2))) return start;
  trailing.lastIndex = start;
  return start + (trailing.exec(text)?.[0].length ?? 0);
}
