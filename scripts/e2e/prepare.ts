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
  const install = [
    "install",
    "--quiet",
    "--yes",
    "--no-install-recommends",
    ...missing.map((program) => program.debianPackage),
  ];
  // A new machine has no package lists, and an old one outdated lists: the update is for both.
  machine.withoutServices(() => {
    if (!machine.aptGet(install) && machine.aptGet(["update", "--quiet"])) machine.aptGet(install);
  });
  return missingPrograms(machine);
}

function missingPrograms(machine: Machine): readonly Program[] {
  return programs.filter(({ commands }) => !commands.every((command) => machine.has(command)));
}
