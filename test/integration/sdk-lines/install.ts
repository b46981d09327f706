import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

const here = import.meta.dirname;
const root = dirname(dirname(dirname(here)));

/** What a finished program printed. */
export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; one that does not end within two minutes is killed, and its status is null. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 120_000,
      killSignal: "SIGKILL",
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** A new folder outside the repository, so that nothing is found in its node_modules. */
export function createTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "rag-triad-lines-"));
}

/** Packs the package as it would be published; builds first when what is built is older than its source. */
export async function pack(folder: string): Promise<string> {
  if (newestChange(join(root, "src")) > newestChange(join(root, "dist"))) {
    await succeed(process.execPath, ["scripts/build.ts"], root);
  }
  const { stdout } = await succeed("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root);
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  const tarball = join(folder, "rag-triad.tgz");
  renameSync(join(folder, packed?.filename ?? ""), tarball);
  return tarball;
}

/** Copies an app (or makes an empty one) into the folder and installs it with the tarball. */
export async function installApp(
  folder: string,
  name: string,
  tarball: string,
  packageFile: object | undefined,
): Promise<string> {
  const app = join(folder, name);
  cpSync(join(here, "source"), app, { recursive: true });
  if (packageFile === undefined) cpSync(join(here, name, "package.json"), join(app, "package.json"));
  else writeFileSync(join(app, "package.json"), JSON.stringify(packageFile));
  cpSync(tarball, join(app, "rag-triad.tgz"));
  await succeed("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"], app);
  return app;
}

/** The packages in a node_modules folder, nested ones too, as `name@version`, and what their files take. */
export function measureInstall(folder: string): { readonly packages: readonly string[]; readonly bytes: number } {
  const packages: string[] = [];
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    bytes += statSync(file).size;
    if (!/node_modules[\\/](@[^\\/]+[\\/])?[^\\/@.]+[\\/]package\.json$/.test(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name: string; version: string };
    packages.push(`${name}@${version}`);
  }
  return { packages: packages.sort(), bytes };
}

/** The Node of a major version: the one on PATH, else installed from npm into the folder. */
export async function findNode(major: number, folder: string): Promise<string> {
  for (const place of [dirname(process.execPath), ...(process.env["PATH"] ?? "").split(delimiter)]) {
    const program = join(place, process.platform === "win32" ? "node.exe" : "node");
    if (!existsSync(program)) continue;
    const { stdout } = await run(program, ["--version"], { cwd: folder });
    if (stdout.startsWith(`v${major}.`)) return program;
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
  await succeed(
    "npm",
    ["install", `node@${major}`, "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"],
    folder,
  );
  return join(folder, "node_modules", ".bin", "node");
}

/** When the last file below a folder was written; 0 without one. */
function newestChange(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}

async function succeed(program: string, args: readonly string[], cwd: string): Promise<Finished> {
  const finished = await run(program, args, { cwd });
  if (finished.status === 0) return finished;
  throw new Error(`${program} ${args.join(" ")} ended with ${finished.status}\n${finished.stdout}\n${finished.stderr}`);
}
