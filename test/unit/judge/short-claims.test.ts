import { describe, expect, it } from "vitest";
import { interactionOf, judge } from "./judge-embedded.ts";

describe("an answer with characters that are no words", () => {
  it.each(["½", "①", "❶", "²", "Ⅳ", "𐡘", "\u0301", "㈠", "—"])("is scored without them: %s", async (character) => {
    const { outcome } = await judge("groundedness", interactionOf("Q", ["It costs 5."], `It costs 5. ${character}`));
    expect(outcome).toEqual({ score: 1 });
    const alone = await judge("groundedness", interactionOf("Q", ["It costs 5."], character));
    expect(alone.outcome).toEqual({ reason: "no_claims" });
  });

  it("has a score where they belong to a script", async () => {
    const { outcome } = await judge("groundedness", interactionOf("Q", ["It costs 5."], "It costs 5. ㆒"));
    expect(outcome).toMatchObject({ score: expect.any(Number) as number });
  });
});

describe("a keyword of a few characters", () => {
  async function verdictOf(context: string, answer: string) {
    const { detail } = await judge("groundedness", interactionOf("Q", [context], answer));
    const [claim] = detail?.claims ?? [];
    return { verdict: claim?.verdict, score: claim?.score ?? -1 };
  }

  it.each([
    ["狗是人类的朋友，喜欢散步。", "猫"],
    ["The dog likes to walk.", "猫"],
    ["大海边上有一座城市。", "上海"],
    ["他毕业于北京大学。", "清华大学"],
    ["京都是日本的古都。", "東京"],
    ["北京有很多大学，大学生也很多，京大很有名。", "北京大学"],
    ["会议有30人参加。", "三十年"],
  ])("is unsupported where it does not stand as a whole: %s %s", async (context, answer) => {
    const { verdict, score } = await verdictOf(context, answer);
    expect(verdict).toBe("unsupported");
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(0.3);
  });

  it.each([
    ["我有一只猫。", "猫"],
    ["上海是一座城市。", "**上海**"],
    ["他毕业于北京大学。", "北京大学。"],
    ["会议有30人参加。", "三十人"],
  ])("is supported where it does: %s %s", async (context, answer) => {
    expect((await verdictOf(context, answer)).verdict).toBe("supported");
  });

  it("is supported by a number in another form", async () => {
    const { detail } = await judge(
      "groundedness",
      interactionOf("Q", ["Oslo. It had 1,200,000 people."], "1.2 million"),
    );
    expect(detail?.claims).toMatchObject([{ verdict: "supported", evidence: "It had 1,200,000 people." }]);
  });

  it("is never supported without a sentence to show for it", async () => {
    const { detail } = await judge("groundedness", interactionOf("Q", ["Ein Hund bellt."], "她很喜欢散步"));
    expect(detail?.claims?.[0]).toMatchObject({ verdict: "unsupported" });
    expect(detail?.claims?.[0]?.evidence).toBeUndefined();
  });
});
