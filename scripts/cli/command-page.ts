import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { scoreHelp } from "../../src/cli/score/score-help.ts";
import { root } from "../run-step.ts";

/** One example of the page: a command and what the page shows of its output. */
export interface CommandExample {
  readonly command: string;
  readonly shown: string;
  readonly printed: string;
}

const examplePattern = /^```console\n\$ ([^\n]+)\n((?:(?!```)[^])*)```$/gmu;

/**
 * Runs every command that a page of docs shows, in a folder with the files that the page shows, and says what each
 * printed. The time that a run took is left as the page has it.
 */
export function runExamples(page: string): readonly CommandExample[] {
  const folder = mkdtempSync(join(tmpdir(), "rag-triad-page-"));
  try {
    const program = join(folder, "rag-triad");
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "src/cli/bin.ts")}" "$@"\n`);
    chmodSync(program, 0o755);
    for (const [, name = "", content = ""] of page.matchAll(/^`([\w.-]+)`:\n\n```jsonl?\n([^`]*)```$/gmu)) {
      writeFileSync(join(folder, name), content);
    }
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` };
    return [...page.matchAll(examplePattern)].map(([, command = "", shown = ""]) => {
      const printed = spawnSync(`${command} 2>&1`, { cwd: folder, shell: true, encoding: "utf8", env }).stdout;
      // The help is longer than a page wants to be: the page shows where it is.
      if (command.endsWith("--help")) return { command, shown, printed: printed === scoreHelp ? shown : printed };
      return { command, shown, printed: printed.replaceAll("\r\n", "\n").replace(/in [\d.]+ s$/mu, timeOf(shown)) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The page with what its commands print now. */
export function refreshPage(page: string): string {
  const examples = new Map(runExamples(page).map((example) => [example.command, example.printed]));
  return page.replaceAll(
    examplePattern,
    (_, command: string, shown: string) => `\`\`\`console\n$ ${command}\n${examples.get(command) ?? shown}\`\`\``,
  );
}

function timeOf(shown: string): string {
  return /in [\d.]+ s$/mu.exec(shown)?.[0] ?? "in 0.0 s";
}
