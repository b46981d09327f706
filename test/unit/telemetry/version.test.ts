import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageVersion, scopeName } from "../../../src/telemetry/version.ts";

test("the version and the scope are those of package.json", () => {
  const { name, version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    name: string;
    version: string;
  };
  expect({ name: scopeName, version: packageVersion }).toEqual({ name, version });
});
