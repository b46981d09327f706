import { minimum, type RuleContext } from "../context.ts";
import { stepWindow } from "../recordings/scores.ts";

/** Of a minimum, what has to be there at the moment. */
const now = 0.75;

/**
 * That a series which is there only while something holds on a count of at least a minimum has been there within the last
 * minutes, and that the count is not far below the minimum now. increase() of sparse events sways around the true number,
 * which would restart `for`. What holds and its count have to be met at one moment: of many good scores that leave the
 * window and a few bad ones that come, neither is enough.
 */
export function steadily(context: RuleContext, held: string, count: string, least: number): string {
  return `  max_over_time(${held}[${context.profile.range(stepWindow)}])
and
  ${count} >= ${minimum(context, least * now)}`;
}
