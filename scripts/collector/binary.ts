import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The Go module that the Collector is built from. */
export const sourceFolder: string = join(import.meta.dirname, "source");

/** The files of the module. */
export const sourceFiles = ["go.mod", "main.go"] as const;

/**
 * Where the built Collector is, or will be: in the user's cache, outside the repository, in a folder named by a hash of
 * the module's files and the kind of machine. RAG_TRIAD_CACHE_DIR is another place for it.
 */
export function collectorBinary(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  folder: string = sourceFolder,
): string {
  const hash = createHash("sha256").update(`${process.platform}/${process.arch}`);
  for (const file of sourceFiles) hash.update("\0").update(readFileSync(join(folder, file)));
  return join(cacheFolder(environment), `otelcol-${hash.digest("hex").slice(0, 16)}`, "otelcol");
}

function cacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { RAG_TRIAD_CACHE_DIR: own, XDG_CACHE_HOME: users } = environment;
  if (own !== undefined && own !== "") return own;
  return join(users === undefined || users === "" ? join(homedir(), ".cache") : users, "rag-triad");
}
