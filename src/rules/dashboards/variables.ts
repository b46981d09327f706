import { histogramName, type RuleContext } from "../context.ts";
import type { DashboardVariable } from "./dashboard.ts";
import { tracesDatasource } from "./explore.ts";
import { searchVariable } from "./links.ts";
import { choicesOf, labelOf, selectedBy } from "./selectors.ts";

/** The data source that every query asks. */
export const datasourceVariable: DashboardVariable = {
  kind: "datasource",
  name: "datasource",
  label: "Data source",
  type: "prometheus",
};

/** Where links to traces look, and the address of another search. */
export const tracesVariables: readonly DashboardVariable[] = [
  { kind: "datasource", name: tracesDatasource, label: "Traces", type: "tempo" },
  {
    kind: "text",
    name: searchVariable,
    label: "Trace search",
    description:
      "Traces that are not in Tempo: the address of their search, which the link Trace search opens. Look for spans rag_request with rag.quality=fail.",
    value: "/explore",
  },
];

/** What people call them; labels that rules keep have their own name. */
const titles: ReadonlyMap<string, string> = new Map([
  ["job", "Service"],
  ["pipeline", "Pipeline"],
  ["intent", "Intent class"],
  ["model", "Model version"],
]);

/** Service and labels that rules keep, pipeline, intent class and model version of requests; each offers what those before leave. */
export function sliceVariables(context: RuleContext): readonly DashboardVariable[] {
  const choices = choicesOf(context, ["job", "pipeline", "intent", "model"]);
  return choices.map(({ variable, label }, index) => ({
    kind: "labels",
    name: variable,
    label: titles.get(variable) ?? label,
    query: `label_values(rag_requests_total${selectedBy(choices.slice(0, index))}, ${label})`,
  }));
}

/** The judges of the scores, whatever they score. */
export function judgeVariable(context: RuleContext): DashboardVariable {
  const names = context.settings.metrics.map((metric) => `${histogramName(metric)}_count`).join("|");
  return {
    kind: "labels",
    name: "judge",
    label: "Judge",
    query: `label_values(${selectedBy(choicesOf(context, ["job", "pipeline"]), `__name__=~"${names}"`)}, ${labelOf("judge")})`,
  };
}
