import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runApp } from "../../helpers/run-app.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("the workers of a real cluster", () => {
  it.each([
    ["the default port", "default", ["ERR_RAG_TRIAD_CLUSTER_PORT", "ERR_RAG_TRIAD_CLUSTER_PORT"]],
    ["a port of their own", "free", ["listening", "listening"]],
    ["one port for all, which only the first gets", "shared", ["listening", "ERR_RAG_TRIAD_CLUSTER_PORT"]],
    ["OTLP push", "push", ["ready", "ready"]],
  ])("with %s", async (_name, choice, outcomes) => {
    const app = runApp(join(import.meta.dirname, "cluster-app.ts"), {
      CHOICE: choice,
      SHARED_PORT: String(await freePort()),
    });
    await app.ended;
    expect(app.stderr()).toBe("");
    expect(app.lines).toEqual(outcomes);
  });
});
