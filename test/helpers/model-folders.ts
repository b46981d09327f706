import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeModel, type ModelFiles } from "../../scripts/models/make-tiny-models.ts";

/** Folders of models for tests, outside the repository. */
export interface ModelFolders {
  /** Writes the files into a folder of this name and gives its path; a file that is changed to `undefined` is left out. */
  write(name: string, files: ModelFiles, changes?: Readonly<Record<string, string | Uint8Array | undefined>>): string;
  remove(): void;
}

/** Makes a place for folders of models. */
export function createModelFolders(): ModelFolders {
  const root = mkdtempSync(join(tmpdir(), "rag-triad-models-"));
  return {
    write(name, files, changes = {}) {
      const entries = Object.entries({ ...files, ...changes });
      const kept = entries.flatMap(([file, content]) => (content === undefined ? [] : [[file, content] as const]));
      return writeModel(join(root, name), Object.fromEntries(kept));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
