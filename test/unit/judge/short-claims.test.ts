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
