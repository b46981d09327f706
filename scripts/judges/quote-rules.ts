import type { JudgedClaim } from "../../src/core/claim.ts";
import type { JudgeContext } from "../../src/core/judge.ts";
import type { JudgeModel, JudgeModelRequest } from "../../src/judge/judge-model.ts";
import { isAimedAtJudges } from "../../src/judge/llm/evidence/aimed-at-judges.ts";
import { coverageOf, readClaim, readText } from "../../src/judge/llm/evidence/claim-reading.ts";
import { llmJudges } from "../../src/judge/llm/llm-judges.ts";
import { compose } from "../../src/resilience/compose.ts";
import { createSystemClock } from "../../src/node/system-clock.ts";
import { sentencesOf } from "../../src/text/sentences.ts";
import { interactionOf, readLabels, type LabelRow } from "./label-files.ts";

// What the rules cost and what they stop, without any model: of answers that people call grounded, the claims that the
// rules turn down though the three sentences nearest to them are quoted; and those they let pass when any sentence is.

const files = ["ragtruth", "mtrag_human", "summedits", "begin", "uhgeval_keyword"];
const rowsEach = 150;

/** A judge model that calls every statement supported, by quotes that `choose` picks. */
function yesModel(choose: (claim: string, sentences: readonly Sentence[]) => readonly Sentence[]): JudgeModel {
  return {
    model: "yes",
    contextTokens: 1_000_000,
    async complete({ input }: JudgeModelRequest) {
      const parts = [...input.matchAll(/\[\[\[(\w+)\|([^\]]+)\]\]\]\n([^]*?)\n\[\[\[\/\1\|\2\]\]\]/g)];
      const sentences = parts.flatMap(([, , label = "", text = ""]) =>
        label.startsWith("chunk")
          ? [...sentencesOf(text)].map(({ start, end }) => ({
              chunk: Number(label.slice(6)),
              quote: text.slice(start, end),
            }))
          : [],
      );
      const statements = parts.find(([, , label]) => label === "statements")?.[3]?.split("\n") ?? [];
      const claims = statements.map((line, at) => {
        const claim = line.replace(/^\d+\. /, "");
        return { statement: at + 1, claim, verdict: "supported", quotes: choose(claim, sentences) };
      });
      return { text: JSON.stringify({ claims }), finish: "stop" };
    },
  };
}

interface Sentence {
  readonly chunk: number;
  readonly quote: string;
}

function nearest(claim: string, sentences: readonly Sentence[]): readonly Sentence[] {
  const reading = readClaim(claim);
  return sentences
    .map((sentence) => ({ sentence, covered: coverageOf(reading, [readText(sentence.quote)]) }))
    .sort((left, right) => right.covered - left.covered)
    .slice(0, 3)
    .map(({ sentence }) => sentence);
}

let state = 7;
function anyOf(_claim: string, sentences: readonly Sentence[]): readonly Sentence[] {
  state = (state * 16_807) % 2_147_483_647;
  const sentence = sentences[state % Math.max(1, sentences.length)];
  return sentence === undefined ? [] : [sentence];
}

const context: JudgeContext = {
  signal: new AbortController().signal,
  shared: new Map(),
  clock: createSystemClock(),
  random: () => 0.5,
  delegate: () => Promise.reject(new Error("Nobody is asked here")),
  note: () => undefined,
};

async function claimsOf(rows: readonly LabelRow[], model: JudgeModel, minOverlap: number): Promise<JudgedClaim[]> {
  const judge = llmJudges({ model, policy: compose(), minOverlap }).groundedness;
  const claims: JudgedClaim[] = [];
  for (const row of rows) claims.push(...((await judge?.judge(interactionOf(row), context))?.detail?.claims ?? []));
  return claims;
}

function share(claims: readonly JudgedClaim[], holds: (claim: JudgedClaim) => boolean): string {
  return (claims.filter(holds).length / claims.length).toFixed(3);
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Usage: node scripts/judges/quote-rules.ts <folder of label files> [minOverlap]");
  process.exit(2);
}
const minOverlap = Number(process.argv[3] ?? 0.25);
console.log(
  [
    "file",
    "claims",
    "turned down",
    "for overlap",
    "for numbers",
    "any sentence passes",
    "sentences",
    "aimed at judges",
  ].join("\t"),
);
for (const name of files) {
  const grounded = (await readLabels(folder, name)).filter(({ label, answer }) => label === 1 && answer !== null);
  const stride = Math.ceil(grounded.length / rowsEach);
  const rows = grounded.filter((_, index) => index % stride === 0);
  if (rows.length === 0) continue;
  const best = await claimsOf(rows, yesModel(nearest), minOverlap);
  const any = await claimsOf(rows, yesModel(anyOf), minOverlap);
  const sentences = rows.flatMap(({ contexts }) =>
    contexts.flatMap((text) => [...sentencesOf(text)].map(({ start, end }) => text.slice(start, end))),
  );
  console.log(
    [
      name,
      best.length,
      share(best, ({ verdict }) => verdict !== "supported"),
      share(best, ({ flags }) => flags.includes("low_overlap")),
      share(best, ({ flags }) => flags.includes("number_missing")),
      share(any, ({ verdict }) => verdict === "supported"),
      sentences.length,
      sentences.filter(isAimedAtJudges).length,
    ].join("\t"),
  );
}
