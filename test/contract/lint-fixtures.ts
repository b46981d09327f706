import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The repository's root. */
export const root: string = resolve(import.meta.dirname, "../..");

interface Diagnostic {
  readonly code?: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** What the linter reports in a folder, as sorted `file:line rule`. */
export function lint(folder: string): string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules/oxlint/bin/oxlint"), "-c", "lint.config.ts", "--format", "json"],
    {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (!stdout.startsWith("{")) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  return unique(
    diagnostics.map(({ code = "", filename, labels }) => {
      const line = labels[0]?.span.line ?? 1;
      return `${filename}:${fileRules.has(ruleName(code)) ? 1 : line} ${ruleName(code)}`;
    }),
  );
}

/** What the comments in a folder's files say must be reported: `refused: <rules>`, `refused next: …`, `refused at the file: …`. */
export function expectations(folder: string): string[] {
  const expected: string[] = [];
  for (const file of globSync("**/*.ts", { cwd: folder })) {
    for (const [index, line] of readFileSync(join(folder, file), "utf8").split("\n").entries()) {
      const match = / refused( next| at the file)?: ([a-z -]+)$/.exec(line);
      if (match === null) continue;
      const place = match[1] === " at the file" ? 1 : match[1] === " next" ? index + 2 : index + 1;
      expected.push(...(match[2] ?? "").split(" ").map((rule) => `${file}:${place} ${rule}`));
    }
  }
  return unique(expected);
}

/** Rules that judge a file as a whole. */
const fileRules: ReadonlySet<string> = new Set(["max-lines", "filename-case"]);

function ruleName(code: string): string {
  return /\(([^)]+)\)/.exec(code)?.[1] ?? code;
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)].sort();
}
