import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createRagTriad } from "../../src/index.ts";

/** The niceness of each thread of this process, by thread id (proc_pid_stat(5), field 19). */
function niceness(): ReadonlyMap<string, number> {
  return new Map(
    readdirSync("/proc/self/task").map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      return [thread, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16])] as const;
    }),
  );
}

it.runIf(process.platform === "linux")("the thread that scores leaves the cores to those that serve", async () => {
  const before = niceness();
  const triad = createRagTriad({ pipeline: "p" });
  triad.run({ query: "capital?" }, (request) => {
    request.addChunks(["Paris is the capital of France."]);
    return "Paris is the capital.";
  });
  await triad.flush();
  const after = niceness();
  for (const [thread, nice] of before) if (after.has(thread)) expect(after.get(thread)).toBe(nice);
  const added = [...after].filter(([thread]) => !before.has(thread)).map(([, nice]) => nice);
  expect(added.filter((nice) => nice >= 10)).toHaveLength(1);
  await triad.shutdown();
});
