import { describe, expect, test } from "vitest";
import { queriesSchema } from "../../../../src/judge/llm/answer-relevance/prompt.ts";
import { groundednessSchema } from "../../../../src/judge/llm/groundedness/prompt.ts";
import { chunksOf, judge, scriptedModel } from "./judge-llm.ts";

const text = "Refunds are available within 30 days of purchase. Shipping takes 3 to 5 business days.";
const answer = "Refunds are available within 30 days.";
const quote = "Refunds are available within 30 days";
const right = { statement: 1, claim: answer, verdict: "supported", quotes: [{ chunk: 1, quote }] };

/** The score, or the failure's code, for a reply with one claim. */
async function outcomeOf(claim: object, chunks = [text]): Promise<unknown> {
  const model = scriptedModel({ claims: [claim] });
  try {
    const { result } = await judge("groundedness", { chunks: chunksOf(...chunks), answer }, { model });
    return "score" in result.outcome ? result.outcome.score : result.outcome.reason;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

const without = (key: keyof typeof right): object =>
  Object.fromEntries(Object.entries(right).filter(([name]) => name !== key));

describe("a reply that says the same in a slightly other shape", () => {
  test.each([
    ["verdict in capitals", { ...right, verdict: "SUPPORTED" }, 1],
    ["verdict with a capital", { ...right, verdict: " Supported " }, 1],
    ["verdict in brackets", { ...right, verdict: "[SUPPORTED]" }, 1],
    ["UNSUPPORTED without brackets", { ...right, verdict: "UNSUPPORTED" }, 0],
    ["not supported", { ...right, verdict: "not supported" }, 0],
    ["not_supported", { ...right, verdict: "not_supported", quotes: [] }, 0],
    ["chunk as digits", { ...right, quotes: [{ chunk: "1", quote }] }, 1],
    ["chunk by its label", { ...right, quotes: [{ chunk: "chunk 1", quote }] }, 1],
    ["statement as digits", { ...right, statement: "1" }, 1],
    ["one quote without a list", { ...right, quotes: { chunk: 1, quote } }, 1],
    ["one quote beside the claim", { ...without("quotes"), chunk: 1, quote }, 1],
    ["quote as a string, of one chunk", { ...right, quotes: quote }, 1],
    ["quotes as strings, of one chunk", { ...right, quotes: [quote] }, 1],
    ["no chunk, of one chunk", { ...right, quotes: [{ quote }] }, 1],
    ["no statement, of one statement", without("statement"), 1],
    ["more fields", { ...right, confidence: 0.2, quotes: [{ chunk: 1, quote, why: "it says so" }] }, 1],
    ["[UNSUPPORTED] in place of quotes", { ...right, quotes: "[UNSUPPORTED]" }, 0],
    ["[UNSUPPORTED] in place of quotes and verdict", { ...without("verdict"), quotes: "[UNSUPPORTED]" }, 0],
    ["[UNSUPPORTED] as the only quote, no verdict", { ...without("verdict"), quotes: ["[unsupported]"] }, 0],
    ["quotes of any shape for what is unsupported", { ...right, verdict: "[UNSUPPORTED]", quotes: [7, null] }, 0],
    ["an invented quote as a string", { ...right, quotes: "Refunds are never refused within 30 days" }, 0],
  ])("%s", async (_, claim, outcome) => {
    expect(await outcomeOf(claim)).toBe(outcome);
  });
});

describe("a reply that leaves open what is meant is asked for again, and no score in the end", () => {
  test.each([
    ["a quote without its chunk", { ...right, quotes: [quote] }],
    ["a quote without its chunk's number", { ...right, quotes: [{ quote }] }],
    ["a chunk by another name", { ...right, quotes: [{ chunk: "the first", quote }] }],
    ["a verdict of another scale", { ...right, verdict: "mostly supported" }],
    ["a verdict that is a number", { ...right, verdict: 1 }],
    ["no verdict", without("verdict")],
    ["no verdict and no quotes", { statement: 1, claim: answer }],
    ["no claim", without("claim")],
    ["quotes of another shape", { ...right, quotes: [[1, quote]] }],
  ])("%s", async (_, claim) => {
    expect(await outcomeOf(claim, [text, "Something else."])).toBe("reply_wrong_shape");
  });

  test("a key with two values", async () => {
    const reply = JSON.stringify({ claims: [right] }).replace('"verdict"', '"verdict":"[UNSUPPORTED]","verdict"');
    await expect(
      judge("groundedness", { chunks: chunksOf(text), answer }, { model: scriptedModel(reply) }),
    ).rejects.toMatchObject({ reason: "judge_invalid_output", code: "reply_ambiguous" });
  });
});

test("the schema says by itself what goes where", () => {
  const { schema } = groundednessSchema(false);
  const said = JSON.stringify(schema);
  for (const words of [
    "[UNSUPPORTED]",
    "copied character for character",
    "number of the chunk",
    "number of the statement",
  ])
    expect(said).toContain(words);
  expect(JSON.stringify(queriesSchema(3))).toContain("Exactly 3");
});
