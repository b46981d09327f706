import { createServer } from "node:http";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadYamlWriter } from "../../../src/cli/rules/load-yaml.ts";
import { runProgram, temporaryFolder } from "../spawn-cli.ts";

const files = [
  "prometheus/rules/rag-data.rules.yml",
  "prometheus/rules/rag-recordings.rules.yml",
  "prometheus/rules/rag-alerts.rules.yml",
  "docs/runbooks/README.md",
];

function folderWith(config: unknown): { readonly cwd: string; readonly config: string } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "rag.json"), JSON.stringify(config));
  return { cwd, config: "rag.json" };
}

describe("writing", () => {
  it("writes and names its files, below a folder that it makes", async () => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await runProgram(["rules", "--out", "a/b"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual(expect.arrayContaining(files));
    for (const file of files) expect(readFileSync(join(cwd, "a/b", file), "utf8")).toContain("from the defaults");
  });

  it("writes what the configuration says, and where it comes from", async () => {
    const { cwd, config } = folderWith({
      thresholds: [
        { metric: "groundedness", judge: "embedded/1", intentClass: "smalltalk", warning: 0.61, page: 0.51 },
      ],
      alerting: { services: ["support"], labels: ["env"] },
    });
    expect(await runProgram(["rules", "--config", config], { cwd })).toMatchObject({ code: 0, stderr: "" });
    const [data, recordings, alerts] = files.map((file) => readFileSync(join(cwd, file), "utf8"));
    expect(data).toContain("from rag.json.");
    expect(data).toMatch(
      /vector\(0\.51\)\n\s+labels:\n.*groundedness\n.*embedded\/1\n\s+rag_intent_class: smalltalk\n/,
    );
    expect(recordings).toContain("sum by (job, env, rag_pipeline, rag_intent_class");
    expect(alerts).toContain('absent(up{job="support"} == 1');
  });

  it("writes the profiles of tests", async () => {
    const cwd = temporaryFolder();
    expect(await runProgram(["rules", "--profile", "e2e"], { cwd })).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, files[1] ?? ""), "utf8")).toContain("(increase(rag_groundedness_sum[15s]))");
  });
});

describe("--check", () => {
  it("is content with what was written, and names what is missing or different without touching it", async () => {
    const cwd = temporaryFolder();
    await runProgram(["rules"], { cwd });
    expect(await runProgram(["rules", "--check"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
    rmSync(join(cwd, files[0] ?? ""));
    writeFileSync(join(cwd, files[2] ?? ""), "groups: []\n");
    expect(await runProgram(["rules", "--check"], { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr: `${files[0]}: missing\n${files[2]}: different\n`,
    });
    expect(existsSync(join(cwd, files[0] ?? ""))).toBe(false);
    expect(readFileSync(join(cwd, files[2] ?? ""), "utf8")).toBe("groups: []\n");
  });
});

describe("what is refused", () => {
  it.each([
    [["rules", "rag.json"], 'rules takes no file; got "rag.json"'],
    [["rules", "--profile", "test"], '--profile must be one of production, backfill, e2e; got "test"'],
    [["rules", "--out", ""], '--out must be a path; got ""'],
    [["rules", "--calibrate", "prometheus"], '--calibrate must be an http or https address; got "prometheus"'],
    [["rules", "--calibrate", "file:///x"], '--calibrate must be an http or https address; got "file:///x"'],
    [["rules", "--check", "--calibrate", "http://x"], "--check must not be given with --calibrate"],
  ])("%j is a wrong command line", async (args, message) => {
    expect(await runProgram(args)).toEqual({
      code: 2,
      stdout: "",
      stderr: `rag-triad: ${message}\nRun "rag-triad rules --help" for the usage.\n`,
    });
  });

  it.each([
    [{ alerting: { objectives: { groundedness: 0.9 } } }, "`$.alerting.burnWindows[0].factor` in rag.json"],
    [{ alerting: { judges: ["embedded/99"] } }, "`$.alerting.judges[0]` in rag.json"],
    [{ thresholds: [{ metric: "faithfulness", warning: 1, page: 0 }] }, "`$.thresholds[0].metric` in rag.json"],
  ])("an impossible configuration writes nothing: %j", async (value, place) => {
    const { cwd, config } = folderWith(value);
    const { code, stderr } = await runProgram(["rules", "--config", config], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(place);
    expect(readdirSync(cwd)).toEqual(["rag.json"]);
  });

  it("a folder that cannot be made", async () => {
    const { cwd } = folderWith({});
    const { code, stderr } = await runProgram(["rules", "--out", "rag.json"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^rag-triad: cannot write rag\.json\/prometheus\/rules\/rag-data\.rules\.yml: E/);
  });

  it("a missing yaml package says what to install", async () => {
    const loading = loadYamlWriter(() => Promise.reject(new Error("not found")));
    await expect(loading).rejects.toMatchObject({
      code: "ERR_RAG_TRIAD_PEER_MISSING",
      message: expect.stringContaining("npm install --save-dev yaml@2"),
    });
  });
});

/** A Prometheus that answers queries by whether they ask for violations. */
async function prometheus(scored: number, violations: number, status = 200): Promise<string> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "", "http://x").searchParams.get("query") ?? "";
    const value = query.includes("rag_violations_total") ? violations : scored;
    const metric = { job: "rag", rag_pipeline: "support", rag_metric: "groundedness" };
    const result = scored === 0 ? [] : [{ metric, value: [0, String(value)] }];
    response.statusCode = status;
    response.end(JSON.stringify({ status: "success", data: { resultType: "vector", result } }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/prometheus`;
}

describe("--calibrate", () => {
  it("proposes a section that the same command takes", async () => {
    const { code, stdout, stderr } = await runProgram(["rules", "--calibrate", await prometheus(5000, 500)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const proposal = JSON.parse(stdout) as { alerting: { objectives: object; burnWindows: object[] } };
    expect(proposal.alerting.objectives).toEqual({ groundedness: 0.871 });
    expect(proposal.alerting.burnWindows).toHaveLength(3);
    const { cwd, config } = folderWith(proposal);
    expect(await runProgram(["rules", "--config", config], { cwd })).toMatchObject({ code: 0, stderr: "" });
  });

  it("says which metric has too few scores", async () => {
    const { stdout, stderr } = await runProgram(["rules", "--calibrate", await prometheus(100, 5)]);
    expect(stderr).toBe("groundedness: no service has 200 scores within 7d; no proposal\n");
    expect(JSON.parse(stdout)).toMatchObject({ alerting: { objectives: {} } });
  });

  it.each([
    [0, 200, /has no scores within 7d/],
    [5000, 503, /answered 503 to sum by/],
  ])("fails with %d scores and status %d", async (scored, status, message) => {
    const { code, stdout, stderr } = await runProgram(["rules", "--calibrate", await prometheus(scored, 1, status)]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it("fails where nothing answers", async () => {
    const { code, stderr } = await runProgram(["rules", "--calibrate", "http://127.0.0.1:1"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "rag-triad: http://127.0.0.1:1 does not answer\n" });
  });
});
