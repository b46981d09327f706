import { describe, expect, it } from "vitest";
import { readOptions, usage, UsageError } from "../../../examples/demo/options.ts";

describe("readOptions", () => {
  it("has defaults", () => {
    expect(readOptions([])).toEqual({
      help: false,
      json: false,
      serve: false,
      page: false,
      corrupt: 0.2,
      seed: "demo",
      concurrency: 8,
      partDelayMs: 2,
      latencyPairs: 1000,
      port: 0,
      metricsPort: 0,
    });
  });

  it("corrupts no recorded answers unless told so", () => {
    expect(readOptions(["--interactions", "f"])).toMatchObject({ interactions: "f", corrupt: 0 });
    expect(readOptions(["--interactions", "f", "--corrupt", "0.3"])).toMatchObject({ corrupt: 0.3 });
  });

  it.each([
    ["--corrupt=1.1"],
    ["--corrupt=-1"],
    ["--corrupt=NaN"],
    ["--corrupt="],
    ["--corrupt=1e-1"],
    ["--concurrency=0"],
    ["--port=1.5"],
    ["--latency-pairs=x"],
    ["--no-such"],
    ["--json=yes"],
    ["file"],
  ])("refuses %s", (argument) => {
    expect(() => readOptions([argument])).toThrow(UsageError);
  });

  it("shows the way to the page alone, or as JSON", () => {
    expect(readOptions(["--page", "--json"])).toMatchObject({ page: true, json: true });
    expect(() => readOptions(["--page", "--serve", "--corrupt", "0.3"])).toThrow(
      "--page goes with --json alone, and not with --serve, --corrupt.",
    );
  });

  it("every option is in the help", () => {
    for (const name of [
      "corrupt",
      "seed",
      "interactions",
      "serve",
      "page",
      "json",
      "concurrency",
      "part-delay-ms",
      "latency-pairs",
      "port",
      "metrics-port",
    ]) {
      expect(usage).toContain(`--${name} `);
    }
  });
});
