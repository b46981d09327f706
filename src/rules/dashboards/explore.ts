import type { Panel, TracesOfPanel } from "./panel.ts";
import { labelOf } from "./selectors.ts";

/** The variable of the data source that has the traces. */
export const tracesDatasource = "tempo";

/** The requests that a link looks for, as conditions of TraceQL. Late scores are on a span of their own. */
const conditions: Readonly<Record<TracesOfPanel["show"], readonly string[]>> = {
  "low quality": [`name =~ "^(rag_request|rag_evaluation)$"`, `span.rag.quality = "fail"`],
  errors: [`name = "rag_request"`, "status = error"],
  requests: [`name = "rag_request"`],
};

const narrowing = ["pipeline", "intent"] as const;
const attributes = { pipeline: "span.rag.pipeline", intent: "span.rag.intent_class" } as const;

/**
 * What is chosen above, one value, several or all. In a URL, JSON, TraceQL and a pattern at once no format of Grafana's escapes
 * everything. `pipe` escapes nothing: of what a pipeline or intent class may be called, that is wrong for `+` alone.
 */
const chosen = (variable: (typeof narrowing)[number]): string =>
  `${attributes[variable]} =~ "^(\${${variable}:pipe})$"`;

/** The address of a search in Grafana's Explore, for what is chosen above. */
export const exploreChosen: string = exploreUrl([...conditions["low quality"], ...narrowing.map(chosen)]);

/** The same for the series or row of a panel that is clicked: of its pipeline and, where it has one, its intent class. */
export function exploreOf(panel: Panel, { show, level }: TracesOfPanel): string {
  const own = (variable: (typeof narrowing)[number]): string =>
    variable === "pipeline" || level === "intent"
      ? `${attributes[variable]} = "\${${valueIn(panel, labelOf(variable))}:percentencode}"`
      : chosen(variable);
  return exploreUrl([...conditions[show], ...narrowing.map(own)]);
}

/** How Grafana calls the value of a label: that of a series, or what is in a column of the same row. */
function valueIn(panel: Panel, label: string): string {
  if (panel.kind !== "table") return `__field.labels.${label}`;
  const [, title = label] = panel.labels.find(([name]) => name === label) ?? [];
  // By its heading, or by its name where another label is called like the heading: names come first.
  const isAnother = panel.labels.some(([name]) => name === title);
  return `__data.fields["${isAnother ? label : title}"]`;
}

function exploreUrl(all: readonly string[]): string {
  const datasource = `\${${tracesDatasource}}`;
  const panes = {
    traces: {
      datasource,
      queries: [
        {
          refId: "A",
          datasource: { type: "tempo", uid: datasource },
          queryType: "traceql",
          query: `{ ${all.join(" && ")} }`,
          limit: 20,
          tableType: "traces",
        },
      ],
      range: { from: "${__from}", to: "${__to}" },
    },
  };
  return `/explore?schemaVersion=1&panes=${withVariables(encodeURIComponent(JSON.stringify(panes)))}`;
}

/** Encoded text with its variables as they are: Grafana knows them by their braces. */
function withVariables(encoded: string): string {
  return encoded.replaceAll(
    /%24%7B(.*?)%7D/g,
    (_, name: string) => `\${${JSON.parse(`"${decodeURIComponent(name)}"`)}}`,
  );
}
