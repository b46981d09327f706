import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { requiredProgram } from "./support/required-program.ts";

const commands = [requiredProgram("prometheus"), requiredProgram("prometheus-alertmanager")];
const main = fileURLToPath(new URL("../../examples/demo/main.ts", import.meta.url));

/** The processes that live, with their parents. */
function living(): ReadonlyMap<number, number> {
  const parents = new Map<number, number>();
  for (const pid of readdirSync("/proc").map(Number)) {
    if (Number.isNaN(pid)) continue;
    const [, state, parent] = /^\d+ \(.*\) (\S) (\d+)/su.exec(statOf(pid)) ?? [];
    if (state !== undefined && state !== "Z") parents.set(pid, Number(parent));
  }
  return parents;
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

function childrenOf(pid: number | undefined): number[] {
  return [...living()].filter(([, parent]) => parent === pid).map(([child]) => child);
}

/** Starts `--page` in a process group and a folder for temporary files of its own. */
function startPage(): { readonly demo: ChildProcess; readonly folder: string; text(): string } {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-stop-"));
  const demo = spawn(process.execPath, [main, "--page"], {
    detached: true,
    env: { ...process.env, TMPDIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: undefined },
  });
  let text = "";
  for (const stream of [demo.stdout, demo.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  onTestFinished(() => {
    try {
      process.kill(-(demo.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended, as it should.
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return { demo, folder, text: () => text };
}

describe.skipIf(commands.includes(undefined))("the demo with --page, stopped", () => {
  it.each([
    ["SIGTERM", 143, "it alone", 3],
    ["SIGINT", 130, "its group, as Ctrl-C does", 3],
    ["SIGHUP", 129, "it alone", 1],
    ["SIGINT", 130, "it alone", 2],
  ] as const)("by %s (code %d) to %s, when %d of its programs run", async (signal, code, whom, programs) => {
    const { demo, folder, text } = startPage();
    const children = await eventually("programs run", async () => {
      const found = childrenOf(demo.pid);
      return found.length >= programs ? found : undefined;
    });
    expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^rag-triad-page-/u));
    process.kill(whom === "it alone" ? (demo.pid ?? 0) : -(demo.pid ?? 0), signal);
    expect(await once(demo, "close")).toEqual([code, null]);
    expect(text()).toMatch(new RegExp(`\nstopped by ${signal}; all processes ended\n$`, "u"));
    expect(children.filter((child) => living().has(child))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
