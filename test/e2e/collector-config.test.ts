import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requiredCollector, shippedConfig } from "./support/collector.ts";

const command = requiredCollector();

describe.skipIf(command === undefined)("otelcol validate, of the real Collector", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rag-triad-collector-"));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  function validate(...files: readonly string[]) {
    const args = ["validate", ...files.flatMap((file) => ["--config", file])];
    const { status, stdout, stderr } = spawnSync(command ?? "", args, {
      encoding: "utf8",
      env: { ...process.env, RAG_QUEUE_DIRECTORY: join(folder, "queue") },
    });
    return { status, said: stdout + stderr };
  }

  it.each([[["gateway.yaml"]], [["gateway.yaml", "gateway-persistent.yaml"]], [["agent.yaml"]]] as const)(
    "%s is valid, without a warning",
    (files) => {
      expect(validate(...files.map(shippedConfig))).toEqual({ status: 0, said: "" });
    },
  );

  /** The gateway's configuration with one thing made wrong. */
  async function broken(right: string, wrong: string): Promise<string> {
    const text = await readFile(shippedConfig("gateway.yaml"), "utf8");
    const bad = text.replace(right, () => wrong);
    expect(bad).not.toBe(text);
    const file = join(folder, "bad.yaml");
    await writeFile(file, bad);
    return file;
  }

  it.each([
    ["an exporter that is not there", "exporters: [prometheus_remote_write]", "exporters: [prometheus]"],
    ["a statement with a typo", "Concat([", "Concatenate(["],
  ])("refuses %s", async (_what, right, wrong) => {
    const { status, said } = validate(await broken(right, wrong));
    expect(status).toBe(1);
    expect(said).toContain("Error");
  });

  // Policies are read at the start only: the other tests of the Collector start what is shipped.
  it.each([
    ["a policy of no such type", "type: ottl_condition", "type: ottl"],
    ["a condition that is not OTTL", "< ${env:RAG_LOW", "smaller than ${env:RAG_LOW"],
  ])("validates, but does not start with, %s", async (_what, right, wrong) => {
    const file = await broken(right, wrong);
    expect(validate(file).status).toBe(0);
    const started = spawnSync(command ?? "", ["--config", file], { encoding: "utf8", timeout: 30_000 });
    expect(started.status).toBe(1);
    expect(started.stderr).toContain("policy");
  });
});
