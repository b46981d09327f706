import {
  checkOptions,
  functionCheck,
  integerFrom,
  refuseOption,
  withDefaults,
  type OptionChecks,
} from "../../core/check-options.ts";
import { errorTypeOf } from "../../core/errors.ts";
import { JudgeFailure } from "../../core/judge-failure.ts";
import { unlessAborted } from "../aborted.ts";
import { notify } from "../notify.ts";
import type { Policy, PolicyContext } from "../policy.ts";
import { assessRejection, hangUntilDeadline, isOutage, type Assessment } from "./assess.ts";
import { checkTripRule, createTrip, tripRuleCheck, type Trip, type TripRule } from "./trip.ts";

/** The states of a circuit. */
export type CircuitState = "closed" | "open" | "half_open";

/** Options of {@link circuitBreaker}. */
export interface CircuitBreakerOptions {
  /** When it opens. @default { consecutiveFailures: 5 } */
  readonly opensAfter?: TripRule;
  /** How long it stays open before one call tries again, in milliseconds: 100 to 3,600,000. @default 10,000 */
  readonly openMs?: number;
  /** Each trial that fails doubles that, up to this many milliseconds: `openMs` to 3,600,000. @default 60,000, or `openMs` if that is more */
  readonly maxOpenMs?: number;
  /** Which failures say that the other side is down. @default retryable `judge_error` and `judge_timeout` */
  readonly countsAsFailure?: (failure: JudgeFailure) => boolean;
  /** Told of every change; when it opens, of the failure that opened it. */
  readonly onStateChange?: (state: CircuitState, failure?: JudgeFailure) => void;
}

/** A circuit: what exists in one state does not exist in the others. */
type Circuit =
  | { readonly state: "closed"; readonly trip: Trip }
  | { readonly state: "open"; readonly untilMs: number; readonly openMs: number; readonly failure: JudgeFailure }
  /**
   * `openMs` and `failure` are what the circuit was open for: how long, and why. `isTrying` while the one call that may
   * pass is under way.
   */
  | {
      readonly state: "half_open";
      readonly openMs: number;
      readonly failure: JudgeFailure;
      readonly isTrying: boolean;
    };

const checks: OptionChecks<CircuitBreakerOptions> = {
  opensAfter: tripRuleCheck,
  openMs: integerFrom(100, 3_600_000),
  maxOpenMs: integerFrom(100, 3_600_000),
  countsAsFailure: functionCheck,
  onStateChange: functionCheck,
};

/**
 * Stops calling what is down. Closed, it lets calls through and counts; open, it fails them at once with `circuit_open`;
 * after the delay it is half-open: one call tries, the others go on failing, and the trial decides between closed and open
 * for twice as long. A trial that says nothing (it was aborted, or a programming error) leaves the trial to the next call.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function circuitBreaker(options: CircuitBreakerOptions = {}): Policy {
  const { opensAfter, openMs, maxOpenMs, countsAsFailure, onStateChange } = resolve(options);
  let circuit: Circuit = { state: "closed", trip: createTrip(opensAfter) };

  function become(next: Circuit, context: PolicyContext): void {
    const isChange = next.state !== circuit.state;
    circuit = next;
    if (!isChange) return;
    if (next.state !== "open") return notify(onStateChange, [next.state], context);
    warnOf(next.failure, context);
    notify(onStateChange, [next.state, next.failure], context);
  }

  /** The circuit as the call found or, as its trial, made it. Throws when the call may not pass. */
  function enter(context: PolicyContext): Circuit {
    const nowMs = context.clock.monotonicMs();
    if (circuit.state === "closed") return circuit;
    const isRefused = circuit.state === "open" ? nowMs < circuit.untilMs : circuit.isTrying;
    const { openMs: wasOpenMs, failure } = circuit;
    if (isRefused) {
      // Whoever shares the policy is told, and whoever was no longer there when it opened.
      warnOf(failure, context);
      throw new JudgeFailure("circuit_open", "The circuit breaker is open: calls kept failing");
    }
    const trial: Circuit = { state: "half_open", openMs: wasOpenMs, failure, isTrying: true };
    become(trial, context);
    return trial;
  }

  function leave(entered: Circuit, assessment: Assessment, context: PolicyContext): void {
    // A call that began before the circuit changed has nothing to say about it now.
    if (circuit !== entered) return;
    const nowMs = context.clock.monotonicMs();
    const openFor = (ms: number, failure: JudgeFailure): void =>
      become({ state: "open", openMs: ms, untilMs: nowMs + ms, failure }, context);
    switch (entered.state) {
      case "closed":
        if (assessment === "well") entered.trip.note(false, nowMs);
        else if (assessment !== "unknown" && entered.trip.note(true, nowMs)) openFor(openMs, assessment);
        return;
      case "half_open":
        if (assessment === "well") become({ state: "closed", trip: createTrip(opensAfter) }, context);
        else if (assessment === "unknown") become({ ...entered, isTrying: false }, context);
        else openFor(Math.min(maxOpenMs, entered.openMs * 2), assessment);
        return;
      case "open":
        return;
    }
  }

  return {
    async execute(call, context) {
      const entered = enter(context);
      const startMs = context.clock.monotonicMs();
      let assessment: Assessment = "unknown";
      try {
        const value = await unlessAborted(() => call.run(context), context.signal);
        assessment = "well";
        return value;
      } catch (error) {
        const said = context.signal.aborted ? hangUntilDeadline(startMs, context) : error;
        assessment = assessRejection(said, countsAsFailure);
        throw error;
      } finally {
        leave(entered, assessment, context);
      }
    },
  };
}

function warnOf(failure: JudgeFailure, { warn }: PolicyContext): void {
  const message =
    `The circuit of a judge's model is open, because its calls kept failing (${errorTypeOf(failure)}). ` +
    "Calls are refused as circuit_open until it answers again.";
  warn?.({ code: "circuit_opened", message });
}

type Resolved = Required<Omit<CircuitBreakerOptions, "onStateChange">> & Pick<CircuitBreakerOptions, "onStateChange">;

function resolve(options: CircuitBreakerOptions): Resolved {
  checkOptions(options, checks, ["circuitBreaker"]);
  const resolved = withDefaults<Resolved>(options, {
    opensAfter: { consecutiveFailures: 5 },
    openMs: 10_000,
    maxOpenMs: Math.max(60_000, options.openMs ?? 0),
    countsAsFailure: isOutage,
  });
  checkTripRule(resolved.opensAfter);
  if (resolved.maxOpenMs < resolved.openMs) {
    refuseOption(["circuitBreaker", "maxOpenMs"], `at least \`openMs\` (${resolved.openMs})`, resolved.maxOpenMs);
  }
  return resolved;
}
