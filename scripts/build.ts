import { spawnSync } from "node:child_process";
import { chmodSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// Builds src into dist. Says nothing when it succeeds: stdout belongs to whoever runs next (`npm run demo -- --json`).
// The old dist stays until the new one is whole, so that a failed build or a process that reads it is not left with half.
const root = dirname(import.meta.dirname);
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const next = join(root, `dist-${process.pid}`);
const old = join(root, `dist-${process.pid}-old`);

const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", next], {
  cwd: root,
  stdio: ["ignore", 2, 2],
});
if (status === 0) {
  chmodSync(join(next, "cli", "bin.js"), 0o755);
  try {
    renameSync(join(root, "dist"), old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  renameSync(next, join(root, "dist"));
}
rmSync(next, { recursive: true, force: true });
rmSync(old, { recursive: true, force: true });
process.exitCode = status ?? 1;
