import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { collectorBinary, sourceFiles, sourceFolder } from "./binary.ts";
import { goProblem, howToGetGo, installedGo } from "./go.ts";

// Builds a small OpenTelemetry Collector from Go modules, for the end-to-end tests of otel-collector/, unless it is in
// the cache. Prints its path on stdout and what happens on stderr. Without Go it says so and exits with 0: the tests
// skip with the same words.
const binary = collectorBinary();
const problem = existsSync(binary) ? undefined : goProblem(installedGo());
if (problem === undefined) {
  if (existsSync(binary) || build()) console.log(binary);
  else process.exitCode = 1;
} else {
  console.error(`\nThe Collector is NOT BUILT: ${problem}.\n  ${howToGetGo}`);
}

function build(): boolean {
  const start = performance.now();
  console.error(
    `Building the Collector from Go modules, once, into ${dirname(binary)}: several minutes on a small machine.`,
  );
  const work = mkdtempSync(join(tmpdir(), "rag-triad-otelcol-"));
  try {
    for (const file of sourceFiles) cpSync(join(sourceFolder, file), join(work, file));
    // -mod=mod completes the copy's go.mod; the versions follow from the listed ones alone.
    const args = ["build", "-mod=mod", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", "otelcol", "."];
    // Go's list of downloads is long and goes to stderr; it is only of use when the build fails.
    const { status, stderr } = spawnSync("go", args, { cwd: work, encoding: "utf8", maxBuffer: 1 << 28 });
    if (status !== 0) {
      console.error(`${stderr ?? ""}\nThe Collector could not be built.`.trimStart());
      return false;
    }
    mkdirSync(dirname(binary), { recursive: true });
    // Copied first and then renamed: whoever looks meanwhile finds all of it or nothing.
    const copy = `${binary}.${process.pid}`;
    cpSync(join(work, "otelcol"), copy);
    renameSync(copy, binary);
    console.error(`The Collector is built, in ${Math.round((performance.now() - start) / 1000)} s.`);
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
