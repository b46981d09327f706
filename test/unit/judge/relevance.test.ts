import { describe, expect, it } from "vitest";
import { interactionOf, judge, scoreOf } from "./judge-embedded.ts";

const refunds = "The refund window is 30 days from the date of purchase. Refunds are paid to the original card.";
const glaciers = "Glaciers carved deep fjords along the northern coast of Iceland.";
const query = "How long is the refund window after a purchase?";

describe("context relevance", () => {
  it("tells a relevant chunk from one about something else", async () => {
    const result = await judge("context_relevance", interactionOf(query, [refunds, glaciers], null));
    const [relevant, other] = result.detail?.chunks ?? [];
    expect(relevant?.score).toBeGreaterThan(0.5);
    expect(other?.score).toBeLessThan(0.15);
    expect(result.detail?.relevantChunkRatio).toBe(0.5);
    expect(scoreOf(result)).toBeCloseTo(((relevant?.score ?? 0) + (other?.score ?? 0)) / 2, 4);
  });

  it("works in Chinese", async () => {
    const chunks = ["退款期限为购买之日起30天。", "冰川雕刻出冰岛北部的峡湾。"];
    const result = await judge("context_relevance", interactionOf("退款期限是多久？", chunks, null));
    expect(result.detail?.chunks?.[0]?.score).toBeGreaterThan(0.5);
    expect(result.detail?.chunks?.[1]?.score).toBeLessThan(0.15);
  });

  it("drops question words, unless the query has nothing else", async () => {
    const asked = scoreOf(
      await judge(
        "context_relevance",
        interactionOf("What is the refund window?", ["What is what? How is the what?"], null),
      ),
    );
    expect(asked).toBeLessThan(0.2);
    expect(scoreOf(await judge("context_relevance", interactionOf("how why", ["how why"], null)))).toBeGreaterThan(0);
  });

  it("does not look at the answer and is 0 for empty chunks", async () => {
    const without = scoreOf(await judge("context_relevance", interactionOf(query, [refunds], null)));
    const with_ = scoreOf(await judge("context_relevance", interactionOf(query, [refunds], "Glaciers. I don't know.")));
    expect(with_).toBe(without);
    expect(scoreOf(await judge("context_relevance", interactionOf(query, ["", " \n"], null)))).toBe(0);
  });
});

describe("answer relevance", () => {
  it("tells an answer to the query from one to another", async () => {
    const good = scoreOf(
      await judge("answer_relevance", interactionOf(query, [], "The refund window is 30 days after the purchase.")),
    );
    const bad = scoreOf(await judge("answer_relevance", interactionOf(query, [], glaciers)));
    expect(good).toBeGreaterThan(0.6);
    expect(bad).toBeLessThan(0.15);
  });

  it("is unscored for a refusal and does not count the refusal in a longer answer", async () => {
    const refusal = "The documents do not mention how long the refund window after a purchase is.";
    expect((await judge("answer_relevance", interactionOf(query, [], refusal))).outcome).toEqual({ reason: "refusal" });
    const mixed = scoreOf(await judge("answer_relevance", interactionOf(query, [], `${refusal} ${glaciers}`)));
    const alone = scoreOf(await judge("answer_relevance", interactionOf(query, [], glaciers)));
    expect(mixed).toBe(alone);
  });

  it("scores a greeting low rather than leaving it out", async () => {
    expect(scoreOf(await judge("answer_relevance", interactionOf(query, [], "Hello!")))).toBe(0);
  });
});
