import type { Canaries, CanaryCase } from "../core/canary.ts";
import { refuseOption, withDefaults } from "../core/check-options.ts";
import { optionError } from "../core/option-error.ts";
import { isRecord } from "../core/violation.ts";
import { defaultCanaryCases } from "./canary-cases.ts";
import { checkCanaries } from "./check-canaries.ts";

/** Options of {@link canaries}. */
export interface CanariesOptions {
  /**
   * Milliseconds from the end of one round to the beginning of the next, from 1,000 to 86,400,000. The first round begins
   * so long after `createRagTriad`.
   * @default 600000
   */
  readonly everyMs?: number;
  /**
   * Interactions with known answers; at least one.
   * @default eight of ours, in English and Chinese: grounded, invented, injected and beside the query
   */
  readonly cases?: readonly CanaryCase[];
}

/**
 * Canaries for `createRagTriad({ canaries: canaries() })`: in each round all cases go through the triad's own judges and
 * queue, one after the other, and `rag.judge.canaries` counts the scores that were as expected and those that were not.
 * They are in none of the requests' metrics and make no spans, but cost what judging costs.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function canaries(options: CanariesOptions = {}): Canaries {
  if (!isRecord(options)) refuseOption(["canaries"], "an object", options);
  const complete = withDefaults<Canaries>(options, { everyMs: 600_000, cases: defaultCanaryCases });
  const violation = checkCanaries(complete, ["canaries"]);
  if (violation !== undefined) throw optionError(violation, { kind: "option" });
  return complete;
}
