import type { Clock } from "../core/clock.ts";
import type { CpuExecutor, Pause } from "../core/cpu-executor.ts";
import type { WarningEvent } from "../core/events.ts";
import type { Random } from "../core/random.ts";
import { createRequestId } from "../node/request-ids.ts";
import { createRequestStorage, snapshotStorage, type RequestStorage } from "../node/request-storage.ts";
import { createSystemClock } from "../node/system-clock.ts";
import { systemRandom } from "../node/system-random.ts";
import { readTextFile } from "../node/read-text-file.ts";
import { isJudging, runJudging } from "../node/judging-storage.ts";
import { deferToNextTurn, processEnvironment, showProcessWarning } from "../node/process-edge.ts";
import { createPause } from "../node/time-slice.ts";
import { createWorkerExecutor } from "../node/worker-executor.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Warn } from "./warnings.ts";

/** Everything a triad needs of the machine it runs on, in one place, so that tests can be the machine. */
export interface Machine {
  readonly clock: Clock;
  readonly random: Random;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  readonly createId: () => string;
  readonly createStorage: () => RequestStorage<RequestRecord>;
  /** Remembers what all asynchronous storages hold now, to run later work with just that. */
  readonly snapshot: () => <T>(f: () => T) => T;
  /** Marks the work of judges, of any triad in the process: what they call is not observed, or judging would be judged for ever. */
  readonly judging: { readonly active: () => boolean; readonly run: <T>(f: () => T) => T };
  /** Runs a callback in a later turn of the event loop. */
  readonly defer: (callback: () => void) => void;
  readonly pause: Pause;
  readonly createExecutor: (options: { readonly workers: number; readonly warn: Warn }) => CpuExecutor | undefined;
  /** Where warnings go that no listener hears. */
  readonly showWarning: (warning: WarningEvent) => void;
}

/** The machine there is: Node. */
export function createNodeMachine(): Machine {
  const clock = createSystemClock();
  return {
    clock,
    random: systemRandom,
    environment: processEnvironment(),
    readFile: readTextFile,
    createId: createRequestId,
    createStorage: () => createRequestStorage<RequestRecord>(),
    snapshot: snapshotStorage,
    judging: { active: isJudging, run: runJudging },
    defer: deferToNextTurn,
    pause: createPause({ monotonicMs: clock.monotonicMs }),
    createExecutor: ({ workers, warn }) => createWorkerExecutor({ workers, clock, warn, lowPriority: true }),
    showWarning: ({ code, message }) => showProcessWarning(message, code),
  };
}
