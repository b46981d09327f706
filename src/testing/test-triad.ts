import type { RagTriadOptions } from "../config/options.ts";
import { refuseOption, type OptionCheck } from "../core/check-options.ts";
import type { Clock } from "../core/clock.ts";
import { isRecord } from "../core/violation.ts";
import { createRagTriadOn } from "../instrument/create-rag-triad.ts";
import { createNodeMachine } from "../instrument/machine.ts";
import type { RagTriad } from "../instrument/triad.ts";

/** Options of {@link createTestTriad}. */
export interface TestTriadOptions extends RagTriadOptions {
  /** The triad's time: timeouts pass when the test says so. @default the machine's */
  readonly clock?: Clock;
}

const clockCheck: OptionCheck = {
  rule: "a clock, as `createManualClock()` makes (an object with `monotonicMs`, `epochMs` and `schedule`)",
  holds: (value) =>
    isRecord(value) && ["monotonicMs", "epochMs", "schedule"].every((name) => typeof value[name] === "function"),
};

/**
 * A real triad for tests: on a clock of yours, with judges on this thread and deaf to the environment's variables. With
 * `createManualClock()`, `await clock.advance(0)` lets scoring happen.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`.
 */
export function createTestTriad(given: TestTriadOptions): RagTriad {
  if (!isRecord(given)) refuseOption([], "an object", given);
  const { clock, ...options } = given;
  if (clock !== undefined && !clockCheck.holds(clock)) refuseOption(["clock"], clockCheck.rule, clock);
  const machine = createNodeMachine();
  return createRagTriadOn(
    {
      ...machine,
      ...(clock !== undefined && { clock }),
      environment: {},
      createExecutor: () => undefined,
      showWarning: () => {},
    },
    { execution: "inline", ...options },
  );
}
