import { isRefusal } from "../../resilience/refusal.ts";

/** Calls that one judgement makes at a time. */
export const callsAtOnce = 4;

/**
 * Does the tasks, {@link callsAtOnce} at a time; the first failure ends it. Results are in the tasks' order. Of several
 * failures the other side's own one counts: that a policy refused the rest says nothing of the cause.
 */
export async function inParallel<T, R>(tasks: readonly T[], run: (task: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failed = false;
  const work = async (): Promise<void> => {
    while (next < tasks.length && !failed) {
      const at = next++;
      try {
        results[at] = await run(tasks[at] as T);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(callsAtOnce, tasks.length) }, work));
  const failures = workers.flatMap((worker) => (worker.status === "rejected" ? [worker.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((failure) => !isRefusal(failure)) ?? failures[0];
  return results;
}
