import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileError } from "../file-error.ts";

/** A file to write. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

interface Replacement {
  /** The path that was asked for: what messages name. */
  readonly path: string;
  /** Where it leads, links followed. */
  readonly target: string;
  /** The new text, beside the target. */
  readonly temporary: string;
}

/**
 * Writes all files or none: their texts go to temporary files beside them, which get the names when all are there. Files
 * that have their text already are left alone, and files keep their modes. Rejects with a message for the user.
 */
export async function writeTogether(files: readonly FileText[]): Promise<void> {
  const changed: FileText[] = [];
  for (const file of files) {
    if (!(await hasText(file))) changed.push(file);
  }
  const replacements: Replacement[] = [];
  try {
    for (const { path, text } of changed) {
      await reporting(path, async () => {
        await mkdir(dirname(path), { recursive: true });
        const target = await realpathIfThere(path);
        // Hidden, and with an ending that neither Prometheus's `*.yml` nor Grafana's folders take.
        const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
        replacements.push({ path, target, temporary });
        await writeFile(temporary, text);
        const mode = (await ifThere(stat(target)))?.mode;
        if (mode !== undefined) await chmod(temporary, mode);
      });
    }
    for (const { path, target, temporary } of replacements) await reporting(path, () => rename(temporary, target));
  } catch (error) {
    await Promise.all(replacements.map(({ temporary }) => rm(temporary, { force: true })));
    throw error;
  }
}

async function hasText({ path, text }: FileText): Promise<boolean> {
  return reporting(path, async () => (await ifThere(readFile(path, "utf8"))) === text);
}

async function realpathIfThere(path: string): Promise<string> {
  return (await ifThere(realpath(path))) ?? path;
}

async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}

async function reporting<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw fileError("write", path, error);
  }
}
