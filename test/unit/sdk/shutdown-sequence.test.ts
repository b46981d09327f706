import { describe, expect, it } from "vitest";
import type { RagTriadError } from "../../../src/core/errors.ts";
import type { ShutdownTarget } from "../../../src/sdk/rag-telemetry.ts";
import { runShutdown, type ShutdownSteps } from "../../../src/sdk/shutdown-sequence.ts";

function setUp(overrides: Partial<ShutdownSteps> = {}, targets: ShutdownTarget[] = []) {
  const order: string[] = [];
  const errors: RagTriadError[] = [];
  const steps: ShutdownSteps = {
    takeTargets: () => targets.splice(0),
    flush: async () => order.push("flush"),
    release: async () => order.push("release"),
    shutdownTimeoutMs: 1000,
    finalScrapeGraceMs: 1000,
    flushTimeoutMs: 1000,
    onError: (error) => errors.push(error),
    ...overrides,
  };
  return { order, errors, steps };
}

describe("the order of a shutdown", () => {
  it("is triads, final scrape, flush, port; late triads included", async () => {
    const targets: ShutdownTarget[] = [];
    const { order, errors, steps } = setUp({ nextScrape: async () => void order.push("scrape") }, targets);
    const target = (name: string, then?: () => void): ShutdownTarget => ({
      async shutdown({ timeoutMs }) {
        await Promise.resolve();
        order.push(`${name} ${timeoutMs}`);
        then?.();
      },
    });
    targets.push(
      target("a", () => targets.push(target("late"))),
      target("b"),
    );
    await runShutdown(steps);
    expect(order).toEqual(["a 1000", "b 1000", "late 1000", "scrape", "flush", "release"]);
    expect(errors).toEqual([]);
  });

  it("does not wait for a scrape without a grace", async () => {
    const { order, steps } = setUp({ finalScrapeGraceMs: 0, nextScrape: () => new Promise(() => undefined) });
    await runShutdown(steps);
    expect(order).toEqual(["flush", "release"]);
  });

  it("gives the scrape up when the grace ends", async () => {
    const { order, steps } = setUp({ finalScrapeGraceMs: 5, nextScrape: () => new Promise(() => undefined) });
    await runShutdown(steps);
    expect(order).toEqual(["flush", "release"]);
  });

  it("goes on when a step throws, rejects or hangs, and tells of each", async () => {
    const cause = new Error("collector down");
    const { order, errors, steps } = setUp({ flush: () => new Promise(() => undefined), flushTimeoutMs: 5 }, [
      {
        shutdown() {
          throw cause;
        },
      },
    ]);
    await runShutdown(steps);
    expect(order).toEqual(["release"]);
    expect(errors.map(({ code }) => code)).toEqual(["ERR_RAG_TRIAD_SHUTDOWN", "ERR_RAG_TRIAD_SHUTDOWN"]);
    expect(errors[0]?.cause).toBe(cause);
    expect(errors[1]?.message).toContain("within 5 ms");
  });
});
