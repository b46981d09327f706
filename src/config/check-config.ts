import { broken, isRecord, type ValuePath, type Violation } from "../core/violation.ts";

/** What `readConfig` returned. Its values were checked when it was read. */
export function checkConfig(value: unknown, path: ValuePath): Violation | undefined {
  const isConfig = isRecord(value) && typeof value["path"] === "string" && isRecord(value["values"]);
  return isConfig ? undefined : broken(path, "what `readConfig(path)` returned", value);
}
