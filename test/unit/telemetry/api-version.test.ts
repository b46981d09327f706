import * as api from "@opentelemetry/api";
import { afterEach, expect, test } from "vitest";
import { apiLine, apiMismatch } from "../../../src/telemetry/api-version.ts";
import { createTelemetry } from "../../../src/telemetry/telemetry.ts";

const key = Symbol.for("opentelemetry.js.api.1");
const globals = globalThis as { [key: symbol]: unknown };

afterEach(() => {
  delete globals[key];
});

test("the line is known by what the API has", () => {
  expect(apiLine).toBe("1.10");
});

test("no mismatch while nothing, or our own copy, is registered", () => {
  expect(apiMismatch()).toBeUndefined();
  api.metrics.setGlobalMeterProvider({ getMeter: () => api.createNoopMeter() });
  expect(apiMismatch()).toBe(false);
});

test("an older copy is a mismatch, a newer one that ours can see is none", () => {
  globals[key] = { version: "1.9.1" };
  expect(apiMismatch()).toBe(true);
  globals[key] = { version: "not a version", trace: { getTracer: () => undefined } };
  expect(apiMismatch()).toBe(true);
  globals[key] = { version: "1.11.0", metrics: { getMeter: () => api.createNoopMeter() } };
  expect(apiMismatch()).toBe(false);
});

test("a registered provider that our copy cannot see is a mismatch, and warns once", () => {
  globals[key] = { version: "1.9.1", trace: { getTracer: () => undefined } };
  expect(apiMismatch()).toBe(true);
  const codes: string[] = [];
  const telemetry = createTelemetry({
    pipeline: "support",
    judges: [],
    overrides: [],
    warn: (code) => void codes.push(code),
  });
  for (let index = 0; index < 3; index++) telemetry.observe({ type: "warning", code: "reader_failed", message: "" });
  telemetry.close();
  expect(codes).toEqual(["api_version_mismatch"]);
});
