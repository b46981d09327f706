import type { ResolvedRagTriadOptions } from "../config/resolved-options.ts";
import type { CpuExecutor } from "../core/cpu-executor.ts";
import { judgeId, type Judge, type JudgeSet } from "../core/judge.ts";
import type { RegisteredJudge } from "../telemetry/registration.ts";
import type { Machine } from "./machine.ts";
import type { Warn } from "./warnings.ts";

/** Every judge whose scores may come, members of combined judges included, each once. */
export function registeredJudges(judges: JudgeSet): readonly RegisteredJudge[] {
  const byKey = new Map<string, RegisteredJudge>();
  const add = (judge: Judge): void => {
    const id = judgeId(judge);
    byKey.set(`${judge.metric} ${id}`, { metric: judge.metric, judge: id, thresholds: judge.thresholds });
    for (const member of judge.members ?? []) add(member);
  };
  for (const judge of Object.values(judges)) if (judge !== undefined) add(judge);
  return [...byKey.values()];
}

/** Worker threads, when a judge or a member of one asks for one and the options allow it. */
export function executorFor(
  machine: Machine,
  options: Pick<ResolvedRagTriadOptions, "execution" | "workers">,
  judges: JudgeSet,
  warn: Warn,
): CpuExecutor | undefined {
  const wanted = Object.values(judges).some((judge) => judge !== undefined && runsOnWorker(judge));
  if (!wanted || options.execution === "inline") return undefined;
  return machine.createExecutor({ workers: options.workers, warn });
}

function runsOnWorker({ worker, members = [] }: Judge): boolean {
  return worker !== undefined || members.some(runsOnWorker);
}
