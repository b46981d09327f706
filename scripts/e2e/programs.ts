import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A real program that the end-to-end tests run. */
export interface Program {
  /** What a test asks for. */
  readonly name: string;
  /** Commands that must be on the PATH. */
  readonly commands: readonly string[];
  /** The Debian package that brings them. */
  readonly debianPackage: string;
}

/** The programs the end-to-end tests need. */
export const programs: readonly Program[] = [
  { name: "Prometheus", commands: ["prometheus", "promtool"], debianPackage: "prometheus" },
];

/** Where a command is, or `undefined` when it is not installed. */
export function findCommand(command: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
}

/** The programs that are not installed. */
export function missingPrograms(): readonly Program[] {
  return programs.filter(({ commands }) => commands.some((command) => findCommand(command) === undefined));
}
