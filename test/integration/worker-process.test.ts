import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const app = fileURLToPath(new URL("../fixtures/judges/worker-app.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rag-triad-worker-"));
const hook = join(folder, "hook.mjs");
writeFileSync(
  hook,
  'import { isMainThread } from "node:worker_threads"; console.log(isMainThread ? "hook" : "hook in worker");\n',
);
const importHook = `--import=${pathToFileURL(hook).href}`;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the application printed. It has to end by itself: the call fails after the timeout. */
async function linesOf(
  args: readonly string[],
  { flags = [], nodeOptions = "" }: { flags?: readonly string[]; nodeOptions?: string } = {},
) {
  const env = { ...process.env, NODE_OPTIONS: nodeOptions };
  const { stdout } = await run(process.execPath, [...flags, app, ...args], { env, timeout: 25_000 });
  return stdout.trim().split("\n");
}

const drained = JSON.stringify({ resolved: 1, remaining: 0 });

describe("a process with a worker thread", () => {
  it("waits for it while it drains, then ends by itself", async () => {
    expect(await linesOf(["score", "drain"])).toEqual(['{"score":0.75}', drained, "end of main"]);
  });

  it.each(["hang", "spin"])("does not stay alive for a judge that does `%s`", async (query) => {
    expect(await linesOf([query])).toEqual(["end of main"]);
  });

  it("survives a judge that ends its worker", async () => {
    expect(await linesOf(["exit", "drain"])).toEqual([
      "worker_died",
      '{"reason":"judge_error"}',
      drained,
      "end of main",
    ]);
  });

  it("does not load its own --import modules there: a second telemetry SDK would take the metrics port", async () => {
    expect(await linesOf(["score", "drain"], { flags: [importHook] })).not.toContain("hook in worker");
    const lines = await linesOf(["score", "drain"], { nodeOptions: importHook });
    expect(lines).toEqual(["hook", '{"score":0.75}', drained, "end of main"]);
  });

  it("that may start no worker is scored inline, with one warning", async () => {
    const lines = await linesOf(["score", "drain"], { flags: ["--permission", "--allow-fs-read=*"] });
    expect(lines).toEqual(["worker_unavailable", '{"score":0.75}', drained, "end of main"]);
  });
});
