import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { composeMounts } from "./compose-command.ts";

/**
 * Copies what a service of compose.yaml mounts to where its container has it, below `folder`. Returns where that is on
 * this machine.
 */
export async function layOut(service: string, folder: string): Promise<(containerPath: string) => string> {
  for (const [target, source] of composeMounts(service)) {
    await mkdir(join(folder, dirname(target)), { recursive: true });
    await cp(source, join(folder, target), { recursive: true });
  }
  return (containerPath) => join(folder, containerPath);
}
