import { serviceLabels, type RuleContext } from "../context.ts";

/** A query that an annotation shows the rows of. */
export interface TemplateRows {
  /** The labels that the rows have in common with the alert, besides those of the service. */
  readonly labels: readonly string[];
  /** The expression, given the matchers of those labels. */
  readonly query: (matchers: string) => string;
  /** A label to sort the rows by, so that an annotation does not change with their order. */
  readonly sortBy?: string;
  /** The template of one row. */
  readonly row: string;
  /** What is shown when there is none; nothing when left out. */
  readonly none?: string;
}

/** The rows as template text, a space before each. Label values are quoted by Prometheus itself. */
export function templateRows(context: RuleContext, { labels, query, sortBy, row, none }: TemplateRows): string {
  const common = [...serviceLabels(context), ...labels];
  const format = query(common.map((label) => `${label}=%q`).join(","));
  const values = common.map((label) => `$labels.${label}`).join(" ");
  const sorted = sortBy === undefined ? "" : ` | sortByLabel "${sortBy}"`;
  const otherwise = none === undefined ? "" : `{{ else }} ${none}`;
  return `{{ range query (printf \`${format}\` ${values})${sorted} }} ${row}${otherwise}{{ end }}`;
}
