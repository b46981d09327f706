import type { RuleContext } from "../../context.ts";
import type { Dashboard } from "../dashboard.ts";
import { alertsFiring, qualityUid, requestPathUid, tracesLink } from "../links.ts";
import { datasourceVariable, sliceVariables, tracesVariable } from "../variables.ts";
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
    variables: [datasourceVariable, ...sliceVariables, tracesVariable],
    alerts: alertsFiring,
    links: [
      {
        title: "Quality",
        url: `/d/${qualityUid}`,
        tooltip: "Scores, their causes and the judges",
        keepsVariables: true,
      },
      tracesLink,
    ],
    rows: [trafficRow(context), answersRow(context), errorsRow(context), retrievalRow(context)],
  };
}
