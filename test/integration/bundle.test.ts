import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const app = fileURLToPath(new URL("../fixtures/judges/bundled-app.ts", import.meta.url));
const ownJudgesApp = fileURLToPath(new URL("../fixtures/judges/own-judges-app.ts", import.meta.url));
/** Leaves the package's own files out of the bundle, as `external` does for an installed package. */
const packageOutside: Plugin = {
  name: "package-outside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/src\// }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    })),
};
const folder = mkdtempSync(join(tmpdir(), "rag-triad-bundle-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(options: BuildOptions): Promise<void> {
  await build({ entryPoints: [app], bundle: true, platform: "node", logLevel: "error", write: true, ...options });
}

/** The lines that the application printed. The process has to end by itself: the call fails after the timeout. */
async function linesOf(script: string, flags: readonly string[] = []): Promise<unknown[]> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, [...flags, script], { cwd: folder, env, timeout: 25_000 });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

const scored = { status: "scored", judge: "embedded/1" };

/** Started once, scored here with one warning; a worker that ran the application would say `started` too. */
const inline = [{ started: "main thread" }, { warning: "worker_unavailable" }, scored, scored, { flushed: true }];

describe("an application in a bundle is scored inline, with one warning, and never started again in a worker", () => {
  it("as one ES module", async () => {
    const outfile = join(folder, "app.mjs");
    await bundle({ format: "esm", outfile });
    expect(await linesOf(outfile)).toEqual(inline);
  });

  it("as one ES module named like our own file", async () => {
    const outfile = join(folder, "node", "worker-location.js");
    await bundle({ format: "esm", outfile });
    writeFileSync(join(folder, "node", "package.json"), '{"type":"module"}');
    expect(await linesOf(outfile)).toEqual(inline);
  });

  it("as an ES module that the main script imports", async () => {
    await bundle({ format: "esm", outfile: join(folder, "imported.mjs") });
    const script = join(folder, "main.mjs");
    writeFileSync(script, 'await import("./imported.mjs");\n');
    expect(await linesOf(script)).toEqual(inline);
  });

  it("with judges of its own in the bundle, and this package outside", async () => {
    const outfile = join(folder, "own-judges.mjs");
    await bundle({ entryPoints: [ownJudgesApp], format: "esm", outfile, plugins: [packageOutside] });
    const own = { status: "partial", judge: "own/1" };
    expect(await linesOf(outfile)).toEqual([...inline.slice(0, 2), own, { flushed: true }]);
    expect(await linesOf(ownJudgesApp)).toEqual([...inline.slice(0, 2), own, { flushed: true }]);
  });

  it("as one CommonJS file, which has no URL", async () => {
    const outfile = join(folder, "app.cjs");
    await bundle({ format: "cjs", outfile, logOverride: { "empty-import-meta": "silent" } });
    expect(await linesOf(outfile)).toEqual(inline);
  });
});
