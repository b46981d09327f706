import type { ExpectedAlert } from "../batch.ts";

/** Where an alert says it is: the labels it has besides those that its rule sets. */
export interface Place {
  readonly job: string;
  readonly rag_pipeline?: string;
  readonly rag_intent_class?: string;
  readonly rag_model_version?: string;
  readonly rag_judge?: string;
  readonly [label: string]: string | undefined;
}

const dashboardVariables = [
  ["job", "job"],
  ["env", "env"],
  ["pipeline", "rag_pipeline"],
  ["intent", "rag_intent_class"],
  ["model", "rag_model_version"],
] as const;

/** What every alert has: the component, a runbook, and a dashboard opened on what the labels name. */
export function expectedAlert(
  alert: string,
  labels: Readonly<Record<string, string | undefined>>,
  texts: { readonly summary: string; readonly description: string; readonly diagnosis: string },
): ExpectedAlert {
  const set = Object.fromEntries(
    Object.entries(labels).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const variables = dashboardVariables.flatMap(([variable, label]) => {
    const value = set["scope"] === "rules" ? undefined : set[label];
    return value === undefined ? [] : [`var-${variable}=${encodeURIComponent(value)}`];
  });
  const query = variables.length === 0 ? "" : `?${variables.join("&")}`;
  return {
    alert,
    labels: { ...set, component: "rag-quality" },
    annotations: {
      ...texts,
      runbook_url: `https://runbooks.example.invalid/rag-triad/${alert}`,
      dashboard_url: `https://grafana.example.invalid/d/rag-quality${query}`,
    },
  };
}

/** `search/main`, and `search/main (env=prod)` where that label is kept. */
export function serviceOf({ job, rag_pipeline = "main", ["env"]: env }: Place): string {
  return `${job}/${rag_pipeline}${env === undefined ? "" : ` (env=${env})`}`;
}
