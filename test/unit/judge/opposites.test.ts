import { describe, expect, it } from "vitest";
import { interactionOf, judge } from "./judge-embedded.ts";

async function claimOf(context: string, answer: string) {
  const { detail } = await judge("groundedness", interactionOf("Q", [context], answer));
  const claim = detail?.claims?.[0];
  if (claim === undefined) throw new Error("No claim");
  return claim;
}

const negations: readonly (readonly [string, string])[] = [
  ["Parking is free for guests.", "Parking is not free for guests."],
  ["The service is free.", "The service is not free."],
  ["Refunds are possible until 5 March.", "Refunds are not possible until 5 March."],
  ["Orders can be cancelled before shipping.", "Orders cannot be cancelled before shipping."],
  ["Pets are allowed if they are small.", "Pets are not allowed if they are small."],
  ["Members may enter while the pool is open.", "Members may not enter while the pool is open."],
  ["The error is logged to the console.", "The error is not logged to the console."],
  ["Pregnant women can take this drug although it is new.", "Pregnant women cannot take this drug although it is new."],
  ["客人可以免费停车。", "客人不可以免费停车。"],
  ["Dogs are forbidden.", "Dogs are allowed."],
  ["Smoking is prohibited in the lobby.", "Smoking is permitted in the lobby."],
  ["Smoking is prohibited in the lobby.", "Smoking is not prohibited in the lobby."],
  ["禁止携带宠物。", "可以携带宠物。"],
];

const directions: readonly (readonly [string, string])[] = [
  ["Revenue increased by 5% in 2020.", "Revenue decreased by 5% in 2020."],
  ["Revenue rose by 5% in 2020.", "Revenue fell by 5% in 2020."],
  ["Revenue grew by 5% in 2020.", "Revenue shrank by 5% in 2020."],
  ["The board raised the fee in May.", "The board lowered the fee in May."],
  ["The price is higher than last year.", "The price is lower than last year."],
  ["It costs more than 5 euros.", "It costs less than 5 euros."],
  ["Sales went up in May.", "Sales went down in May."],
  ["The minimum age is 18 years.", "The maximum age is 18 years."],
  ["You need at least 5 members.", "You need at most 5 members."],
  ["2020年收入增长了5%。", "2020年收入下降了5%。"],
  ["气温上升了。", "气温下降了。"],
  ["人数增加了10人。", "人数减少了10人。"],
];

const agreements: readonly (readonly [string, string])[] = [
  ["The tower is closed on Mondays.", "The tower is not open on Mondays."],
  ["The tower is closed to all visitors on Mondays.", "The tower is not open on Mondays."],
  ["Dogs are not allowed in the park.", "Dogs are forbidden in the park."],
  ["Dogs are banned in the park.", "Dogs are forbidden in the park."],
  ["不可以携带宠物。", "禁止携带宠物。"],
  ["Revenue increased by 5% in 2020.", "Revenue rose by 5% in 2020."],
  ["Prices rose in May and fell in June.", "Prices fell in June."],
  ["Prices rose in May. Prices fell in June.", "Prices fell in June."],
  ["It is forbidden to bring dogs into the park.", "You cannot bring dogs into the park."],
  ["Apple was incorporated in 1977 without Wayne, who sold his share.", "Wayne sold his share in 1977."],
  ["研究人员并未发现身高与患癌风险之间存在显著关联。", "发现"],
  ["The drug is approved and safe for adults.", "The drug is approved and not safe for children."],
];

const both = (pairs: typeof negations) =>
  pairs.flatMap(([left, right]) => [[left, right] as const, [right, left] as const]);

describe("a claim that repeats a sentence but for", () => {
  it.each(both(negations))("a negation is contradicted: %s %s", async (context, answer) => {
    expect(await claimOf(`The office opens at nine. ${context}`, answer)).toMatchObject({ verdict: "contradicted" });
    expect((await claimOf(context, answer)).score).toBeLessThanOrEqual(0.3);
  });

  it.each(both(directions))("its direction is unsupported: %s %s", async (context, answer) => {
    const { verdict, score, flags } = await claimOf(`The office opens at nine. ${context}`, answer);
    expect({ verdict, flags }).toEqual({ verdict: "unsupported", flags: ["direction_mismatch"] });
    expect(score).toBeLessThanOrEqual(0.3);
  });

  it.each(both([...negations, ...directions]))("nothing is supported: %s", async (context) => {
    expect(await claimOf(`The office opens at nine. ${context}`, context)).toMatchObject({
      verdict: "supported",
      flags: [],
    });
  });

  it.each(both(agreements).filter(([, answer]) => !answer.includes(". P")))(
    "other words for the same is neither: %s %s",
    async (context, answer) => {
      const { verdict, flags } = await claimOf(context, answer);
      expect(verdict).not.toBe("contradicted");
      expect(flags).not.toContain("direction_mismatch");
    },
  );
});
