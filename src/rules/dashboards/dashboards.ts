import type { RuleContext } from "../context.ts";
import type { Dashboard } from "./dashboard.ts";
import { qualityDashboard } from "./quality/quality-dashboard.ts";
import { requestPathDashboard } from "./request-path/request-path-dashboard.ts";

/** The dashboards of a context. */
export function dashboards(context: RuleContext): readonly Dashboard[] {
  return [qualityDashboard(context), requestPathDashboard(context)];
}
