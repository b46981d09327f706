import { trafficLabels, type RuleContext } from "../context.ts";
import { refusalRatioName } from "../recordings/traffic.ts";

/**
 * Leaves out intent classes whose answers usually are refusals: there, finding nothing that fits is as it should be.
 * Refusals that become more frequent have an alert of their own. What is usual is asked of the long window, and of the
 * warning window for as long as the long one knows nothing: right after a start.
 */
export function unlessUsuallyRefused(context: RuleContext): string {
  const { longWindow, warningWindow, usualRefusalShare } = context.settings;
  const usual = `(${refusalRatioName(longWindow)} or ${refusalRatioName(warningWindow)})`;
  return `\nunless on (${trafficLabels(context, "intent")})\n  ${usual} > ${usualRefusalShare}`;
}
