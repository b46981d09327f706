import {
  checkOptions,
  integerFrom,
  numberFrom,
  refuseOption,
  withDefaults,
  type OptionCheck,
  type OptionChecks,
} from "../../core/check-options.ts";
import { isRecord } from "../../core/violation.ts";
import { createFailureWindow } from "./failure-window.ts";

/** Opens after this many failures in a row. */
export interface ConsecutiveFailures {
  /** 1 to 10,000. */
  readonly consecutiveFailures: number;
}

/** Opens when too large a share of the calls of the last while has failed. */
export interface FailureRatio {
  /** The share, in [0.01, 1]: at it or above it, the circuit opens. */
  readonly failureRatio: number;
  /** No verdict on fewer calls than this: 1 to 100,000. @default 10 */
  readonly minimumCalls?: number;
  /** How far back calls count, in milliseconds: 1,000 to 3,600,000. @default 60,000 */
  readonly windowMs?: number;
}

/** When a closed circuit opens. */
export type TripRule = ConsecutiveFailures | FailureRatio;

/** What a closed circuit remembers of its calls. */
export interface Trip {
  /** Notes how a call went; true when the circuit has to open. */
  note(failed: boolean, nowMs: number): boolean;
}

const consecutiveChecks: OptionChecks<ConsecutiveFailures> = { consecutiveFailures: integerFrom(1, 10_000) };
const ratioChecks: OptionChecks<FailureRatio> = {
  failureRatio: numberFrom(0.01, 1),
  minimumCalls: integerFrom(1, 100_000),
  windowMs: integerFrom(1_000, 3_600_000),
};

const shapes = "`{ consecutiveFailures }` or `{ failureRatio, minimumCalls, windowMs }`";

/** An object, before it is known which of the two rules it is. */
export const tripRuleCheck: OptionCheck = { rule: `an object, ${shapes}`, holds: isRecord };

/** @throws RagTriadError `ERR_RAG_TRIAD_OPTION` when it is neither rule or both, or a number is out of bounds. */
export function checkTripRule(rule: TripRule): void {
  const path = ["circuitBreaker", "opensAfter"];
  if ("failureRatio" in rule && "consecutiveFailures" in rule) refuseOption(path, `one or the other: ${shapes}`, rule);
  if ("failureRatio" in rule) checkOptions(rule, ratioChecks, path, ["failureRatio"]);
  else checkOptions(rule, consecutiveChecks, path, ["consecutiveFailures"]);
}

/** A memory without any calls yet, by a rule that was checked. */
export function createTrip(rule: TripRule): Trip {
  return "failureRatio" in rule ? byRatio(rule) : inARow(rule);
}

function inARow({ consecutiveFailures }: ConsecutiveFailures): Trip {
  let failures = 0;
  return {
    note(failed) {
      failures = failed ? failures + 1 : 0;
      return failures >= consecutiveFailures;
    },
  };
}

function byRatio(rule: FailureRatio): Trip {
  const { failureRatio, minimumCalls, windowMs } = withDefaults<Required<FailureRatio>>(rule, {
    failureRatio: rule.failureRatio,
    minimumCalls: 10,
    windowMs: 60_000,
  });
  const calls = createFailureWindow(windowMs);
  return {
    note(failed, nowMs) {
      calls.add(failed, nowMs);
      const { total, failures } = calls.count(nowMs);
      return failed && total >= minimumCalls && failures / total >= failureRatio;
    },
  };
}
