import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A real program that the end-to-end tests run. */
export interface Program {
  readonly name: string;
  /** Commands that must be on the PATH. */
  readonly commands: readonly string[];
  /** The Debian package that brings them. */
  readonly debianPackage: string;
}

/** The programs the end-to-end tests need. */
export const programs: readonly Program[] = [
  { name: "Prometheus", commands: ["prometheus", "promtool"], debianPackage: "prometheus" },
  {
    name: "Alertmanager",
    commands: ["prometheus-alertmanager", "amtool"],
    debianPackage: "prometheus-alertmanager",
  },
  { name: "VictoriaMetrics", commands: ["victoria-metrics"], debianPackage: "victoria-metrics" },
  { name: "Chromium", commands: ["chromium"], debianPackage: "chromium" },
];

/** How somebody gets a program that could not be installed. */
export function howToGet({ name, commands, debianPackage }: Program): string {
  return `${name} (${commands.join(", ")}): apt-get install ${debianPackage} as root, or put the commands on the PATH`;
}

/** Where a command is, or `undefined` when it is not installed. */
export function findCommand(command: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
}
