import { once } from "node:events";
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { binPath, temporaryFolder } from "./spawn-cli.ts";

/** Runs the program with a standard output that takes nothing. */
async function runOnFullDevice(args: readonly string[]) {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const child = spawn(process.execPath, [binPath, ...args], {
    cwd: temporaryFolder(),
    stdio: ["ignore", full, "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

/** A Prometheus that has seen 1,000 scores in a week, of which 10 violate. */
async function prometheus(): Promise<string> {
  const labels = { job: "rag", rag_pipeline: "main", rag_metric: "groundedness" };
  const server = createServer((request, response) => {
    const query = decodeURIComponent(request.url ?? "");
    const value = query.includes("violations") ? "10" : query.includes("evaluations") ? "1000" : "604800";
    response.end(
      JSON.stringify({
        status: "success",
        data: { resultType: "vector", result: [{ metric: labels, value: [0, value] }] },
      }),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(!existsSync("/dev/full"))("a standard output that takes nothing", () => {
  it.each([[["--help"]], [["--version"]], [["rules", "--help"]], [["rules"]]])("fails %j", async (args) => {
    expect(await runOnFullDevice(args)).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^rag-triad: cannot write stdout: ENOSPC/u),
    });
  });

  it("fails a proposal", async () => {
    const { code, stderr } = await runOnFullDevice(["rules", "--calibrate", await prometheus()]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^.*groundedness.*\n(?:.*\n)*rag-triad: cannot write stdout: ENOSPC/u),
    });
  });
});
