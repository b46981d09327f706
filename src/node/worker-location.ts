import { existsSync } from "node:fs";

/**
 * The URL of the worker's program beside this file, or `undefined` where there is none. In a bundle this file has
 * no name of its own: its URL is the bundle's, or missing. Then nothing may be started from it, since that would run
 * the user's application a second time.
 */
export function locateWorkerEntry(ownUrl: string | undefined = import.meta.url): URL | undefined {
  const suffix = /^file:.*\/node\/worker-location\.([jt]s)$/.exec(ownUrl ?? "")?.[1];
  if (suffix === undefined) return undefined;
  try {
    const entry = new URL(`./worker-entry.${suffix}`, ownUrl);
    return existsSync(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}
