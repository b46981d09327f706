/** Marks text for a terminal; plain when the output is none. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
}

/** Colours when `coloured`, else the texts as they are. */
export function createStyle(coloured: boolean): Style {
  const mark = (code: number) => (text: string) => (coloured && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: mark(1), dim: mark(2), good: mark(32), warn: mark(33), bad: mark(31) };
}
