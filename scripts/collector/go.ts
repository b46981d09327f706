import { spawnSync } from "node:child_process";

const least = { major: 1, minor: 26 };

/** How somebody gets the Collector where Go is missing or old. */
export const howToGetGo = `Go ${least.major}.${least.minor} or later (the command go): install it as go.dev/doc/install says and put it on the PATH; then node scripts/collector/build.ts builds the Collector`;

/** What keeps a Go of this version (`go1.26.8`; `undefined` when there is none) from building the Collector. */
export function goProblem(version: string | undefined): string | undefined {
  const wanted = `Go ${least.major}.${least.minor} or later`;
  if (version === undefined) return `${wanted} is not installed`;
  const [, major, minor] = /^(?:go|devel go)(\d+)\.(\d+)/.exec(version) ?? [];
  const isEnough = Number(major) > least.major || (Number(major) === least.major && Number(minor) >= least.minor);
  return isEnough ? undefined : `${wanted} is not installed, but ${version}`;
}

/** The version of the Go on the PATH. */
export function installedGo(): string | undefined {
  const { status, stdout } = spawnSync("go", ["env", "GOVERSION"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
