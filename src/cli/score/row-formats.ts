import { csvFormat } from "./csv-format.ts";
import { jsonlFormat } from "./jsonl-format.ts";
import type { RowFormat } from "./score-row.ts";

/** The formats by their names on the command line. */
export const rowFormats: Readonly<Record<"jsonl" | "csv", RowFormat>> = { jsonl: jsonlFormat, csv: csvFormat };
