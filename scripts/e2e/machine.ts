import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findCommand } from "./programs.ts";

/** What preparing the end-to-end tests needs of the machine. */
export interface Machine {
  readonly isRoot: boolean;
  has(command: string): boolean;
  /** Runs apt-get; whether it succeeded. */
  aptGet(args: readonly string[]): boolean;
  /** Runs `f` while no Debian package may start a service. */
  withoutServices(f: () => void): void;
  say(message: string): void;
}

/** What a Debian package asks before it starts its service; exit code 101 is "no". */
const policyFile = "/usr/sbin/policy-rc.d";

/** This machine. */
export function thisMachine(): Machine {
  return {
    isRoot: process.getuid?.() === 0,
    has: (command) => findCommand(command) !== undefined,
    aptGet(args) {
      const { status, stdout, stderr } = spawnSync("apt-get", args, {
        encoding: "utf8",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
        timeout: 300_000,
      });
      if (status !== 0) console.error(`apt-get ${args.join(" ")} failed:\n${stdout}${stderr}`.trimEnd());
      return status === 0;
    },
    withoutServices(f) {
      const isOurs = !existsSync(policyFile);
      if (isOurs) writeFileSync(policyFile, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
      try {
        f();
      } finally {
        if (isOurs) rmSync(policyFile, { force: true });
      }
    },
    say: (message) => console.error(message),
  };
}
