import type { MetricId } from "../../core/metric.ts";
import { histogramName } from "../context.ts";
import type { DashboardVariable } from "./dashboard.ts";
import { tracesDatasource } from "./explore.ts";
import { searchVariable } from "./links.ts";
import { labelOf, selectedBy, type LabelVariable } from "./selectors.ts";

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

const requestVariables: readonly (readonly [name: LabelVariable, label: string])[] = [
  ["job", "Service"],
  ["pipeline", "Pipeline"],
  ["intent", "Intent class"],
  ["model", "Model version"],
];

/** Service, pipeline, intent class and model version of requests; each offers what the ones before it leave. */
export const sliceVariables: readonly DashboardVariable[] = requestVariables.map(([name, label], index) =>
  labelVariable(
    name,
    label,
    "rag_requests_total",
    requestVariables.slice(0, index).map(([before]) => before),
  ),
);

/** The judges of the scores, whatever they score. */
export function judgeVariable(metrics: readonly MetricId[]): DashboardVariable {
  const names = metrics.map((metric) => `${histogramName(metric)}_count`).join("|");
  return {
    kind: "labels",
    name: "judge",
    label: "Judge",
    query: `label_values(${selectedBy(["job", "pipeline"], `__name__=~"${names}"`)}, ${labelOf("judge")})`,
  };
}

function labelVariable(
  name: LabelVariable,
  label: string,
  metric: string,
  before: readonly LabelVariable[],
): DashboardVariable {
  return {
    kind: "labels",
    name,
    label,
    query: `label_values(${metric}${selectedBy(before)}, ${labelOf(name)})`,
  };
}
