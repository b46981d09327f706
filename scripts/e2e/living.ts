import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What of a program is needed to end it. */
export interface Endable {
  readonly exited: Promise<unknown>;
  stop(): Promise<unknown>;
}

const programs = new Set<Endable>();
const folders = new Set<string>();
let isEnding = false;

/** Throws when everything is being ended: nothing is to be started any more. */
export function checkStarting(): void {
  if (isEnding) throw new Error("everything is being ended");
}

/** Notes a program that was started, until it has ended. */
export function noteStarted(program: Endable): void {
  programs.add(program);
  const forget = (): void => void programs.delete(program);
  program.exited.then(forget, forget);
}

/** A new folder for temporary files. */
export async function makeFolder(prefix: string): Promise<string> {
  checkStarting();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  folders.add(folder);
  if (isEnding) await removeFolder(folder);
  checkStarting();
  return folder;
}

/** Removes a folder with all that is in it. */
export async function removeFolder(folder: string): Promise<void> {
  // What wrote into it may be about to die.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  folders.delete(folder);
}

/** Ends every program that this process has started, removes every folder, and refuses to start anything from now on. */
export async function endEverything(): Promise<void> {
  isEnding = true;
  await Promise.allSettled([...programs].map((program) => program.stop()));
  await Promise.all([...folders].map(removeFolder));
}
