import type { ExpectedAlert } from "../batch.ts";
import { expectedAlert, serviceOf, type Place } from "./alert.ts";
import { diagnosis, relevance, type Numbers } from "./quality.ts";

/** The burn windows of the defaults, with the days that 28 days' budget lasts at the factor. */
export const burnWindows = {
  "1h": { short: "5m", severity: "page", factor: 14.4, days: 1.9 },
  "6h": { short: "30m", severity: "page", factor: 6, days: 4.7 },
  "1d": { short: "2h", severity: "warning", factor: 3, days: 9.3 },
  "3d": { short: "6h", severity: "warning", factor: 1, days: 28 },
} as const;

/** The error budget burns too fast over this window. */
export function budgetBurn(long: keyof typeof burnWindows, place: Place, numbers: Numbers): ExpectedAlert {
  const { short, severity, factor, days } = burnWindows[long];
  return expectedAlert(
    "RagErrorBudgetBurn",
    { rag_pipeline: "main", ...place, severity, category: "budget", scope: "service", long, short },
    {
      summary: `${serviceOf(place)} spends its error budget of ${place["rag_metric"]} too fast.`,
      description: `Over ${long} the budget is spent ${numbers.value} times as fast as the objective allows (alert above ${factor}, at which 28d last ${days} days). ${relevance(numbers)}`,
      diagnosis: diagnosis(numbers),
    },
  );
}

/** The error budget is spent: exactly, or overspent by a share of it. */
export function budgetExhausted(
  place: Place,
  overspent: string | undefined,
  more: Omit<Numbers, "value"> = {},
): ExpectedAlert {
  return expectedAlert(
    "RagErrorBudgetExhausted",
    { rag_pipeline: "main", ...place, severity: "warning", category: "budget", scope: "service", policy: "freeze" },
    {
      summary: `The error budget of ${place["rag_metric"]} of ${serviceOf(place)} is spent: releases that do not mend it wait.`,
      description: `The budget of 28d is ${overspent === undefined ? "spent, and not overspent" : `overspent by ${overspent}`}. ${relevance(more)}`,
      diagnosis: diagnosis(more),
    },
  );
}
