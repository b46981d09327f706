import { trafficLabels, type RuleContext } from "../context.ts";
import { refusalRatioName } from "../recordings/traffic.ts";

/**
 * Leaves out intent classes whose answers usually are refusals: there, finding nothing that fits is as it should be.
 * Refusals that become more frequent have an alert of their own.
 */
export function unlessUsuallyRefused(context: RuleContext): string {
  const { longWindow, usualRefusalShare } = context.settings;
  return `\nunless on (${trafficLabels(context, "intent")})\n  ${refusalRatioName(longWindow)} > ${usualRefusalShare}`;
}
