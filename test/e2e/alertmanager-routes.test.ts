import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { alertmanagerFile } from "../../scripts/e2e/alertmanager-config.ts";
import { requiredProgram } from "./support/required-program.ts";
import { shippedAlerts } from "./support/shipped-alerts.ts";

const amtool = requiredProgram("amtool") ?? "";

function runAmtool(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(amtool, args, { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

function route(labels: Readonly<Record<string, string>>, receivers: string) {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return runAmtool(
    "config",
    "routes",
    "test",
    `--config.file=${alertmanagerFile}`,
    `--verify.receivers=${receivers}`,
    ...pairs,
  );
}

describe.skipIf(amtool === "")("alertmanager.yml by amtool", () => {
  it("is right for Alertmanager", () => {
    const { status, output } = runAmtool("check-config", alertmanagerFile);
    expect(output).toContain("SUCCESS");
    expect(output).toContain("4 receivers");
    expect(output).toContain("1 templates");
    expect(status).toBe(0);
  });

  it("is not right with a receiver that there is not", () => {
    const broken = readFileSync(alertmanagerFile, "utf8").replace("receiver: rag-oncall", "receiver: nobody");
    const { status } = spawnSync(amtool, ["check-config", "/dev/stdin"], { input: broken });
    expect(status).not.toBe(0);
  });

  /** Who gets what, decided here and not by the file. */
  function receiversOf({ alertname, severity, policy }: Readonly<Record<string, string>>): string {
    if (alertname === "RagWatchdog") return "rag-deadman";
    if (policy === "freeze") return "rag-release,rag-chat";
    return severity === "page" ? "rag-oncall,rag-chat" : "rag-chat";
  }

  const cases = new Map(
    shippedAlerts.map(({ labels }) => [`${labels["alertname"]} ${labels["scope"]} ${labels["severity"]}`, labels]),
  );
  it.each([...cases])("routes %s", (_, labels) => {
    expect(route(labels, receiversOf(labels))).toEqual({ status: 0, output: expect.stringContaining("rag-") });
  });

  it("has cases for all four receivers", () => {
    expect(new Set([...cases.values()].map(receiversOf)).size).toBe(4);
  });

  it("leaves alerts of others to the root", () => {
    expect(route({ alertname: "DiskFull", severity: "page", policy: "freeze" }, "rag-chat").status).toBe(0);
  });

  it("would fail for the wrong receiver", () => {
    expect(route({ component: "rag-quality", severity: "page" }, "rag-chat").status).toBe(1);
  });
});
