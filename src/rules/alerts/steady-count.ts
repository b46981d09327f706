import { minimum, type RuleContext } from "../context.ts";
import { stepWindow } from "../recordings/scores.ts";

/** Of a minimum, what has to be there at the moment. */
const now = 0.75;

/**
 * That a count has reached a minimum within the last minutes and is not far below it now. increase() of sparse events
 * sways around the true number, which would restart `for`; and of a busy window that has passed, what is left may be few.
 */
export function steadilyAtLeast(context: RuleContext, record: string, least: number): string {
  const { profile } = context;
  return `max_over_time(${record}[${profile.range(stepWindow)}]) >= ${minimum(context, least)}
and
  ${record} >= ${minimum(context, least * now)}`;
}
