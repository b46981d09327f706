import { describe, expect, it } from "vitest";
import type { JudgedClaim, Verdict } from "../../../src/core/claim.ts";
import { rowFormats } from "../../../src/cli/score/row-formats.ts";
import type { ScoreRow } from "../../../src/cli/score/score-row.ts";
import type { TriadResults } from "../../../src/cli/score/line-scoring.ts";

const judge = "embedded/1";
const claim = (verdict: Verdict): JudgedClaim => ({ text: "t", verdict, score: 0.5, flags: [] });

const results: TriadResults = {
  context_relevance: {
    outcome: { score: 0.74 },
    judge,
    judgeSeconds: 0.1,
    detail: { chunks: [{ id: "a", score: 0.74 }], relevantChunkRatio: 1 },
  },
  groundedness: {
    outcome: { score: 0.5 },
    judge,
    detail: {
      claims: [
        { ...claim("supported"), chunkId: "a", evidence: "e" },
        claim("contradicted"),
        claim("unsupported"),
        claim("unsupported"),
      ],
    },
  },
  answer_relevance: { outcome: { reason: "judge_error" }, judge, errorType: "worker_died" },
};
const row = (keys: Partial<ScoreRow> = {}): ScoreRow => ({ id: "1", results, extras: {}, ...keys });

/** Reads RFC 4180, strictly. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "\r\n") {
      records.push(cells);
      cells = [];
    }
    if (field.lastIndex === text.length) return records;
  }
  throw new Error("not RFC 4180");
}

describe("jsonl", () => {
  const read = (keys: Partial<ScoreRow>) => JSON.parse(rowFormats.jsonl.format(row(keys)));

  it("writes one line with a score or a reason, the judge, and what the judge found", () => {
    const text = rowFormats.jsonl.format(row());
    expect(text.indexOf("\n")).toBe(text.length - 1);
    expect(JSON.parse(text)).toEqual({
      id: "1",
      contextRelevance: { score: 0.74, judge, relevantChunkRatio: 1, chunks: [{ id: "a", score: 0.74 }] },
      groundedness: {
        score: 0.5,
        judge,
        claims: [
          { text: "t", verdict: "supported", score: 0.5, chunkId: "a", evidence: "e", flags: [] },
          ...["contradicted", "unsupported", "unsupported"].map((verdict) => ({
            text: "t",
            verdict,
            score: 0.5,
            flags: [],
          })),
        ],
      },
      answerRelevance: { reason: "judge_error", judge, errorType: "worker_died" },
    });
    expect(rowFormats.jsonl.header).toBe("");
  });

  it("copies extra keys after ours, which they never replace", () => {
    const extras = { label: 1, spans: [{ a: "中" }], groundedness: "mine", "10": "first in any object" };
    const written = read({ id: 5, extras });
    expect(written).toMatchObject({ id: 5, label: 1, spans: [{ a: "中" }], groundedness: { score: 0.5 } });
    expect(Object.keys(written)).toEqual([
      "10",
      "id",
      "contextRelevance",
      "groundedness",
      "answerRelevance",
      "label",
      "spans",
    ]);
  });

  it("stays on one line and readable whatever the texts hold", () => {
    const extras = { note: "\n\r\u2028\ud800\u0000" };
    expect(read({ extras })).toMatchObject(extras);
    expect(rowFormats.jsonl.format(row({ extras })).match(/[\r\n]/gu)).toEqual(["\n"]);
  });
});

describe("csv", () => {
  const [header = []] = readCsv(rowFormats.csv.header);
  const read = (keys: Partial<ScoreRow>): Record<string, string> => {
    const records = readCsv(rowFormats.csv.format(row(keys)));
    expect(records).toHaveLength(1);
    expect(records[0]).toHaveLength(header.length);
    return Object.fromEntries(header.map((name, index) => [name, records[0]?.[index] ?? ""]));
  };

  it("writes one record with flat columns", () => {
    expect(read({ extras: { label: 1 } })).toEqual({
      id: "1",
      contextRelevance: "0.74",
      contextRelevanceReason: "",
      contextRelevanceJudge: judge,
      groundedness: "0.5",
      groundednessReason: "",
      groundednessJudge: judge,
      answerRelevance: "",
      answerRelevanceReason: "judge_error",
      answerRelevanceJudge: judge,
      relevantChunkRatio: "1",
      claims: "4",
      supportedClaims: "1",
      contradictedClaims: "1",
      unsupportedClaims: "2",
    });
  });

  it("leaves the counts of an interaction without judged claims empty", () => {
    const groundedness = { outcome: { reason: "empty_answer" }, judge } as const;
    expect(read({ results: { ...results, groundedness } })).toMatchObject({
      claims: "",
      supportedClaims: "",
      groundednessReason: "empty_answer",
    });
  });

  it.each([["a,b"], ['say "x"'], ["two\nlines"], ["two\r\nlines"], [""], [" space "], ["中文"]])(
    "keeps the id %j",
    (id) => {
      expect(read({ id })["id"]).toBe(id);
    },
  );
});
