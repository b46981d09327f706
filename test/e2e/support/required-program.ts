import { findCommand, howToGet, programs } from "../../../scripts/e2e/programs.ts";

/**
 * The path of a real program, or `undefined` when it is not installed, so that its tests are skipped with a word on
 * stderr. With RAG_TRIAD_REQUIRE_E2E=1 a missing program is an error instead.
 */
export function requiredProgram(command: string): string | undefined {
  const path = findCommand(command);
  if (path !== undefined) return path;
  const program = programs.find(({ commands }) => commands.includes(command));
  skipLoudly(
    `${command} is not installed: its end-to-end tests cannot run.${program === undefined ? "" : ` ${howToGet(program)}`}`,
  );
  return undefined;
}

/** Says on stderr what is skipped and how it would not be. With RAG_TRIAD_REQUIRE_E2E=1 it is an error instead. */
export function skipLoudly(problem: string): void {
  if (process.env["RAG_TRIAD_REQUIRE_E2E"] === "1") throw new Error(problem);
  process.stderr.write(`\nSKIPPED: ${problem}\n`);
}
