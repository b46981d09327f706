import type { RuleContext } from "../../context.ts";
import type { Dashboard } from "../dashboard.ts";
import { alertsFiring, qualityUid, requestPathUid, tracesLinks } from "../links.ts";
import { datasourceVariable, sliceVariables, tracesVariables } from "../variables.ts";
import { answersRow } from "./answers.ts";
import { errorsRow } from "./errors.ts";
import { retrievalRow } from "./retrieval.ts";
import { trafficRow } from "./traffic.ts";

/** *RAG request path*: what users wait for and what fails, scores aside. */
export function requestPathDashboard(context: RuleContext): Dashboard {
  return {
    uid: requestPathUid,
    title: "RAG request path",
    description: "Traffic, errors, latency, time to the first part and retrieval of wrapped requests.",
    range: "6h",
    variables: [datasourceVariable, ...sliceVariables(context), ...tracesVariables],
    alerts: alertsFiring(context),
    links: [
      {
        title: "Quality",
        url: `/d/${qualityUid}`,
        tooltip: "Scores, their causes and the judges",
        keepsVariables: true,
      },
      ...tracesLinks,
    ],
    rows: [trafficRow(context), answersRow(context), errorsRow(context), retrievalRow(context)],
  };
}
