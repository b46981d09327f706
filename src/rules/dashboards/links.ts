import type { RuleContext } from "../context.ts";
import { keptVariable } from "../kept-variable.ts";
import type { DashboardLink } from "./dashboard.ts";
import { exploreChosen, exploreOf } from "./explore.ts";
import type { Panel } from "./panel.ts";

/** The uid of *RAG quality*: the annotation `dashboard_url` of alerts leads to it. */
export const qualityUid = "rag-quality";

/** The uid of *RAG request path*. */
export const requestPathUid = "rag-request-path";

/** The variable with the address of a search for traces that Explore does not have. */
export const searchVariable = "traces";

/** The links to traces at the top: in Explore, and wherever else. */
export const tracesLinks: readonly DashboardLink[] = [
  {
    title: "Traces",
    url: exploreChosen,
    tooltip: "Requests of low quality of the chosen pipelines and intent classes, in the data source Traces",
    keepsVariables: false,
  },
  {
    title: "Trace search",
    url: `\${${searchVariable}:raw}`,
    tooltip: "Another tracing back end; the address is the variable Trace search",
    keepsVariables: false,
  },
];

/** A link of a panel's values. */
export interface DataLink {
  readonly title: string;
  readonly url: string;
  readonly targetBlank: true;
}

const titles = { "low quality": "Traces of low quality", errors: "Traces of errors", requests: "Traces" } as const;

/** The links of a panel's values, none for most. */
export function dataLinksOf(panel: Panel): readonly DataLink[] {
  const { traces } = panel;
  if (traces === undefined) return [];
  return [{ title: titles[traces.show], url: exploreOf(panel, traces), targetBlank: true }];
}

/** The alerts that are marked on time axes. One without a label that rules keep, such as that of an absent service, is everybody's. */
export function alertsFiring({ settings }: RuleContext): string {
  const kept = settings.labels.map((label) => `, ${label}=~"$${keptVariable(label)}|"`);
  return `ALERTS{alertname=~"Rag.+", alertname!="RagWatchdog", alertstate="firing", job=~"$job"${kept.join("")}}`;
}
