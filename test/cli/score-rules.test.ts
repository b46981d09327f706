import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { interactionLimits } from "../../src/core/interaction.ts";
import { linesOf, readRows, runProgram, temporaryFolder, type Row } from "./spawn-cli.ts";

const judge = "embedded/1";
const query = "What is the capital of France?";
const contexts = ["Paris is the capital of France and its largest city.", "The Loire is the longest river in France."];
const answer = "The capital of France is Paris.";
/** Any number in [0, 1]: the numbers are the judge's business, and tested there. */
const score = { asymmetricMatch: (value: unknown) => typeof value === "number" && value >= 0 && value <= 1 };
const scored = expect.objectContaining({ score, judge });
const claims = expect.arrayContaining([
  expect.objectContaining({ text: expect.any(String), verdict: expect.any(String), score, flags: expect.any(Array) }),
]);

const cases: readonly { readonly name: string; readonly line: unknown; readonly row: Row }[] = [
  {
    name: "everything there",
    line: { id: "whole", query, contexts, answer },
    row: {
      id: "whole",
      contextRelevance: {
        score,
        judge,
        relevantChunkRatio: score,
        chunks: [
          { id: "0", score },
          { id: "1", score },
        ],
      },
      groundedness: {
        score,
        judge,
        claims: [{ text: answer, verdict: "supported", score, chunkId: "0", evidence: contexts[0], flags: [] }],
      },
      answerRelevance: { score, judge },
    },
  },
  {
    name: "chunks, a number as id, extra keys",
    line: {
      id: 12,
      query,
      chunks: [{ id: "a", text: contexts[0], score: 3.2 }],
      answer,
      label: 1,
      spans: [{ text: "中" }],
    },
    row: {
      id: 12,
      contextRelevance: expect.objectContaining({ score, chunks: [{ id: "a", score }] }),
      groundedness: expect.objectContaining({ score, claims: [expect.objectContaining({ chunkId: "a" })] }),
      answerRelevance: scored,
      label: 1,
      spans: [{ text: "中" }],
    },
  },
  {
    name: "no query",
    line: { id: "no query", query: null, contexts, answer },
    row: {
      id: "no query",
      contextRelevance: { reason: "no_query", judge },
      groundedness: expect.objectContaining({ score, claims }),
      answerRelevance: { reason: "no_query", judge },
    },
  },
  {
    name: "no answer",
    line: { id: "no answer", query, contexts, answer: null },
    row: {
      id: "no answer",
      contextRelevance: scored,
      groundedness: { reason: "empty_answer", judge },
      answerRelevance: { reason: "empty_answer", judge },
    },
  },
  {
    name: "retrieved nothing, and claims all the same",
    line: { id: "nothing", query, contexts: [], answer },
    row: {
      id: "nothing",
      contextRelevance: { reason: "no_context", judge },
      groundedness: { score: 0, judge, claims: [expect.objectContaining({ verdict: "unsupported", score: 0 })] },
      answerRelevance: scored,
    },
  },
  {
    name: "not retrieved",
    line: { id: "chit-chat", query, answer },
    row: {
      id: "chit-chat",
      contextRelevance: { reason: "not_retrieved", judge },
      groundedness: { reason: "not_retrieved", judge },
      answerRelevance: scored,
    },
  },
  {
    name: "a bare keyword is a claim",
    line: { id: "keyword", query: null, contexts, answer: "Paris" },
    row: {
      id: "keyword",
      contextRelevance: { reason: "no_query", judge },
      groundedness: { score, judge, claims: [expect.objectContaining({ text: "Paris", verdict: "supported" })] },
      answerRelevance: { reason: "no_query", judge },
    },
  },
  {
    name: "a bare keyword in Chinese is a claim",
    line: { id: "关键词", query: null, contexts: ["法国的首都是巴黎。"], answer: "巴黎" },
    row: {
      id: "关键词",
      contextRelevance: { reason: "no_query", judge },
      groundedness: { score, judge, claims: [expect.objectContaining({ text: "巴黎", verdict: "supported" })] },
      answerRelevance: { reason: "no_query", judge },
    },
  },
  {
    name: "a refusal",
    line: { id: "refusal", query, contexts, answer: "I don't know." },
    row: {
      id: "refusal",
      contextRelevance: scored,
      groundedness: expect.objectContaining({ reason: "refusal", judge }),
      answerRelevance: expect.objectContaining({ reason: "refusal", judge }),
    },
  },
  {
    name: "past the limits",
    line: { id: "long", query, contexts, answer: "x ".repeat(interactionLimits.answerCharacters) },
    row: {
      id: "long",
      contextRelevance: scored,
      groundedness: { reason: "too_long", judge },
      answerRelevance: { reason: "too_long", judge },
    },
  },
  {
    name: "no id: the line's number",
    line: { query, contexts, answer },
    row: { id: 11, contextRelevance: scored, groundedness: scored, answerRelevance: scored },
  },
];

it("scores every line as its rule says, in order", async () => {
  const folder = temporaryFolder();
  const input = join(folder, "interactions.jsonl");
  writeFileSync(input, linesOf(...cases.map(({ line }) => line)));
  const run = await runProgram(["score", input, "--out", join(folder, "scores.jsonl")]);
  expect(run).toMatchObject({ code: 0, stdout: "" });
  expect(run.stderr).toMatch(/^scored 11 lines \(0 bad\) in \d+\.\d s\n/u);
  expect(run.stderr).toMatch(
    /contextRelevance {2}mean 0\.\d{4} of \d scores; unscored: no_query 3, no_context 1, not_retrieved 1\n/u,
  );
  const rows = readRows(readFileSync(join(folder, "scores.jsonl"), "utf8"));
  expect(rows).toHaveLength(cases.length);
  for (const [index, { name, row }] of cases.entries()) expect(rows[index], name).toEqual(row);
});

it("writes CSV with one record an interaction", async () => {
  const run = await runProgram(["score", "--format", "csv", "--quiet"], {
    input: linesOf(...cases.slice(0, 6).map(({ line }) => line)),
  });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const [header, ...records] = run.stdout
    .split("\r\n")
    .slice(0, -1)
    .map((record) => record.split(","));
  expect(header?.slice(0, 4)).toEqual(["id", "contextRelevance", "contextRelevanceReason", "contextRelevanceJudge"]);
  expect(records.map(([id, value, reason, by]) => [id, value !== "", reason, by])).toEqual([
    ["whole", true, "", judge],
    ["12", true, "", judge],
    ["no query", false, "no_query", judge],
    ["no answer", true, "", judge],
    ["nothing", false, "no_context", judge],
    ["chit-chat", false, "not_retrieved", judge],
  ]);
  expect(new Set(records.map((record) => record.length))).toEqual(new Set([header?.length]));
});

it("keeps the order of lines whose sizes are far apart, whatever the number of workers", async () => {
  const sizes = Array.from({ length: 120 }, (_, index) => (index % 10 === 0 ? 400 : 1 + ((index * 7) % 20)));
  const lines = sizes.map((size, id) => ({ id, query, contexts: [contexts.join(" ").repeat(size)], answer }));
  const runs = await Promise.all(
    ["1", "3"].map((workers) => runProgram(["score", "--workers", workers], { input: linesOf(...lines) })),
  );
  expect(readRows(runs[0]?.stdout ?? "").map((row) => row["id"])).toEqual([...sizes.keys()]);
  expect(runs[1]?.stdout).toBe(runs[0]?.stdout);
});
