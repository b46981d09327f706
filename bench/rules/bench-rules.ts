import { spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loadYamlWriter } from "../../src/cli/rules/load-yaml.ts";
import { writeArtifacts } from "../../src/cli/rules/generated-files.ts";
import { prometheusArtifacts } from "../../src/rules/artifacts/prometheus.ts";
import { defaultContext } from "../../src/rules/catalogue.ts";
import { findCommand } from "../../scripts/e2e/programs.ts";
import { freePort } from "../../scripts/e2e/free-port.ts";
import { startProgram } from "../../scripts/e2e/start-program.ts";
import { history } from "./series.ts";

const evaluations = 6;
const intervalSeconds = 5;
const mostSeconds = 0.5;

/** What one evaluation of all rules costs. */
export interface RulesBench {
  readonly rules: number;
  /** The sum of the groups' last evaluations, as Prometheus measures them: on a busy machine more than the CPU's. */
  readonly evaluationSeconds: number;
  /** CPU seconds of the whole Prometheus for one evaluation of every group. */
  readonly cpuSeconds: number;
  /** What it may be. */
  readonly mostSeconds: number;
}

/**
 * Measures all rules, budgets and regressions included, on a real Prometheus with 3 metrics × 10 intent classes × 3 model
 * versions × 4 instances behind it, and says it. Needs prometheus and promtool; a minute and 2 GB of disk.
 */
export async function benchRules(say: (line: string) => void): Promise<RulesBench> {
  const [prometheus, promtool] = ["prometheus", "promtool"].map(findCommand);
  if (prometheus === undefined || promtool === undefined) {
    throw new Error("prometheus and promtool are not installed: nothing is measured.");
  }
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-rules-"));
  try {
    await writeHistory(join(folder, "history.om"));
    const made = spawnSync(
      promtool,
      ["tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=1000h", "history.om", "data"],
      { cwd: folder, encoding: "utf8" },
    );
    if (made.status !== 0) throw new Error(made.stderr);
    rmSync(join(folder, "history.om"));
    return await measure(prometheus, folder, say);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The history as OpenMetrics text. */
async function writeHistory(path: string): Promise<void> {
  const out = createWriteStream(path);
  const nowSeconds = Math.floor(Date.now() / 60_000) * 60 - 60;
  for (const { name, labels, seconds, stepSeconds, value } of history()) {
    const text = Object.entries(labels).map(([label, of]) => `${label}="${of}"`);
    const samples: string[] = [];
    for (let index = 0; index * stepSeconds <= seconds; index++) {
      samples.push(`${name}{${text.join(",")}} ${value(index)} ${nowSeconds - seconds + index * stepSeconds}\n`);
    }
    if (!out.write(samples.join(""))) await once(out, "drain");
  }
  out.end("# EOF\n");
  await once(out, "close");
}

/** The CPU seconds of one evaluation of every group: production's rules, all at one short interval. */
async function measure(command: string, folder: string, say: (line: string) => void): Promise<RulesBench> {
  const objectives = { context_relevance: 0.95, groundedness: 0.95, answer_relevance: 0.95 };
  const artifacts = await prometheusArtifacts({
    settings: { ...defaultContext.settings, objectives, baselineModelVersion: "v1" },
    profile: { ...defaultContext.profile, interval: `${intervalSeconds}s`, slowInterval: `${intervalSeconds}s` },
    source: "the benchmark",
    writeYaml: await loadYamlWriter(),
  });
  const config = { rule_files: artifacts.map(({ path }) => join(folder, path)) };
  await writeArtifacts(folder, [...artifacts, { path: "prometheus.yml", text: JSON.stringify(config) }]);
  const port = await freePort();
  const program = startProgram(command, [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    "--storage.tsdb.retention.time=60d",
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  try {
    await program.waitFor(/Server is ready to receive web requests/);
    // The first evaluations open blocks and series.
    await sleep(2 * intervalSeconds * 1000);
    const before = cpuSecondsOf(program.pid);
    await sleep(evaluations * intervalSeconds * 1000);
    const used = cpuSecondsOf(program.pid) - before;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/rules`);
    const groups = checked((await response.json()) as RulesResponse);
    for (const { name, evaluationTime, rules } of groups) {
      say(`${name}: ${rules.length} rules, ${(evaluationTime * 1000).toFixed(0)} ms`);
    }
    const cpuSeconds = used / evaluations;
    const evaluationSeconds = groups.reduce((sum, { evaluationTime }) => sum + evaluationTime, 0);
    const rules = groups.reduce((sum, group) => sum + group.rules.length, 0);
    say(
      `one evaluation of all ${rules} rules: ${cpuSeconds.toFixed(2)} s of CPU (at most ${mostSeconds}), ${evaluationSeconds.toFixed(2)} s by the groups' own clocks`,
    );
    return { rules, evaluationSeconds, cpuSeconds, mostSeconds };
  } finally {
    await program.stop();
  }
}

interface RulesResponse {
  readonly data: {
    readonly groups: readonly {
      readonly name: string;
      readonly evaluationTime: number;
      readonly rules: readonly { readonly name: string; readonly health: string; readonly lastError?: string }[];
    }[];
  };
}

/** The groups, of which every rule must have been evaluated without an error. */
function checked({ data }: RulesResponse): RulesResponse["data"]["groups"] {
  for (const rule of data.groups.flatMap(({ rules }) => rules)) {
    if (rule.health !== "ok") throw new Error(`${rule.name}: ${rule.lastError ?? rule.health}`);
  }
  return data.groups;
}

/** User and system time of a process, from its line of /proc (in hundredths of a second). */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
