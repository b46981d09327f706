import { pathToFileURL } from "node:url";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findSdkPackages } from "../../../src/sdk/sdk-packages.ts";

const folder = mkdtempSync(join(tmpdir(), "rag-triad-peers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function install(name: string, source: string): void {
  const target = join(folder, "node_modules", name);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "package.json"), JSON.stringify({ name, main: "index.cjs" }));
  writeFileSync(join(target, "index.cjs"), source);
}

describe("the optional peer", () => {
  const from = pathToFileURL(join(folder, "app.mjs")).href;

  it("is named with the install line when it is absent", () => {
    expect(() => findSdkPackages(from)).toThrow(
      expect.objectContaining({
        code: "ERR_RAG_TRIAD_PEER_MISSING",
        message: expect.stringMatching(/@opentelemetry\/sdk-node, .*npm install @opentelemetry\/sdk-node$/),
      }),
    );
  });

  it("is named too when it is there but too old to bring what is needed", () => {
    install("@opentelemetry/sdk-node", "exports.NodeSDK = class {}");
    const packages = findSdkPackages(from);
    expect(packages.classOf("@opentelemetry/sdk-node", "NodeSDK")).toBeTypeOf("function");
    for (const absent of ["@opentelemetry/exporter-prometheus", "@opentelemetry/sdk-node"]) {
      expect(() => packages.classOf(absent, "PrometheusExporter")).toThrow(
        expect.objectContaining({ code: "ERR_RAG_TRIAD_PEER_MISSING", message: expect.stringContaining(absent) }),
      );
    }
  });
});
