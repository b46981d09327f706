/** What stands in a link for a value: a variable's name, or that of a field's value, and Grafana's format for it. */
export interface Placeholder {
  readonly name: string;
  readonly format: string | undefined;
}

/** A search for traces, as Explore reads it from its address. */
export interface ExploreSearch {
  readonly datasource: string;
  readonly query: string;
  readonly from: string;
  readonly to: string;
}

const pattern = /\$\{([^:}]+)(?::(\w+))?\}/g;

/** What Grafana puts its values in for. */
export function placeholdersOf(url: string): readonly Placeholder[] {
  return [...url.matchAll(pattern)].map(([, name = "", format]) => ({ name, format }));
}

/** The address with values in it, as Grafana formats them: several of a variable, or one of a field. */
export function interpolated(url: string, values: Readonly<Record<string, string | readonly string[]>>): string {
  return url.replaceAll(pattern, (whole, name: string, format: string | undefined) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value !== "string") return format === "pipe" ? value.join("|") : `{${value.join(",")}}`;
    return format === "percentencode" ? encodeURIComponent(value) : value;
  });
}

/** What Explore makes of an address; throws for one that it does not read. */
export function readExploreUrl(url: string): ExploreSearch {
  const { pathname, searchParams } = new URL(url, "https://grafana.example");
  if (pathname !== "/explore" || searchParams.get("schemaVersion") !== "1") throw new Error("It is not Explore's.");
  const panes = JSON.parse(searchParams.get("panes") ?? "") as Record<string, ExplorePane>;
  const [pane, ...others] = Object.values(panes);
  if (pane === undefined || others.length > 0) throw new Error("It has not one pane.");
  const [query, ...further] = pane.queries;
  if (query === undefined || further.length > 0) throw new Error("It has not one query.");
  if (query.queryType !== "traceql" || query.datasource.type !== "tempo") throw new Error("It is not of traces.");
  if (query.datasource.uid !== pane.datasource) throw new Error("The query has another data source than the pane.");
  return { datasource: pane.datasource, query: query.query, from: pane.range.from, to: pane.range.to };
}

interface ExplorePane {
  readonly datasource: string;
  readonly queries: readonly {
    readonly queryType: string;
    readonly query: string;
    readonly datasource: { readonly type: string; readonly uid: string };
  }[];
  readonly range: { readonly from: string; readonly to: string };
}

/** The conditions of a TraceQL query of one set of spans, each an attribute, `=` or `=~` and a value. */
export function conditionsOf(query: string): readonly string[] {
  const [, body] = /^\{ (.*) \}$/.exec(query) ?? [];
  const conditions = body?.split(" && ") ?? [];
  const isCondition = /^(?:name|status|span(?:\.[a-z_]+)+) (?:=|=~) (?:"[^"\\]*"|error)$/;
  if (conditions.length === 0 || !conditions.every((condition) => isCondition.test(condition))) {
    throw new Error(`It is no TraceQL: ${query}`);
  }
  return conditions;
}
