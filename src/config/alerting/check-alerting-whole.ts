import { broken, type ValuePath, type Violation } from "../../core/violation.ts";
import type { AlertingOptions, ResolvedAlertingOptions } from "./alerting-options.ts";
import { durationSeconds } from "./duration.ts";
import { resolveAlerting } from "./resolve-alerting.ts";

const windowNames = ["pageWindow", "warningWindow", "slowWindow", "longWindow"] as const;

/** What single values cannot break: the order of windows, and burn rates that can be reached. */
export function checkAlertingWhole(given: AlertingOptions, path: ValuePath): Violation | undefined {
  const settings = resolveAlerting(given);
  return checkWindows(settings, path) ?? checkBurnRates(settings, path);
}

function checkWindows(settings: ResolvedAlertingOptions, path: ValuePath): Violation | undefined {
  for (const [index, name] of windowNames.entries()) {
    const shorter = windowNames[index - 1];
    if (shorter === undefined) continue;
    if (durationSeconds(settings[name]) <= durationSeconds(settings[shorter])) {
      return broken([...path, name], `longer than ${shorter} (${settings[shorter]})`, settings[name]);
    }
  }
  const { budgetWindow, burnWindows } = settings;
  const index = burnWindows.findIndex(({ long }) => durationSeconds(long) > durationSeconds(budgetWindow));
  return index === -1
    ? undefined
    : broken(
        [...path, "burnWindows", index, "long"],
        `at most budgetWindow (${budgetWindow})`,
        burnWindows[index]?.long,
      );
}

/** With every score a violation, the budget burns 1 / (1 − objective) times as fast as allowed: never faster. */
function checkBurnRates({ objectives, burnWindows }: ResolvedAlertingOptions, path: ValuePath): Violation | undefined {
  for (const [metric, objective] of Object.entries(objectives)) {
    const most = 1 / (1 - objective);
    const index = burnWindows.findIndex(({ factor }) => factor * (1 - objective) >= 1 - 1e-9);
    if (index === -1) continue;
    return broken(
      [...path, "burnWindows", index, "factor"],
      `below ${Number(most.toFixed(3))}, the fastest that a budget of ${metric} can burn with the objective ${objective}`,
      burnWindows[index]?.factor,
    );
  }
  return undefined;
}
