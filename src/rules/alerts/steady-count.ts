import { minimum, type RuleContext } from "../context.ts";
import { stepWindow } from "../recordings/scores.ts";

/** Of a minimum, what has to be there at the moment. */
const now = 0.75;

/**
 * That a condition has held on a count of at least a minimum within the last minutes, and that the count is not far below
 * it now. increase() of sparse events sways around the true number, which would restart `for`. Condition and count have to
 * be met at one moment: of many good scores that leave the window and a few bad ones that come, neither is enough.
 */
export function steadily(context: RuleContext, condition: string, count: string, least: number): string {
  const { profile } = context;
  return `  max_over_time((
      ${condition}
    and
      ${count} >= ${minimum(context, least)}
  )[${profile.range(stepWindow)}:${profile.interval}])
and
  ${count} >= ${minimum(context, least * now)}`;
}
