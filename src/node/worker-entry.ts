// The worker thread's own program, started by worker-thread.ts; nothing imports it. Like a `bin` it puts the layers
// together, which is why it alone in this folder knows scoring.
import { constants, setPriority } from "node:os";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { JudgeModule, JudgeSet } from "../core/judge.ts";
import { judgeOf, scoreInteraction } from "../scoring/score-interaction.ts";
import { createSystemClock } from "./system-clock.ts";
import { systemRandom } from "./system-random.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

const clock = createSystemClock();
const judgeSets = new Map<string, Promise<JudgeSet>>();
// Never aborted: the main thread ends the whole worker instead, which also stops judges that are deaf.
const { signal } = new AbortController();

async function makeJudges({ module, factory, options }: JudgeModule): Promise<JudgeSet> {
  const loaded: Readonly<Record<string, unknown>> = await import(module);
  const make = loaded[factory];
  if (typeof make !== "function") throw new TypeError("The judge module has no such factory");
  return (await make(options)) as JudgeSet;
}

function judgesOf(module: JudgeModule): Promise<JudgeSet> {
  const key = JSON.stringify([module.module, module.factory, module.options]);
  const known = judgeSets.get(key) ?? makeJudges(module);
  judgeSets.set(key, known);
  return known;
}

async function answer({ taskId, interaction, judges: cpuJudges }: WorkerRequest): Promise<WorkerReply> {
  const judges: JudgeSet = {};
  for (const { metric, module } of cpuJudges) {
    try {
      const judge = judgeOf(await judgesOf(module), metric);
      if (judge !== undefined) judges[metric] = judge;
    } catch {
      return { kind: "unloadable", taskId, module };
    }
  }
  const metrics = cpuJudges.map(({ metric }) => metric);
  return {
    kind: "scored",
    taskId,
    results: await scoreInteraction({ interaction, metrics, judges, signal, clock, random: systemRandom }),
  };
}

function serve(port: MessagePort): void {
  const send = (reply: WorkerReply): void => port.postMessage(reply);
  port.on("message", (request: WorkerRequest) => void answer(request).then(send));
  send({ kind: "ready" });
}

/** On Linux niceness belongs to the thread that sets it (setpriority(2), "C library/kernel differences"). */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox that forbids it: the thread keeps its share.
  }
}

if (parentPort !== null) {
  const { lowPriority } = workerData as { readonly lowPriority: boolean };
  if (lowPriority && process.platform === "linux") stepBack();
  serve(parentPort);
}
