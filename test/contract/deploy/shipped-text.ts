import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../lint-fixtures.ts";

/** The text of a file of the repository. */
export function shippedText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The content of a YAML text. Merge keys (`<<`) are understood, as Docker Compose does. */
export function yamlOf<T>(text: string): T {
  return parse(text, { merge: true }) as T;
}
