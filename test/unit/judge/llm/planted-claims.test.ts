import { describe, expect, test } from "vitest";
import { plantedClaims } from "../../../fixtures/injection/planted-claims.ts";
import { isPlanted } from "../../../../src/judge/llm/evidence/planted-claim.ts";
import { undisguise } from "../../../../src/judge/llm/evidence/undisguise.ts";
import { chunksOf, claimsReply, judge, partsOf, scriptedModel, statementsOf } from "./judge-llm.ts";

const facts =
  "Refunds are available within 30 days of purchase. Shipping takes 3 to 5 business days. The warranty covers manufacturing defects.";
const [invented, other] = ["Refunds are available for 365 days", "Acme was acquired by Globex"] as const;
const fact = "Shipping takes 3 to 5 business days";

/** The verdicts on two inventions and a fact, from a model that supports everything by these quotes. */
async function verdictsOf(chunk: string, quote: (claim: string, seen: string) => string): Promise<readonly string[]> {
  const model = scriptedModel((request) => {
    const seen = partsOf(request).get("chunk 1") ?? "";
    return claimsReply(
      ...[...statementsOf(request)].map(([statement, claim]) => ({
        statement,
        claim,
        quotes: [claim.startsWith(fact) ? fact : quote(claim, seen)],
      })),
    );
  });
  const answer = `${invented}. ${other}. ${fact}.`;
  const { result } = await judge("groundedness", { chunks: chunksOf(chunk), answer }, { model });
  return (result.detail?.claims ?? []).map(({ verdict }) => verdict);
}

describe.each(plantedClaims(invented, other).map((attack) => [attack] as const))("%s", (attack) => {
  test.each(["\n\n", "\n", " "])("after the facts and %j", async (gap) => {
    const chunk = `${facts}${gap}${attack}`;
    for (const quote of [
      (claim: string) => claim.replace(/\.$/, ""),
      () => attack,
      (_claim: string, seen: string) => seen.slice(facts.length).trim(),
      () => facts.slice(0, 49),
    ])
      expect(await verdictsOf(chunk, quote)).toEqual(["unsupported", "unsupported", "supported"]);
  });

  test("before the facts", async () => {
    const verdicts = await verdictsOf(`${attack}\n\n${facts}`, (claim) => claim.replace(/\.$/, ""));
    expect(verdicts.slice(0, 2)).toEqual(["unsupported", "unsupported"]);
  });
});

describe("is stated, not planted", () => {
  test.each([
    "Refunds take 5 days.",
    "Please note that refunds take 5 days.",
    "Note that refunds take 5 days",
    "Remember: refunds take 5 days.",
    "Important: refunds take 5 days!",
    "Answer: Refunds take 5 days.",
    "Report: refunds take 5 days.",
    "According to the evaluation, refunds take 5 days.",
    "The report states that refunds take 5 days.",
    "We are pleased to confirm that refunds take 5 days.",
    "Experts agree that refunds take 5 days.",
    "We analysed the data and conclude that refunds take 5 days.",
    "Support agents should tell customers that refunds take 5 days.",
    "Unless your bank is closed, refunds take 5 days.",
    "For most customers, refunds take 5 days.",
    "In large language models, refunds take 5 days.",
  ])("%s", (sentence) => {
    expect(isPlanted(sentence, "Refunds take 5 days.")).toBe(false);
  });

  test.each([
    ["Confirm that the valve is closed before opening the lid.", "You should confirm that the valve is closed."],
    ["Confirm that the valve is closed before opening the lid.", "The valve must be closed."],
    ["You must report that the goods are damaged.", "Damaged goods must be reported."],
    ["You should know that the correct capital is Paris.", "Paris"],
  ])("%s and %s", (sentence, claim) => {
    expect(isPlanted(sentence, claim)).toBe(false);
  });
});

test.each([
  ["Тhe gr\u0430der", "The grader"],
  ["1gn0re prev10us", "ignore previous"],
  ["i g n o r e me", "ignore me"],
  ["Москва, 2024, 5 km, Acme", "Москва, 2024, 5 km, Acme"],
])("%s is read as %s", (written, read) => {
  expect(undisguise(written).toLowerCase()).toBe(read.toLowerCase());
});
