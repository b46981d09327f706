import { findCommand, howToGet, programs, type Program } from "../../../scripts/e2e/programs.ts";

/** Paths of what turns scores into pages. */
export interface AlertingPrograms {
  readonly prometheus: string;
  readonly alertmanager: string;
}

/** Finds Prometheus and Alertmanager (Debian's name, or that of the official download), else what is missing. */
export function findAlertingPrograms(
  find: (command: string) => string | undefined = findCommand,
): AlertingPrograms | { readonly missing: readonly Program[] } {
  const prometheus = find("prometheus");
  const alertmanager = find("alertmanager") ?? find("prometheus-alertmanager");
  if (prometheus !== undefined && alertmanager !== undefined) return { prometheus, alertmanager };
  const isMissing = ({ name }: Program): boolean =>
    (name === "Prometheus" && prometheus === undefined) || (name === "Alertmanager" && alertmanager === undefined);
  return { missing: programs.filter(isMissing) };
}

/** What to tell somebody who lacks them. */
export function missingPrograms(missing: readonly Program[]): string {
  return [
    "--page needs programs that are not on this machine:",
    ...missing.map((program) => `  ${howToGet(program)}`),
    "The official downloads do too: https://prometheus.io/download/. Neither has to run as a service: the demo starts its own.",
  ].join("\n");
}
