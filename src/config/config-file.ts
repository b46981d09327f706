import { checkAlerting } from "./alerting/check-alerting.ts";
import { checkValue } from "./check-value.ts";
import { parseJson, readJsonFile } from "./json-file.ts";
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
  return checkedConfig(readJsonFile(path, readFile, "configuration"), path);
}

/** Checks the text of a configuration file; `path` is for messages. Throws as {@link loadConfig} does. */
export function parseConfig(text: string, path: string): RagTriadConfig {
  return checkedConfig(parseJson(text, path, "configuration"), path);
}

function checkedConfig(values: unknown, path: string): RagTriadConfig {
  const violation = checkFileValues(values);
  if (violation !== undefined) throw optionError(violation, { kind: "file", file: path });
  const { $schema: _, ...rest } = values as Record<string, unknown>;
  return { path, values: rest as ConfigFileValues };
}

/** The first broken rule of a configuration file's value. */
export function checkFileValues(values: unknown): Violation | undefined {
  if (!isRecord(values)) return broken([], "an object", values);
  const unknown = unknownKey(values, ["$schema", ...fileOptionNames, "alerting"]);
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
  return values["alerting"] === undefined ? undefined : checkAlerting(values["alerting"], ["alerting"]);
}
