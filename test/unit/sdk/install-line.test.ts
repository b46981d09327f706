import { expect, it } from "vitest";
import { sdkInstallLine } from "../../../src/sdk/install-line.ts";

const sdk2 = "@opentelemetry/sdk-node@0.223";

it.each([
  [true, "24.21.0", "@opentelemetry/sdk-node"],
  [true, "22.15.0", "@opentelemetry/sdk-node"],
  [true, "22.14.0", `@opentelemetry/api@1.9 ${sdk2}`],
  [true, "20.20.2", `@opentelemetry/api@1.9 ${sdk2}`],
  [false, "20.6.0", sdk2],
  [false, "24.21.0", sdk2],
])("the API has logs: %s, Node %s: npm install %s", (apiHasLogs, nodeVersion, line) => {
  expect(sdkInstallLine(apiHasLogs, nodeVersion)).toBe(line);
});
