import { rmSync } from "node:fs";
import { join } from "node:path";
import { thisMachine } from "./e2e/machine.ts";
import { prepareEndToEnd } from "./e2e/prepare.ts";
import { howToGet } from "./e2e/programs.ts";
import { countsFile, root, runNode, writeCounts } from "./run-step.ts";
import { readResults, type Skipped } from "./test-results.ts";

// `npm test`: builds, installs what the end-to-end tests need where it may, runs vitest with the arguments given, and
// says at the end what was skipped. RAG_TRIAD_REQUIRE_E2E=1 turns a skip into a failure.
const args = process.argv.slice(2);
const resultsFile = join(root, ".cache", "test-results.json");
rmSync(resultsFile, { force: true });
rmSync(countsFile("test"), { force: true });

if (runNode(["scripts/build.ts"]) !== 0) {
  writeCounts("test", { passed: 0, failed: 1, skipped: 0 });
  process.exit(1);
}

const needsPrograms = args.length === 0 || args.some((argument) => argument.includes("e2e"));
const missing = needsPrograms ? prepareEndToEnd(thisMachine()) : [];
// Says itself what it does, and why not where there is no Go.
const needsCollector = args.length === 0 || args.some((argument) => /\be2e$|collector/.test(argument));
if (needsCollector) runNode(["scripts/collector/build.ts"]);
const status = runNode([
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${resultsFile}`,
  ...args,
]);

const { passed, failed, skipped } = readResults(resultsFile, status);
const required = process.env["RAG_TRIAD_REQUIRE_E2E"] === "1";
const refused = required ? skipped.filter((test) => !isExcused(test)) : [];
if (skipped.length > 0) {
  console.log(`\nSKIPPED ${skipped.length}${refused.length > 0 ? `, of which ${refused.length} must not be` : ""}:`);
  for (const { file, name } of skipped) console.log(`  ${file}: ${name}`);
}
if (missing.length > 0) {
  console.log("\nNOT INSTALLED, so the end-to-end tests that need it did not run:");
  for (const program of missing) console.log(`  ${howToGet(program)}`);
}
const allFailed = failed + refused.length;
writeCounts("test", { passed, failed: allFailed, skipped: skipped.length - refused.length });
process.exitCode = status === 0 && allFailed === 0 ? 0 : 1;

/** The Collector is built with Go from source; not every machine that must run the rest can. */
function isExcused({ name }: Skipped): boolean {
  return /\bCollector\b/.test(name);
}
