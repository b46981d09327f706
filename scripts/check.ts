import { spawnSync } from "node:child_process";
import { root, writeCounts } from "./run-step.ts";

// `npm run check`: everything that is checked without running the code. All steps run, whatever the others say.
const steps: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  // First: examples and benchmarks import the package by its name, which leads to dist.
  ["build", "scripts/build.ts"],
  ["format", "node_modules/oxfmt/bin/oxfmt", "--check"],
  ["lint with types and layers", "node_modules/oxlint/bin/oxlint"],
  ["types", "node_modules/typescript/bin/tsc", "-p", "tsconfig.json"],
  ["package: publint", "node_modules/publint/src/cli.js", "--strict"],
  [
    "package: types resolve",
    "node_modules/@arethetypeswrong/cli/dist/index.js",
    "--pack",
    ".",
    "--profile",
    "esm-only",
  ],
  ["unused files, exports and dependencies", "node_modules/knip/bin/knip.js"],
];

const failures = steps.filter(([name, ...command]) => {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
  if (status !== 0) console.log(`${stdout}${stderr}`.trimEnd());
  return status !== 0;
});

writeCounts("check", { passed: steps.length - failures.length, failed: failures.length, skipped: 0 });
process.exitCode = failures.length === 0 ? 0 : 1;
