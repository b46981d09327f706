import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

/** The repository's root. */
export const root: string = resolve(import.meta.dirname, "../..");

/** What a command printed and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project of its own with the packed package in it. */
export interface ConsumerProject {
  readonly folder: string;
  /** The paths in the tarball, sorted, without `package/`. */
  readonly files: readonly string[];
  run(command: string, ...args: readonly string[]): Ended;
  remove(): void;
}

/** Packs the built package and installs the tarball, with the API peer alone, into a new project. */
export function createConsumerProject(apiVersion: string): ConsumerProject {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-package-"));
  const [packed] = JSON.parse(npm(root, "pack", "--json", "--ignore-scripts", "--pack-destination", folder)) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ];
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  npm(
    project,
    "install",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    join(folder, packed.filename),
    `@opentelemetry/api@${apiVersion}`,
  );
  return {
    folder: project,
    files: packed.files.map(({ path }) => path).sort(),
    run(command, ...args) {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: "utf8", timeout: 60_000 });
      return { status, stdout, stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The names of the packages installed in a project, scoped ones with their scope. */
export function installedPackages(project: string): string[] {
  const modules = join(project, "node_modules");
  const visible = readdirSync(modules).filter((name) => !name.startsWith("."));
  return visible
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    )
    .sort();
}

/** The bytes of all files below a folder. */
export function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** The Node of the given major version on the PATH, not counting the one in node_modules; `undefined` when there is none. */
export function findNode(major: number): string | undefined {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "node")).find((node) => versionOf(node).startsWith(`v${major}.`));
}

function versionOf(node: string): string {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
