import type { RuleContext } from "../../context.ts";
import { burnRateName, remainingName } from "../../recordings/violations.ts";
import type { DashboardRow } from "../dashboard.ts";
import { legend } from "../legends.ts";
import { lines, query } from "../panels.ts";
import { selected } from "../selectors.ts";

/** The error budget: how fast it goes, and what is left. */
export function budgetRow(context: RuleContext): DashboardRow {
  const { budgetWindow, burnWindows } = context.settings;
  const factors = burnWindows.map(({ long, factor, severity }) => `${factor} over ${long} (${severity})`).join(", ");
  return {
    title: "Error budget",
    panels: [
      lines({
        title: "Burn rate",
        description: `How many times faster than the objective allows the budget is spent; 1 uses it up in exactly ${budgetWindow}. Alerts: ${factors}. Violations of all judges add up.`,
        unit: "none",
        decimals: 1,
        min: 0,
        queries: [...new Set(burnWindows.map(({ long }) => long))].map((window) =>
          query(
            `${burnRateName(window)}${selected(context, "pipeline")}`,
            `${window}: ${legend(context, "pipeline")} {{rag_metric}}`,
          ),
        ),
      }),
      lines({
        title: `Budget left, ${budgetWindow}`,
        description: "1 is all of the budget, 0 nothing, below 0 overspent. Empty until alerting.objectives is set.",
        unit: "percentunit",
        decimals: 0,
        max: 1,
        queries: [
          query(
            `${remainingName(budgetWindow)}${selected(context, "pipeline")}`,
            `${legend(context, "pipeline")} {{rag_metric}}`,
          ),
        ],
      }),
    ],
  };
}
