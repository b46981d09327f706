import { describe, expect, it } from "vitest";
import { createSpanEnder, portionSize } from "../../../src/instrument/span-ender.ts";

describe("the span ender", () => {
  it("ends at once, until it ends in portions with a flush after each full one", async () => {
    const log: string[] = [];
    const ender = createSpanEnder(async () => (log.push("flush"), true));
    ender.end(() => void log.push("at once"));
    expect(log).toEqual(["at once"]);
    ender.endInPortions();
    for (let index = 0; index < portionSize * 2 + 1; index++) ender.end(() => void log.push("span"));
    await ender.settled();
    const flushes = log.flatMap((entry, index) => (entry === "flush" ? [index] : []));
    expect(flushes).toEqual([portionSize + 1, portionSize * 2 + 2]);
    expect(log.filter((entry) => entry === "span")).toHaveLength(portionSize * 2 + 1);
  });

  it("waits for an exporter that hangs once, not once a portion", async () => {
    let flushes = 0;
    const ender = createSpanEnder(async () => (flushes++, false));
    ender.endInPortions();
    let ended = 0;
    for (let index = 0; index < portionSize * 4; index++) ender.end(() => void ended++);
    await ender.settled();
    expect([ended, flushes]).toEqual([portionSize * 4, 1]);
  });
});
