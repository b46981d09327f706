import type { Machine } from "./machine.ts";
import { programs, type Program } from "./programs.ts";

/**
 * Installs what the end-to-end tests need, where that is possible: as root, with apt-get. Starts no service.
 * Returns what is still missing.
 */
export function prepareEndToEnd(machine: Machine): readonly Program[] {
  const missing = missingPrograms(machine);
  if (missing.length === 0 || !machine.isRoot || !machine.has("apt-get")) return missing;
  machine.say(`Installing for the end-to-end tests: ${missing.map(({ name }) => name).join(", ")}`);
  // A new machine has no package lists, and an old one outdated lists: the update is for both.
  machine.withoutServices(() => {
    if (install(machine, missing) || !machine.aptGet(["update", "--quiet"]) || install(machine, missing)) return;
    // One package that this distribution does not have is no reason to go without the others.
    if (missing.length > 1) for (const program of missing) install(machine, [program]);
  });
  return missingPrograms(machine);
}

function install(machine: Machine, wanted: readonly Program[]): boolean {
  const flags = ["--quiet", "--yes", "--no-install-recommends"];
  return machine.aptGet(["install", ...flags, ...wanted.map(({ debianPackage }) => debianPackage)]);
}

function missingPrograms(machine: Machine): readonly Program[] {
  return programs.filter(({ commands }) => !commands.every((command) => machine.has(command)));
}
