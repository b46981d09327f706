import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPrometheus } from "../../scripts/e2e/prometheus.ts";
import { composeFlags } from "./support/compose-command.ts";
import { valueAt } from "./support/prometheus-api.ts";
import { requiredProgram } from "./support/required-program.ts";
import { startVictoriaMetrics } from "./support/victoria-metrics.ts";

const prometheus = requiredProgram("prometheus");
const promtool = requiredProgram("promtool");
const victoriaMetrics = requiredProgram("victoria-metrics");

const daySeconds = 86_400;
/** On a minute, some hours ago: a block must not reach into the future. */
const nowSeconds = Math.floor(Date.now() / 60_000) * 60 - 4 * 3600;
/** Samples a day on either side of both retentions, and one of now: Prometheus counts from its newest block. */
const ages = [91, 89, 31, 29, 0];
const metric = "slice:rag_score_sum:increase5m";

function timeOf(age: number): number {
  return nowSeconds - age * daySeconds;
}

/** The ages whose samples a server still has. Each sample's value is its age. */
async function agesIn(url: string): Promise<readonly number[]> {
  const values = await Promise.all(ages.map((age) => valueAt(url, metric, timeOf(age))));
  return values.filter((value) => value !== undefined);
}

describe.skipIf(prometheus === undefined || promtool === undefined)("retention of a real Prometheus", () => {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-retention-"));
  const dataFolder = join(folder, "data");
  let made = 0;

  function blocks(): number {
    return readdirSync(dataFolder).filter((name) => /^[0-9A-Z]{26}$/.test(name)).length;
  }

  beforeAll(() => {
    const samples = ages.map((age) => `${metric}{job="rag"} ${age} ${timeOf(age)}\n`).join("");
    writeFileSync(join(folder, "history.om"), `${samples}# EOF\n`);
    const args = ["tsdb", "create-blocks-from", "openmetrics", "history.om", "data"];
    const { status, stderr } = spawnSync(promtool ?? "", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    made = blocks();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function agesKept(flags: readonly string[]): Promise<readonly number[]> {
    const running = await startPrometheus(prometheus ?? "", { config: {}, flags, dataFolder });
    try {
      return await agesIn(running.url);
    } finally {
      await running.stop();
    }
  }

  // One after the other on the same data: less and less of it is left.
  it("with a longer one all is there", async () => {
    expect(await agesKept(["--storage.tsdb.retention.time=400d"])).toEqual(ages);
    expect(blocks()).toBe(made);
  });

  it("with 90 days, what is 91 days old is gone from the disk, what is 89 days old stays", async () => {
    expect(await agesKept(["--storage.tsdb.retention.time=90d"])).toEqual([89, 31, 29, 0]);
    expect(blocks()).toBe(made - 1);
  });

  it("with compose.yaml's flags, what is 31 days old is gone, what is 29 days old stays", async () => {
    const flags = composeFlags("compose.yaml", "prometheus", ["--config.file", "--storage.tsdb.path"]);
    expect(await agesKept(flags)).toEqual([29, 0]);
    expect(blocks()).toBe(made - 3);
  });
});

describe.skipIf(victoriaMetrics === undefined)("retention of a real VictoriaMetrics", () => {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-retention-"));
  const flags = composeFlags("compose.yaml", "long-term", ["-httpListenAddr", "-storageDataPath"]);

  /** Else it answers from what it was asked before, also by the test before. */
  const noCache = "-search.disableCache";

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function agesKept(given: readonly string[], text = ""): Promise<readonly number[]> {
    const running = await startVictoriaMetrics(victoriaMetrics ?? "", [...given, noCache], join(folder, "data"));
    try {
      if (text !== "") await running.write(text);
      return await agesIn(running.url);
    } finally {
      await running.stop();
    }
  }

  const samples = ages.map((age) => `${metric}{job="rag"} ${age} ${timeOf(age) * 1000}\n`).join("");

  it("with a longer one all is there", async () => {
    expect(await agesKept(["-retentionPeriod=400d"], samples)).toEqual(ages);
  });

  it("with compose.yaml's flags, what is 91 days old is not found any more, what is 89 days old is", async () => {
    expect(await agesKept(flags)).toEqual([89, 31, 29, 0]);
  });

  it("and what is older is not taken", async () => {
    expect(await agesKept(flags, `${metric}{job="rag"} 91 ${timeOf(91) * 1000}\n`)).toEqual([89, 31, 29, 0]);
  });
});
