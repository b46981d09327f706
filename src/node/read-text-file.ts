import { readFileSync } from "node:fs";

/** The whole text of a UTF-8 file, read at once. Throws what `node:fs` throws. */
export function readTextFile(path: string): string {
  return readFileSync(path, "utf8");
}
