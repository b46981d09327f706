import { trafficLabels, type Level, type RuleContext } from "../../context.ts";
import { selected } from "../selectors.ts";

/** A quantile of a duration in seconds at a level. */
export function quantile(context: RuleContext, of: number, histogram: string, level: Level): string {
  return `histogram_quantile(${of}, sum by (${trafficLabels(context, level)}, le) (rate(${histogram}_bucket${selected(context, "slice")}[$__rate_interval])))`;
}

/** The rate of a counter at a level; more labels are kept. */
export function rate(
  context: RuleContext,
  counter: string,
  level: Level,
  { matchers = [], labels = [] }: { readonly matchers?: readonly string[]; readonly labels?: readonly string[] } = {},
): string {
  const by = [trafficLabels(context, level), ...labels].join(", ");
  return `sum by (${by}) (rate(${counter}${selected(context, "slice", ...matchers)}[$__rate_interval]))`;
}

/** The share of one rate in another at a level; 0 where the first has no series yet. */
export function shareOf(
  context: RuleContext,
  counter: string,
  level: Level,
  matchers: readonly string[],
  whole: string,
): string {
  const all = rate(context, whole, level);
  return `(${rate(context, counter, level, { matchers })} or 0 * ${all}) / (${all} > 0)`;
}
