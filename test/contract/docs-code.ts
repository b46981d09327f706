import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

/** A page of the documentation. */
export interface Page {
  /** Its path from the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/**
 * Compiles the TypeScript blocks of pages, each as a module of its own, against the source, beside what
 * `test/fixtures/docs-code/surroundings.d.ts` says a reader has around them. The complaints, each with page and line.
 */
export function compileDocsCode(pages: readonly Page[]): readonly string[] {
  const cache = join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  // Inside the repository, so that packages are found as they are by a reader who installed them.
  const folder = mkdtempSync(join(cache, "docs-code-"));
  try {
    const names = new Map<string, string>();
    for (const page of pages) {
      for (const { line, code } of blocksOf(page.text)) {
        const name = `block-${names.size}.ts`;
        names.set(name, page.file);
        // As many lines before it as on the page, so that a complaint has the line of the page.
        writeFileSync(join(folder, name), `${"\n".repeat(line)}${code}\nexport {};\n`);
      }
    }
    return compile(folder, [...names.keys()]).map((complaint) =>
      complaint.replace(/^.*?(block-\d+\.ts)\((\d+),\d+\)/, (_, name: string, line) => `${names.get(name)}:${line}`),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The blocks marked `ts`, each with the number of lines before its code. */
export function blocksOf(page: string): readonly { readonly line: number; readonly code: string }[] {
  return [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(({ index, 1: code = "" }) => ({
    line: page.slice(0, index).split("\n").length,
    code,
  }));
}

function compile(folder: string, blocks: readonly string[]): readonly string[] {
  const up = relative(folder, root);
  const source = (path: string): readonly string[] => [join(up, "src", path)];
  const config = {
    extends: join(up, "tsconfig.json"),
    compilerOptions: {
      noUnusedLocals: false,
      noUnusedParameters: false,
      paths: {
        "rag-triad": source("index.ts"),
        ...Object.fromEntries(
          ["nli", "openai", "sdk", "testing"].map((name) => [`rag-triad/${name}`, source(`${name}/index.ts`)]),
        ),
      },
    },
    include: [],
    files: [join(up, "test/fixtures/docs-code/surroundings.d.ts"), ...blocks],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], {
    cwd: root,
    encoding: "utf8",
  });
  const complaints = stdout.split("\n").filter((line) => /\berror TS\d+:/.test(line));
  if (status !== 0 && complaints.length === 0) throw new Error(`The compiler failed: ${stdout}${stderr}`);
  return complaints;
}
