/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Longer texts are cut. */
  readonly widest?: number;
  readonly align?: "left" | "right";
}

/** Lines of a table in plain text; Chinese characters count as two columns, as terminals draw them. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const cells = [columns.map(({ title }) => title), ...rows].map((row) =>
    row.map((cell, position) => cut(cell, columns[position]?.widest ?? 200)),
  );
  const widths = columns.map((_, position) => Math.max(...cells.map((row) => displayWidth(row[position] ?? ""))));
  const lines = cells.map((row) =>
    row
      .map((cell, position) => {
        const padding = " ".repeat(Math.max(0, (widths[position] ?? 0) - displayWidth(cell)));
        return columns[position]?.align === "right" ? padding + cell : cell + padding;
      })
      .join("  ")
      .trimEnd(),
  );
  return lines.toSpliced(1, 0, widths.map((width) => "─".repeat(width)).join("  "));
}

/** Columns a text takes in a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1;
  return width;
}

function cut(text: string, widest: number): string {
  if (displayWidth(text) <= widest) return text;
  let kept = "";
  for (const character of text) {
    if (displayWidth(kept + character) >= widest) break;
    kept += character;
  }
  return `${kept}…`;
}
