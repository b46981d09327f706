import { describe, expect, it } from "vitest";
import { refuseSharedPort } from "../../../src/sdk/cluster-port.ts";

const place = { host: "127.0.0.1", path: "/metrics" };

describe("a cluster worker's metrics port", () => {
  it.each([
    ["the default one", { port: 9464, portIsChosen: false }],
    ["the default one, chosen", { port: 9464, portIsChosen: true }],
  ])("%s is refused, with a pointer to OTLP push", (_name, port) => {
    expect(() => refuseSharedPort({ ...place, ...port }, true)).toThrow(
      expect.objectContaining({
        code: "ERR_RAG_TRIAD_CLUSTER_PORT",
        message: expect.stringContaining('metrics: "otlp"'),
      }),
    );
    expect(() => refuseSharedPort({ ...place, ...port }, false)).not.toThrow();
  });
  it.each([9465, 0])("%i, chosen, is its own", (port) => {
    expect(() => refuseSharedPort({ ...place, port, portIsChosen: true }, true)).not.toThrow();
  });
});
