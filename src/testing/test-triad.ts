import type { RagTriadOptions } from "../config/options.ts";
import type { Clock } from "../core/clock.ts";
import { createRagTriadOn } from "../instrument/create-rag-triad.ts";
import { createNodeMachine } from "../instrument/machine.ts";
import type { RagTriad } from "../instrument/triad.ts";

/** Options of {@link createTestTriad}. */
export interface TestTriadOptions extends RagTriadOptions {
  /** The triad's time: timeouts pass when the test says so. @default the machine's */
  readonly clock?: Clock;
}

/**
 * A real triad for tests: on a clock of yours, with judges on this thread and deaf to the environment's variables. With
 * `createManualClock()`, `await clock.advance(0)` lets scoring happen.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`.
 */
export function createTestTriad({ clock, ...options }: TestTriadOptions): RagTriad {
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
