import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { scoreHelp } from "../../src/cli/score/score-help.ts";
import { interactionLimits } from "../../src/core/interaction.ts";
import { binPath, temporaryFolder } from "./spawn-cli.ts";

const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");

/** The numbers are the judge's, and it changes; all the rest of what is printed must be as the page has it. */
function withoutScores(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/(?<=[:, ])(?:0\.\d+|0|1)(?=[,} \n]|$)/gmu, "N")
    .replace(/in (?:N|\d+\.\d+) s$/mu, "in T s");
}

it("prints for every command of the page what the page shows", () => {
  const folder = temporaryFolder();
  const program = join(folder, "rag-triad");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${binPath}" "$@"\n`);
  chmodSync(program, 0o755);
  for (const [, name = "", content = ""] of page.matchAll(/^`([\w.]+)`:\n\n```jsonl\n([^`]*)```$/gmu)) {
    writeFileSync(join(folder, name), content);
  }
  const commands = [...page.matchAll(/^```console\n\$ ([^\n]+)\n([^`]*)```$/gmu)];
  expect(commands).toHaveLength(6);
  for (const [, command = "", shown = ""] of commands) {
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` };
    const printed = spawnSync(`${command} 2>&1`, { cwd: folder, shell: true, encoding: "utf8", env }).stdout;
    const expected = command.endsWith("--help") ? scoreHelp : shown;
    expect(withoutScores(printed), command).toBe(withoutScores(expected));
  }
});

it("names the limits that there are", () => {
  for (const limit of Object.values(interactionLimits)) expect(page).toContain(limit.toLocaleString("en"));
});
