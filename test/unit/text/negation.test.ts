import { describe, expect, it } from "vitest";
import { isHedged, negatedPositions, negatorPositions } from "../../../src/text/negation.ts";
import { tokenize } from "../../../src/text/tokens.ts";

function negated(text: string): string[] {
  const tokens = tokenize(text);
  return [...negatedPositions(text, tokens)].map((position) => tokens[position]?.text ?? "");
}

describe("scope of a negation", () => {
  it.each([
    ["The fee is not refundable.", ["refundable"]],
    ["It does not apply to orders, and shipping is free.", ["apply", "to", "orders"]],
    ["We never charge twice but refund once.", ["charge", "twice"]],
    ["He can't go there because it rains.", ["go", "there"]],
    ["It is not only cheap.", []],
    ["No later than five days.", []],
    ["费用不可退还。", ["可", "退", "还"]],
    ["不仅便宜，而且好。", []],
    ["这不同于其他。", []],
  ])("%s", (text, expected) => {
    expect(negated(text)).toEqual(expected);
  });

  it("counts negators and knows hedges", () => {
    expect(negatorPositions(tokenize("It is not never free"))).toEqual([2, 3]);
    expect(isHedged(tokenize("if you pay"))).toBe(true);
    expect(isHedged(tokenize("you pay twice"))).toBe(false);
  });
});
