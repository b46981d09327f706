import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { freePort } from "../../scripts/e2e/free-port.ts";
import { startProgram } from "../../scripts/e2e/start-program.ts";
import { ruleCatalogue, defaultContext } from "../../src/rules/catalogue.ts";
import { composeFlags, type ComposePath } from "./support/compose-command.ts";
import { layOut } from "./support/lay-out.ts";
import { requiredProgram } from "./support/required-program.ts";

const prometheus = requiredProgram("prometheus");
const promtool = requiredProgram("promtool");
const alertmanager = requiredProgram("prometheus-alertmanager");
const amtool = requiredProgram("amtool");
const missing = [prometheus, promtool, alertmanager, amtool].includes(undefined);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The flag with its path as it is on this machine. */
function flagHere(path: ComposePath, service: string, name: string, here: (path: string) => string): string {
  const flag = composeFlags(path, service, []).find((given) => given.startsWith(`${name}=`)) ?? "";
  return `${name}=${here(flag.slice(name.length + 1))}`;
}

function run(command: string, ...args: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe.skipIf(missing)("what compose.yaml mounts, in real programs", () => {
  it("promtool takes prometheus.yml with its rules and targets", async () => {
    const here = await layOut("prometheus", temporaryFolder());
    const { status, output } = run(promtool ?? "", "check", "config", here("/etc/prometheus/prometheus.yml"));
    expect(output).toContain("SUCCESS: 3 rule files found");
    expect(status).toBe(0);
  });

  it.each([
    ["prometheus.yml", "action: keep", "action: kept"],
    ["prometheus.yml", "scrape_interval", "scrape_intervall"],
    ["rules/rag-alerts.rules.yml", "- alert:", "- alarm:"],
    ["targets/rag.yml", "[]", "- target: [support-bot:9464]"],
  ])("and refuses it with another %s: %s", async (file, right, wrong) => {
    const here = await layOut("prometheus", temporaryFolder());
    const path = here(`/etc/prometheus/${file}`);
    const text = readFileSync(path, "utf8");
    expect(text).toContain(right);
    writeFileSync(path, text.replace(right, wrong));
    expect(run(promtool ?? "", "check", "config", here("/etc/prometheus/prometheus.yml")).status).not.toBe(0);
  });

  it("promtool takes every variant of remote_write on docs/long-term-storage.md", async () => {
    const page = readFileSync(new URL("../../docs/long-term-storage.md", import.meta.url), "utf8");
    const variants = [...page.matchAll(/```yaml\n(remote_write:[^`]+)```/g)].map(
      ([, text = ""]) => parse(text) as { readonly remote_write: readonly [object] },
    );
    expect(variants).toHaveLength(2);
    const here = await layOut("prometheus", temporaryFolder());
    const path = here("/etc/prometheus/prometheus.yml");
    const shipped = parse(readFileSync(path, "utf8")) as { readonly remote_write: readonly [object] };
    for (const { remote_write } of variants) {
      // JSON is YAML.
      const write = { ...shipped.remote_write[0], ...remote_write[0] };
      writeFileSync(path, JSON.stringify({ ...shipped, remote_write: [write] }));
      expect(run(promtool ?? "", "check", "config", path)).toMatchObject({ status: 0 });
    }
  });

  it.each<ComposePath>(["compose.yaml", "thanos/compose.yaml"])(
    "Prometheus runs with the flags of %s, 30 days and every rule",
    async (path) => {
      const here = await layOut("prometheus", temporaryFolder());
      const address = `127.0.0.1:${await freePort()}`;
      const program = startProgram(prometheus ?? "", [
        ...composeFlags(path, "prometheus", ["--config.file", "--storage.tsdb.path"]),
        flagHere(path, "prometheus", "--config.file", here),
        flagHere(path, "prometheus", "--storage.tsdb.path", here),
        `--web.listen-address=${address}`,
      ]);
      onTestFinished(async () => void (await program.stop()));
      await ready(`http://${address}/-/ready`, program);
      const flags = await data<Record<string, string>>(`http://${address}/api/v1/status/flags`);
      expect(flags).toMatchObject({ "storage.tsdb.retention.time": "30d", "web.enable-remote-write-receiver": "true" });
      if (path === "thanos/compose.yaml") {
        expect(flags).toMatchObject({
          "storage.tsdb.min-block-duration": "2h",
          "storage.tsdb.max-block-duration": "2h",
        });
      }
      const { groups } = await data<{ groups: { rules: unknown[] }[] }>(`http://${address}/api/v1/rules`);
      const { recordings, alerts } = ruleCatalogue(defaultContext);
      expect(groups.flatMap(({ rules }) => rules)).toHaveLength(recordings.length + alerts.length);
    },
  );

  it("amtool takes alertmanager.yml with its template, and Alertmanager runs with the flags", async () => {
    const folder = temporaryFolder();
    const here = await layOut("alertmanager", folder);
    const { status, output } = run(amtool ?? "", "check-config", here("/etc/alertmanager/alertmanager.yml"));
    expect(output).toContain("1 templates");
    expect(status).toBe(0);
    const address = `127.0.0.1:${await freePort()}`;
    const program = startProgram(alertmanager ?? "", [
      ...composeFlags("compose.yaml", "alertmanager", ["--config.file", "--storage.path"]),
      flagHere("compose.yaml", "alertmanager", "--config.file", here),
      flagHere("compose.yaml", "alertmanager", "--storage.path", here),
      `--web.listen-address=${address}`,
    ]);
    onTestFinished(async () => void (await program.stop()));
    await ready(`http://${address}/-/ready`, program);
  });
});

async function ready(url: string, program: ReturnType<typeof startProgram>): Promise<void> {
  const state = await eventually(`${url} answers`, async () => {
    if (program.hasEnded()) return "ended" as const;
    return (await fetch(url)).ok ? ("ready" as const) : undefined;
  });
  if (state === "ended") throw new Error(`It ended:\n${program.stderr()}`);
}

async function data<T>(url: string): Promise<T> {
  return ((await (await fetch(url)).json()) as { readonly data: T }).data;
}
