/** Zero-width and bidirectional marks, soft hyphens, fillers, tags and variation selectors: nothing that is seen, but it is read. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const controls = /(?![\t\n\r])\p{Cc}/gu;
const halves = /\p{Surrogate}/gu;

/**
 * A text as judge models get to see it: without invisible characters, which hide instructions from people and break words
 * apart; with a space for control characters besides tab and line ends, and U+FFFD for halves of surrogate pairs.
 * Everything that can be seen stays as it is.
 */
export function cleanText(text: string): string {
  return text.replace(invisible, "").replace(controls, " ").replace(halves, "\ufffd");
}

/** The text on one line, so that no line of it can pass for one of ours. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
