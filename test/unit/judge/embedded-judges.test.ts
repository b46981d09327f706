import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { triadMetrics } from "../../../src/core/metric.ts";
import { embeddedJudges } from "../../../src/judge/embedded/embedded-judges.ts";
import { embeddedThresholds, relevantChunkThreshold } from "../../../src/judge/embedded/thresholds.ts";
import { interactionOf, judge } from "./judge-embedded.ts";

const sentence = "The refund window is 30 days from the date of purchase, unless the order exceeds 50 euros. ";

describe("the set of embedded judges", () => {
  it("has one judge a metric, of one name and version, with thresholds of its own", () => {
    const judges = embeddedJudges();
    expect(Object.keys(judges)).toEqual([...triadMetrics]);
    for (const metric of triadMetrics) {
      expect(judges[metric]).toMatchObject({
        metric,
        name: "embedded",
        version: "1",
        thresholds: embeddedThresholds[metric],
      });
    }
  });

  it("can be made again elsewhere from plain JSON", async () => {
    const options = { thresholds: { groundedness: { warning: 0.5, page: 0.4 } } };
    const worker = embeddedJudges(options).groundedness?.worker;
    expect(worker).toEqual({
      module: expect.stringMatching(/^file:.*embedded-judges\.ts$/),
      factory: "embeddedJudges",
      options,
    });
    const module = (await import(worker?.module ?? "")) as Record<string, typeof embeddedJudges>;
    const again = module[worker?.factory ?? ""]?.(JSON.parse(JSON.stringify(worker?.options)));
    expect(again?.groundedness?.thresholds).toEqual({ warning: 0.5, page: 0.4 });
    expect(again?.context_relevance?.thresholds).toEqual(embeddedThresholds.context_relevance);
  });

  it("has thresholds in order", () => {
    for (const { warning, page } of Object.values(embeddedThresholds)) {
      expect(page).toBeGreaterThan(0);
      expect(warning).toBeGreaterThan(page);
      expect(warning).toBeLessThan(1);
    }
  });

  it.each(triadMetrics)("has the thresholds that the documentation states: %s", (metric) => {
    const page = readFileSync(new URL("../../../docs/embedded-judge.md", import.meta.url), "utf8");
    const { warning, page: paging } = embeddedThresholds[metric];
    expect(page).toContain(`| ${metric.replace("_", " ")} | ${warning.toFixed(2)} | ${paging.toFixed(2)} |`);
    expect(page).toContain(`relevant from ${relevantChunkThreshold}`);
  });

  it("names the judge in its results", async () => {
    expect((await judge("groundedness", interactionOf("Q", ["a"], "Paris"))).judge).toBe("embedded/1");
  });
});

describe("the texts of an interaction", () => {
  it("are read once for all three judges", async () => {
    let reads = 0;
    const chunk = {
      id: "c",
      get text() {
        reads++;
        return sentence;
      },
    };
    const interaction = { ...interactionOf("What is the refund window?", [], sentence), chunks: [chunk] };
    const shared = new Map<symbol, unknown>();
    await judge("context_relevance", interaction, { shared });
    const once = reads;
    expect(once).toBeGreaterThan(0);
    await judge("answer_relevance", interaction, { shared });
    expect(reads).toBe(once);
    expect(shared.size).toBe(1);
  });

  it("give the same scores shared and alone, and in any order of the judges", async () => {
    const interaction = interactionOf("What is the refund window?", [sentence], "It is 30 days. Shipping is free.");
    const shared = new Map<symbol, unknown>();
    const together = [];
    for (const metric of triadMetrics.toReversed()) together.push(await judge(metric, interaction, { shared }));
    const alone = [];
    for (const metric of triadMetrics.toReversed()) alone.push(await judge(metric, interaction));
    expect(together).toEqual(alone);
  });
});

describe("a judge at work", () => {
  const long = interactionOf(
    "What is the refund window?",
    [sentence.repeat(2_000), sentence.repeat(1_000)],
    sentence.repeat(200),
  );

  it.each(triadMetrics)("stops when the signal is aborted: %s", async (metric) => {
    const reason = new Error("late");
    await expect(judge(metric, long, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("stops in the middle of the work", async () => {
    const controller = new AbortController();
    let pauses = 0;
    const pause = () => {
      pauses++;
      if (pauses === 50) controller.abort(new Error("late"));
      return undefined;
    };
    await expect(judge("groundedness", long, { signal: controller.signal, pause })).rejects.toThrow("late");
    expect(pauses).toBe(50);
  });

  it("awaits its pauses, many of them, and comes to the same result", async () => {
    let open = 0;
    let pauses = 0;
    const pause = () => {
      expect(open).toBe(0);
      open++;
      pauses++;
      return Promise.resolve().then(() => {
        open--;
      });
    };
    const paused = await judge("groundedness", long, { pause });
    expect(pauses).toBeGreaterThan(3_000);
    expect(paused).toEqual(await judge("groundedness", long));
  });

  it("pauses between chunks that have nothing in them", async () => {
    let pauses = 0;
    const pause = () => {
      pauses++;
      return undefined;
    };
    const blank = interactionOf(
      "Q",
      Array.from({ length: 20 }, (_, index) => "\n".repeat(1_000 + index)),
      "Paris",
    );
    await judge("context_relevance", blank, { pause });
    expect(pauses).toBeGreaterThanOrEqual(20);
  });

  it("keeps nothing of one interaction for the next", async () => {
    const interaction = interactionOf("refund", [sentence], "Paris is far away.");
    const before = await judge("groundedness", interaction);
    await judge("groundedness", interactionOf("Paris", ["Paris is far away."], "Paris is far away."));
    expect(await judge("groundedness", interaction)).toEqual(before);
  });
});
