// An end mark, closing quotes, and then white space before something that can begin a sentence. Chinese needs no space.
const boundaryPattern =
  /(?<=[。！？]["”’」』）)]*)(?!["”’」』）)。！？])|(?<=[.!?]["”’)]*)\s+(?=["“‘(]?[\p{Lu}\p{N}`])/u;
const abbreviationPattern = /(?:\b(?:e\.g|i\.e|cf|vs|approx|Dr|Mr|Mrs|Ms|Prof|No|Fig|St|al)|\b\p{Lu})\.$/u;

/** The sentences of a paragraph or several, English or Chinese, in order and trimmed. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const paragraph of text.split(/\n+/)) {
    let open = "";
    for (const piece of paragraph.split(boundaryPattern)) {
      open = open === "" ? piece.trim() : `${open} ${piece.trim()}`;
      if (abbreviationPattern.test(open)) continue;
      if (open !== "") sentences.push(open);
      open = "";
    }
    if (open !== "") sentences.push(open);
  }
  return sentences;
}
