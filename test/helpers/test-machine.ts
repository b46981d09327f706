import type { WarningEvent } from "../../src/core/events.ts";
import type { RagTriadOptions } from "../../src/config/options.ts";
import { createRagTriadOn } from "../../src/instrument/create-rag-triad.ts";
import type { Machine } from "../../src/instrument/machine.ts";
import type { RequestRecord } from "../../src/instrument/request-record.ts";
import type { RagTriad } from "../../src/instrument/triad.ts";
import { isJudging, runJudging } from "../../src/node/judging-storage.ts";
import { createRequestStorage, snapshotStorage } from "../../src/node/request-storage.ts";
import {
  createManualClock,
  createRecordingTelemetry,
  type ManualClock,
  type RecordingTelemetry,
} from "../../src/testing/index.ts";
import type { TriadEventMap } from "../../src/core/events.ts";
import { evenRandom } from "./judge-context.ts";

/** A triad on a machine that the test holds. */
export interface TestTriad {
  readonly triad: RagTriad;
  readonly clock: ManualClock;
  readonly telemetry: RecordingTelemetry;
  readonly shown: readonly WarningEvent[];
  readonly evaluated: readonly TriadEventMap["evaluated"][];
  readonly completed: readonly TriadEventMap["completed"][];
  /** Lets everything that needs no time to pass happen. */
  settle(): Promise<void>;
}

/** Creates the triad; ids count up from `id-1`. */
export function createTestTriad(options: Partial<RagTriadOptions> = {}, machine: Partial<Machine> = {}): TestTriad {
  const clock = createManualClock();
  const telemetry = createRecordingTelemetry();
  const shown: WarningEvent[] = [];
  let ids = 0;
  const triad = createRagTriadOn(
    {
      clock,
      random: evenRandom,
      environment: {},
      readFile: () => {
        throw new Error("no files here");
      },
      createId: () => `id-${++ids}`,
      createStorage: () => createRequestStorage<RequestRecord>(),
      snapshot: snapshotStorage,
      judging: { active: isJudging, run: runJudging },
      defer: (callback) => void setImmediate(callback),
      pause: () => undefined,
      createExecutor: () => undefined,
      showWarning: (warning) => void shown.push(warning),
      ...machine,
    },
    { pipeline: "support", execution: "inline", ...telemetry.providers, ...options },
  );
  const evaluated: TriadEventMap["evaluated"][] = [];
  const completed: TriadEventMap["completed"][] = [];
  triad.on("evaluated", (event) => void evaluated.push(event));
  triad.on("completed", (event) => void completed.push(event));
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await clock.advance(0);
  };
  return { triad, clock, telemetry, shown, evaluated, completed, settle };
}
