import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Artifact, ArtifactContext, ArtifactProducer } from "../../rules/artifacts/artifact.ts";
import { fileError } from "../file-error.ts";
import { artifactProducers } from "./producers.ts";
import { writeTogether } from "./write-together.ts";

/** Every file of a context, of all producers unless some are named. */
export async function generateArtifacts(
  context: ArtifactContext,
  producers: readonly ArtifactProducer[] = artifactProducers,
): Promise<readonly Artifact[]> {
  const produced = await Promise.all(producers.map(async (produce) => produce(context)));
  return produced.flat();
}

/** Writes files under a folder, which is made if it is not there: all of them or none. Rejects with a message for the user. */
export async function writeArtifacts(folder: string, artifacts: readonly Artifact[]): Promise<void> {
  await writeTogether(artifacts.map(({ path, text }) => ({ path: join(folder, path), text })));
}

/** A file that is not what it should be. */
export interface Difference {
  readonly path: string;
  readonly kind: "missing" | "different";
}

/** The files under a folder that are missing or have another text. */
export async function compareArtifacts(folder: string, artifacts: readonly Artifact[]): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const { path, text } of artifacts) {
    const found = await readIfThere(join(folder, path));
    if (found === text) continue;
    differences.push({ path, kind: found === undefined ? "missing" : "different" });
  }
  return differences;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ENOENT") return undefined;
    throw fileError("read", path, error);
  }
}
