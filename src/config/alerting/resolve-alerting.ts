import type { AlertingOptions, ResolvedAlertingOptions } from "./alerting-options.ts";
import { alertingNames, alertingSpecs } from "./alerting-specs.ts";

/** The section with the table's defaults for what it leaves out. It was checked when the file was read. */
export function resolveAlerting(given: AlertingOptions = {}): ResolvedAlertingOptions {
  return Object.fromEntries(
    alertingNames.map((name) => [name, given[name] ?? alertingSpecs[name].default]),
  ) as unknown as ResolvedAlertingOptions;
}
