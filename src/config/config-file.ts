import { RagTriadError, errorTypeOf } from "../core/errors.ts";
import { checkValue } from "./check-value.ts";
import { findJsonSyntaxError } from "./json-syntax.ts";
import { optionError } from "../core/option-error.ts";
import { fileOptionNames, optionSpecs } from "./option-specs.ts";
import type { ConfigFileValues, RagTriadConfig } from "./options.ts";
import { broken, isRecord, unknownKey, type Violation } from "../core/violation.ts";

/**
 * Reads and checks a configuration file.
 * @throws RagTriadError `ERR_RAG_TRIAD_CONFIG_FILE` when it cannot be read or is not JSON (with line and column),
 * `ERR_RAG_TRIAD_OPTION` when a value breaks its rule (with its JSON path).
 */
export function loadConfig(path: string, readFile: (path: string) => string): RagTriadConfig {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    throw new RagTriadError(
      "ERR_RAG_TRIAD_CONFIG_FILE",
      `Cannot read the configuration file ${path}: ${errorTypeOf(error)}`,
      {
        cause: error,
      },
    );
  }
  return parseConfig(text, path);
}

/** Checks the text of a configuration file; `path` is for messages. Throws as {@link loadConfig} does. */
export function parseConfig(text: string, path: string): RagTriadConfig {
  const values = parseJson(text.replace(/^\uFEFF/, ""), path);
  const violation = checkFileValues(values);
  if (violation !== undefined) throw optionError(violation, { kind: "file", file: path });
  const { $schema: _, ...rest } = values as Record<string, unknown>;
  return { path, values: rest as ConfigFileValues };
}

/** The first broken rule of a configuration file's value. */
export function checkFileValues(values: unknown): Violation | undefined {
  if (!isRecord(values)) return broken([], "an object", values);
  const unknown = unknownKey(values, ["$schema", ...fileOptionNames]);
  if (unknown !== undefined) return unknown;
  if (values["$schema"] !== undefined && typeof values["$schema"] !== "string") {
    return broken(["$schema"], "a string", values["$schema"]);
  }
  for (const name of fileOptionNames) {
    if (values[name] === undefined) continue;
    const { rule } = optionSpecs[name];
    const violation = checkValue(rule.kind === "label or function" ? { kind: "label" } : rule, values[name], [name]);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = findJsonSyntaxError(text);
    const place = position === undefined ? "" : ` at line ${position.line}, column ${position.column}`;
    throw new RagTriadError("ERR_RAG_TRIAD_CONFIG_FILE", `The configuration file ${path} is not valid JSON${place}`, {
      cause: error,
    });
  }
}
