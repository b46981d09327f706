import type { RuleContext } from "../context.ts";
import { stepWindow } from "../recordings/scores.ts";

/** A count, held for some minutes: increase() of sparse events sways around the true number, which would restart `for`. */
export function steadyCount({ profile }: RuleContext, record: string): string {
  return `max_over_time(${record}[${profile.range(stepWindow)}])`;
}
