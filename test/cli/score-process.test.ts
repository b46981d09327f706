import { existsSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linesOf, readRows, startCli, temporaryFolder, type RunningCli } from "./spawn-cli.ts";

const line = (id: number, context = "Paris is in France.") =>
  linesOf({ id, query: null, contexts: [context], answer: "Paris" });

/** Waits until a running program has written this many lines of rows. */
async function rowsOf({ child, stdout }: RunningCli, count: number): Promise<void> {
  while (stdout().split("\n").length <= count) await once(child.stdout, "data");
}

describe("streaming", () => {
  it("writes a row as soon as it is scored, while stdin stays open", async () => {
    const cli = startCli(["score"]);
    cli.child.stdin.write(line(1));
    await rowsOf(cli, 1);
    cli.child.stdin.end(line(2));
    const { code, stdout } = await cli.finished;
    expect(code).toBe(0);
    expect(readRows(stdout).map((row) => row["id"])).toEqual([1, 2]);
  });

  it.skipIf(!existsSync("/proc/self/status"))(
    "reads 600 MB, with a line of 300 MB among it, in bounded memory",
    async () => {
      const cli = startCli(["score"]);
      const write = async (text: string): Promise<void> => {
        if (!cli.child.stdin.write(text)) await once(cli.child.stdin, "drain");
      };
      // Without query and answer there is nothing to judge: this is about reading, holding and writing.
      const big = `${JSON.stringify({ query: null, answer: null, contexts: ["x".repeat(250_000)] })}\n`;
      const megabyte = "y".repeat(1_000_000);
      for (let count = 0; count < 600; count++) await write(big);
      for (let count = 0; count < 300; count++) await write(megabyte);
      await write("\n");
      for (let count = 0; count < 600; count++) await write(big);
      await rowsOf(cli, 1200);
      const status = readFileSync(`/proc/${cli.child.pid}/status`, "utf8");
      cli.child.stdin.end();
      const { code, stdout, stderr } = await cli.finished;
      expect(code).toBe(0);
      expect(readRows(stdout)).toHaveLength(1200);
      expect(stderr).toContain("line 601: the line must be at most 16777216 bytes long; got 300000000 bytes\n");
      const peakMegabytes = Number(/VmHWM:\s+(\d+) kB/u.exec(status)?.[1]) / 1024;
      expect(peakMegabytes).toBeLessThan(330);
    },
  );
});

describe("a reader that goes", () => {
  it("ends the run quietly", async () => {
    const cli = startCli(["score"]);
    cli.child.stdin.write(line(1));
    await rowsOf(cli, 1);
    cli.child.stdout.destroy();
    const feed = setInterval(() => cli.child.stdin.write(line(2)), 5);
    const { code, stderr } = await cli.finished;
    clearInterval(feed);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("a stop signal", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends the run after the rows under way", async (signal, exitCode) => {
    const cli = startCli(["score"]);
    cli.child.stdin.write(line(1) + line(2));
    await rowsOf(cli, 2);
    cli.child.kill(signal);
    const { code, stdout, stderr } = await cli.finished;
    expect(code).toBe(exitCode);
    expect(readRows(stdout)).toHaveLength(2);
    expect(stderr).toMatch(new RegExp(`^rag-triad: stopped by ${signal}\nscored 2 lines \\(0 bad\\)`, "u"));
  });

  it("leaves what was scored in a file that does not look whole", async () => {
    const out = join(temporaryFolder(), "out.jsonl");
    const cli = startCli(["score", "--out", out]);
    cli.child.stdin.write(line(1) + "bad\n");
    while (!cli.stderr().includes("line 2:")) await once(cli.child.stderr, "data");
    cli.child.kill("SIGINT");
    const { code, stderr } = await cli.finished;
    expect(code).toBe(130);
    expect(stderr).toContain(`rag-triad: stopped by SIGINT; the rows until then are in ${out}.partial\n`);
    expect(existsSync(out)).toBe(false);
    expect(readRows(readFileSync(`${out}.partial`, "utf8"))).toHaveLength(1);
  });
});
