import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findCommand, missingPrograms, type Program } from "./programs.ts";

/** What a Debian package asks before it starts its service; exit code 101 is "no". */
const policyFile = "/usr/sbin/policy-rc.d";

/**
 * Installs what the end-to-end tests need, where that is possible: as root, with apt-get. Starts no service.
 * Returns what is still missing.
 */
export function prepareEndToEnd(): readonly Program[] {
  const missing = missingPrograms();
  const isRoot = process.getuid?.() === 0;
  if (missing.length === 0 || !isRoot || findCommand("apt-get") === undefined) return missing;
  console.error(`Installing for the end-to-end tests: ${missing.map(({ name }) => name).join(", ")}`);
  const packages = missing.map(({ debianPackage }) => debianPackage);
  withoutServices(() => aptGet("install", packages) || (aptGet("update", []) && aptGet("install", packages)));
  return missingPrograms();
}

/** How somebody gets a program that could not be installed. */
export function howToGet({ name, commands, debianPackage }: Program): string {
  return `${name} (${commands.join(", ")}): apt-get install ${debianPackage}, or put them on the PATH`;
}

function aptGet(action: "install" | "update", packages: readonly string[]): boolean {
  const options = action === "install" ? ["--yes", "--no-install-recommends"] : [];
  const { status, stdout, stderr } = spawnSync("apt-get", [action, "--quiet", ...options, ...packages], {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    timeout: 300_000,
  });
  if (status !== 0) console.error(`apt-get ${action} failed:\n${stdout}${stderr}`.trimEnd());
  return status === 0;
}

function withoutServices(install: () => void): void {
  const isOurs = !existsSync(policyFile);
  if (isOurs) writeFileSync(policyFile, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    if (isOurs) rmSync(policyFile, { force: true });
  }
}
