import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PromtoolFiles } from "./promtool-files.ts";

/** How promtool ended. */
export interface PromtoolRun {
  readonly passed: boolean;
  readonly output: string;
  readonly seconds: number;
}

/** Runs `promtool test rules` on a batch's files, in a folder of their own. */
export async function testRules(command: string, files: PromtoolFiles): Promise<PromtoolRun> {
  return inFolder(files, (folder) => run(command, ["test", "rules", "batch.test.yml"], folder));
}

/** Runs `promtool check rules` with every lint on rule files. */
export async function checkRules(command: string, files: PromtoolFiles): Promise<PromtoolRun> {
  return inFolder(files, (folder) =>
    run(command, ["check", "rules", "--lint=all", "--lint-fatal", ...files.keys()], folder),
  );
}

/** Whether a window counts the sample that it begins with, as Prometheus 2 does and Prometheus 3 does not. */
export async function countsBothBorders(command: string): Promise<boolean> {
  const test = {
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: [{ series: "x", values: "1 1 1" }],
        promql_expr_test: [
          { eval_time: "1m", expr: "count_over_time(x[1m])", exp_samples: [{ labels: "{}", value: 2 }] },
        ],
      },
    ],
  };
  return (await testRules(command, new Map([["batch.test.yml", JSON.stringify(test)]]))).passed;
}

async function inFolder(files: PromtoolFiles, use: (folder: string) => Promise<PromtoolRun>): Promise<PromtoolRun> {
  const folder = await mkdtemp(join(tmpdir(), "rag-triad-rules-"));
  try {
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[], folder: string): Promise<PromtoolRun> {
  const started = performance.now();
  return new Promise((resolve) => {
    execFile(command, [...args], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ passed: error === null, output: `${stdout}${stderr}`, seconds });
    });
  });
}
