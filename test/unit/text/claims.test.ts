import { describe, expect, it } from "vitest";
import { splitClaims } from "../../../src/text/claims.ts";

function claims(text: string): string[] {
  return splitClaims(text).map((claim) => claim.text);
}

describe("claims", () => {
  it.each(["Paris", "42", "2月2日", "中央网信办", "15.7%", "OK Corral", "Hello Kitty", "**Paris**"])(
    "a bare keyword is one: %s",
    (text) => {
      expect(claims(text)).toEqual([text]);
    },
  );

  it.each([
    "",
    "   ",
    "[1]",
    "【1】 [2, 3]",
    "[source: a.b] (see chunk 3) [policy.md](docs/policy.md)",
    "[^1]: Refund policy, page 3",
    "Source: refund-policy.md",
    "Sources: a.b, c.d",
    "来源：退款政策",
    "Hello!",
    "Sure!",
    "您好！",
    "# Refunds\n---",
    "```\nrun();\n```",
    "How can I help?",
    "你需要什么帮助吗？",
    "👍",
    "\ud800\0",
    "---",
    "I hope this helps!",
    "Yes",
    "No.",
    "是",
    "是的。",
    "否",
    "不是",
    "对。",
    'Did you see "Whatever Happened to Baby Jane?"',
    '"Is it so?"',
    "你看过《红楼梦》吗？",
    "**Summary**\n# Refunds",
  ])("none in %j", (text) => {
    expect(claims(text)).toEqual([]);
  });

  it.each([
    'Her best known film is "Whatever Happened to Baby Jane?"',
    "Her best known film is “Whatever Happened to Baby Jane?”",
    'Her best known film is "Whatever Happened to Baby Jane?".',
    "她最有名的电影是“谁杀了她？”",
  ])("a statement that ends in a title with a question mark is one: %s", (text) => {
    expect(claims(text)).toEqual([text]);
  });

  it("leaves out headings, code, table headers, greetings, lead-ins, questions and pointers", () => {
    const answer = [
      "Hello there!",
      "# Refunds",
      "Here are the rules:",
      "- Refunds take 30 days.",
      "- Shipping costs 5 euros [1].",
      "",
      "| plan | price |",
      "|---|---|",
      "| Basic | 9 |",
      "",
      "For more information, see our website.",
      "Does that help?",
    ].join("\n");
    expect(claims(answer)).toEqual(["Refunds take 30 days.", "Shipping costs 5 euros [1].", "| Basic | 9 |"]);
  });

  it("keeps what ends in a colon where no list follows", () => {
    expect(claims("The rule is simple: Paris has three airports:")).toHaveLength(1);
    expect(claims("The grounds for an appeal include:\n- a legal mistake")).toEqual(["a legal mistake"]);
  });

  it("says where a claim stands, verbatim", () => {
    const answer = "Hi! The fee is 5. It rose.";
    for (const { text, start, end } of splitClaims(answer)) expect(answer.slice(start, end)).toBe(text);
    expect(splitClaims(answer)).toHaveLength(2);
  });
});
