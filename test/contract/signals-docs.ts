/** The cells of one row of a Markdown table. */
export type Row = readonly string[];

/** The rows of the table that follows a heading, without its head; the heading is given with its level. */
export function tableAfter(markdown: string, heading: string): readonly Row[] {
  const section = sectionAfter(markdown, heading);
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** The text between a heading and the next one of the same or a higher level. */
export function sectionAfter(markdown: string, heading: string): string {
  const level = /^#+/.exec(heading)?.[0].length ?? 1;
  const start = markdown.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`no heading ${heading}`);
  const rest = markdown.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The code spans of a cell or text. */
export function codes(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}

/** What is only in one of two lists, in words; also what is there twice. */
export function differences(what: string, documented: readonly string[], actual: readonly string[]): string[] {
  return [
    ...documented.filter((entry) => !actual.includes(entry)).map((entry) => `${what}: only in the docs: ${entry}`),
    ...actual.filter((entry) => !documented.includes(entry)).map((entry) => `${what}: not in the docs: ${entry}`),
    ...documented
      .filter((entry, index) => documented.indexOf(entry) !== index)
      .map((entry) => `${what}: twice in the docs: ${entry}`),
  ];
}
