import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJudgeFailure } from "../../src/core/judge-failure.ts";
import type { Judge, JudgeResult } from "../../src/core/judge.ts";
import type { Interaction } from "../../src/core/interaction.ts";
import { unmetPrecondition } from "../../src/core/preconditions.ts";
import { cleanText } from "../../src/judge/llm/clean-text.ts";
import { criteriaJudge } from "../../src/judge/llm/criteria/criteria-judge.ts";
import { createEnvelope } from "../../src/judge/llm/envelope.ts";
import { isAimedAtJudges } from "../../src/judge/llm/evidence/aimed-at-judges.ts";
import { splitCompound } from "../../src/judge/llm/groundedness/split-compound.ts";
import { llmJudges } from "../../src/judge/llm/llm-judges.ts";
import { readChunk } from "../../src/judge/llm/quotes/readable-chunk.ts";
import { compose } from "../../src/resilience/compose.ts";
import { readJudgeResult } from "../../src/scoring/judge-result.ts";
import { createScriptedEmbedder, createScriptedJudgeModel } from "../../src/testing/index.ts";
import { aJudgeContext } from "../helpers/judge-context.ts";

const word = fc.constantFrom(
  "Acme",
  "was",
  "founded",
  "in",
  "1990",
  "not",
  "99bn",
  "15 %",
  "Globex",
  "公司",
  "收入",
  "the",
  "[UNSUPPORTED]",
  "10",
);
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(" ")}.`);
const prose = fc.array(sentence, { maxLength: 6 }).map((sentences) => sentences.join(" "));
const text = fc.oneof(prose, fc.string({ unit: "binary", maxLength: 60 }), fc.string({ maxLength: 60 }));

const claim = fc.record(
  {
    statement: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.anything()),
    claim: fc.oneof({ weight: 6, arbitrary: text }, fc.anything()),
    verdict: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("supported", "contradicted", "[UNSUPPORTED]", "[NO_CLAIM]") },
      fc.anything(),
    ),
    quotes: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.array(fc.record({ chunk: fc.integer({ min: 0, max: 3 }), quote: text }), { maxLength: 3 }),
      },
      fc.anything(),
    ),
  },
  { requiredKeys: [] },
);
const entry = fc.record(
  {
    chunk: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.anything()),
    sentences: fc.oneof(fc.array(text, { maxLength: 3 }), fc.anything()),
    grade: fc.oneof(fc.integer({ min: -1, max: 7 }), fc.anything()),
  },
  { requiredKeys: [] },
);
const reply = fc.oneof(
  fc.record({ claims: fc.oneof({ weight: 6, arbitrary: fc.array(claim, { maxLength: 5 }) }, fc.anything()) }),
  fc.record({ chunks: fc.array(entry, { maxLength: 4 }) }),
  fc.record({
    noncommittal: fc.oneof(fc.boolean(), fc.anything()),
    queries: fc.array(fc.oneof(text, fc.anything()), { maxLength: 6 }),
    grade: fc.oneof(fc.integer({ min: -1, max: 7 }), fc.double(), fc.anything()),
    reason: fc.anything(),
  }),
  fc.json().map((json): string => json),
  fc.string({ maxLength: 80 }),
);

const interaction: fc.Arbitrary<Interaction> = fc.record({
  id: fc.constant("i"),
  query: text,
  retrieval: fc.constant("succeeded" as const),
  chunks: fc.array(text, { maxLength: 3 }).map((texts) => texts.map((chunk, at) => ({ id: `${at}`, text: chunk }))),
  answer: text,
});

function judgesReplying(replies: readonly unknown[], vectors: readonly (readonly number[])[]): readonly Judge[] {
  const model = createScriptedJudgeModel({
    reply: (_request, call) => {
      const given = replies[call % replies.length];
      return typeof given === "string" ? given : JSON.stringify(given);
    },
  });
  let embedded = 0;
  const embedder = createScriptedEmbedder({ vectors: () => vectors[embedded++ % vectors.length] ?? [] });
  const policy = compose();
  const sets = [
    llmJudges({ model, policy, embedder, queryCount: 3 }),
    llmJudges({ model, policy, contextRelevance: "graded" }),
    criteriaJudge({ name: "tone", rubric: "Be kind.", model, policy, reads: ["query", "chunks", "answer"] }),
  ];
  return sets.flatMap((set) => Object.values(set)).filter((judge) => judge !== undefined);
}

/** A result, or the failure that the judge foresees. Anything else is a fault of ours. */
async function ask(judge: Judge, given: Interaction): Promise<JudgeResult | undefined> {
  try {
    return await judge.judge(given, aJudgeContext());
  } catch (error) {
    if (!isJudgeFailure(error)) throw error;
    expect(["judge_invalid_output", "too_long"]).toContain(error.reason);
    return undefined;
  }
}

describe("whatever a model replies", () => {
  const vector = fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 2 }) },
    fc.array(fc.double(), { maxLength: 3 }),
  );

  test("there is a score in [0, 1] or a reason, and nothing that cannot be recorded", async () => {
    await fc.assert(
      fc.asyncProperty(
        interaction,
        fc.array(reply, { minLength: 1, maxLength: 3 }),
        fc.array(vector, { minLength: 1, maxLength: 4 }),
        async (given, replies, vectors) => {
          for (const judge of judgesReplying(replies, vectors)) {
            if (unmetPrecondition(judge.metric, given) !== undefined) continue;
            const result = await ask(judge, given);
            if (result === undefined) continue;
            if ("score" in result.outcome) {
              expect(result.outcome.score).toBeGreaterThanOrEqual(0);
              expect(result.outcome.score).toBeLessThanOrEqual(1);
            } else expect(result.outcome.reason).not.toBe("");
            const read = readJudgeResult(result);
            expect(read?.outcome).toEqual(result.outcome);
            expect(read?.detail).toEqual(result.detail);
            expect(JSON.parse(JSON.stringify(result))).toEqual(result);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("no claim is supported but by words of the context", async () => {
    const claimed = fc.record({
      statement: fc.integer({ min: 1, max: 2 }),
      claim: fc.constantFrom("Zebras graze near Nairobi.", "Lions sleep in Kenya."),
      verdict: fc.constant("supported"),
      quotes: fc.array(
        fc.record({
          chunk: fc.integer({ min: 1, max: 2 }),
          quote: fc.oneof(text, fc.constant("Zebras graze near Nairobi.")),
        }),
        { maxLength: 3 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(prose, { minLength: 1, maxLength: 2 }),
        fc.array(claimed, { maxLength: 4 }),
        async (chunks, claims) => {
          const given: Interaction = {
            id: "i",
            query: "q",
            retrieval: "succeeded",
            chunks: chunks.map((chunk, at) => ({ id: `${at}`, text: chunk })),
            answer: "Zebras graze near Nairobi. Lions sleep in Kenya.",
          };
          const [, groundedness] = judgesReplying([{ claims }], [[1]]);
          const result = groundedness === undefined ? undefined : await ask(groundedness, given);
          if (result !== undefined) expect(result.outcome).toEqual({ score: 0 });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("quotes", () => {
  const chunk = fc
    .array(fc.oneof(sentence, fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 })), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(" "));
  const span = fc.tuple(fc.nat(), fc.nat());

  /** A piece of the text with something in it that is compared, cut between characters that belong together. */
  function pieceOf(whole: string, [from, length]: readonly [number, number]): string {
    const letters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(whole)].map(
      ({ segment }) => segment,
    );
    const start = from % letters.length;
    return letters.slice(start, start + 1 + (length % letters.length)).join("");
  }

  const find = (whole: string, quote: string) => readChunk({ id: "a", text: whole }, whole).find(quote);
  const hasLetters = (piece: string) => /[\p{L}\p{N}]/u.test(piece.normalize("NFKC"));

  test("a verbatim piece of a chunk is always found", () => {
    fc.assert(
      fc.property(chunk, span, (raw, where) => {
        const whole = cleanText(raw);
        fc.pre(whole !== "");
        const piece = pieceOf(whole, where);
        fc.pre(hasLetters(piece));
        expect(find(whole, piece)).toBeDefined();
      }),
      { numRuns: 1_000 },
    );
  });

  test("so it is in other case, Unicode form, white space and punctuation", () => {
    const known = fc.array(
      fc.constantFrom(
        "Straße",
        "café",
        "Ada",
        "1990",
        "ﬁne",
        "Ｗｉｄｅ",
        "公司总部",
        "naïve",
        "Ωmega",
        "don't",
        "ΟΔΟΣ",
        "℡",
        "ǰ",
        "İstanbul",
      ),
      { minLength: 2, maxLength: 12 },
    );
    const change = fc.constantFrom<(quote: string) => string>(
      (quote) => quote.toUpperCase(),
      (quote) => quote.toLowerCase(),
      (quote) => quote.normalize("NFKC"),
      (quote) => quote.normalize("NFD"),
      (quote) => quote.normalize("NFKD"),
      (quote) => quote.replaceAll(" ", " \n\t "),
      (quote) => quote.replaceAll(" ", ", – "),
      (quote) => `“${quote}”!`,
    );
    fc.assert(
      fc.property(known, span, fc.array(change, { maxLength: 4 }), (words, [from, length], changes) => {
        const start = from % words.length;
        const piece = words.slice(start, start + 1 + (length % words.length)).join(" ");
        const changed = changes.reduce((quote, apply) => apply(quote), piece);
        expect(find(`${words.join(" ")}.`, changed)).toBeDefined();
      }),
      { numRuns: 1_000 },
    );
  });

  test("another text never is", () => {
    const other = fc
      .array(fc.constantFrom("zebra", "kenya", "lion", "quartz", "jungle", "vortex"), { minLength: 1, maxLength: 12 })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 20 }), other, (sentences, quote) => {
        expect(find(sentences.join(" "), quote)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test("what is found is where its words are", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{6,10}$/), { minLength: 3, maxLength: 12 }),
        fc.nat(),
        (words, at) => {
          const sentences = words.map((unique) => `This is the ${unique}.`);
          const wanted = at % words.length;
          expect(find(sentences.join(" "), words[wanted] ?? "")).toContain(
            words.findIndex((unique) => unique.includes(words[wanted] ?? "")),
          );
        },
      ),
    );
  });
});

describe("the envelope", () => {
  test("lets no delimiter of its own through, and changes nothing else that is seen", () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          "[[[",
          "]]]",
          "/",
          "|",
          "aaaaaaaaaaaaaaaa",
          "chunk 1",
          "\u200b",
          "text",
          "\n",
          "[[[aaaaaaaaaaaaaaaa|x]]]",
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(hostile, (data) => {
        const cleaned = createEnvelope(() => 0).clean(data);
        expect(cleaned).not.toContain("aaaaaaaaaaaaaaaa");
        expect(cleaned).not.toMatch(/\[\[\[\/?\w{12,}\|/);
        expect(createEnvelope(() => 0.99).clean(cleaned)).toBe(cleaned);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 200 }), (data) => {
        fc.pre(!data.includes("[[["));
        expect(createEnvelope(() => 0).clean(data)).toBe(data);
      }),
    );
  });
});

test("a compound claim loses nothing but what joined it", () => {
  fc.assert(
    fc.property(text, (claimed) => {
      const parts = splitCompound(claimed);
      expect(parts.length).toBeGreaterThan(0);
      let at = 0;
      for (const part of parts) {
        const found = claimed.indexOf(part, at);
        expect(found).toBeGreaterThanOrEqual(at);
        at = found + part.length;
      }
    }),
    { numRuns: 500 },
  );
});

test("telling whether a sentence speaks to a judge never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (given) => {
      expect(typeof isAimedAtJudges(given)).toBe("boolean");
    }),
  );
});
