import { describe, expect, it } from "vitest";
import { literatureThresholds } from "../../../../src/core/thresholds.ts";
import type { Calibration } from "../../../../src/judge/calibration/calibration.ts";
import { embeddingJudges } from "../../../../src/judge/embedding/embedding-judges.ts";
import { createScriptedEmbedder } from "../../../../src/testing/index.ts";
import { anInteraction, judgeWith, numericEmbedder } from "./judge-by-vectors.ts";

const embedder = numericEmbedder();

function calibration(changes: Partial<Calibration> = {}): Calibration {
  return {
    version: 1,
    judge: "embedding",
    model: "scripted-embedder",
    metrics: {
      context_relevance: {
        points: [
          [0.2, 0],
          [0.4, 0.8],
          [0.8, 1],
        ],
      },
    },
    ...changes,
  };
}

describe("embeddingJudges", () => {
  it("scores the two relevances by the literature's thresholds, and no groundedness", () => {
    const judges = embeddingJudges({ embedder });
    expect(Object.keys(judges)).toEqual(["context_relevance", "answer_relevance"]);
    expect(judges["context_relevance"]?.thresholds).toEqual(literatureThresholds.context_relevance);
    expect(judges["answer_relevance"]?.thresholds).toEqual(literatureThresholds.answer_relevance);
    const own = embeddingJudges({ embedder, thresholds: { answer_relevance: { warning: 0.4, page: 0.3 } } });
    expect(own["answer_relevance"]?.thresholds).toEqual({ warning: 0.4, page: 0.3 });
    expect(own["context_relevance"]?.thresholds).toEqual(literatureThresholds.context_relevance);
  });

  it("has a version that tells what scores differently", () => {
    const versions = (options: object): unknown[] =>
      Object.values(embeddingJudges({ embedder, ...options })).map((judge) => judge?.version);
    expect(versions({})).toEqual(["1+scripted-embedder", "1+scripted-embedder"]);
    expect(versions({ alpha: 0.6, maxTextCharacters: 500 })).toEqual([
      "1+scripted-embedder+a0.6+t500",
      "1+scripted-embedder+t500",
    ]);
    expect(versions({ chunkThreshold: 0.5, alpha: 1, maxTextCharacters: 6_000 })).toEqual(versions({}));
    const [calibrated, raw] = versions({ calibration: calibration() });
    expect(calibrated).toMatch(/^1\+scripted-embedder\+cal\.[0-9a-f]{8}$/);
    expect(raw).toBe("1+scripted-embedder");
    const other = calibration({
      metrics: {
        context_relevance: {
          points: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    });
    expect(versions({ calibration: other })[0]).not.toBe(calibrated);
    expect(versions({ version: "mine.2" })).toEqual(["mine.2", "mine.2"]);
    const local = createScriptedEmbedder({ model: "BAAI/bge-small-en v1.5", vectors: {} });
    expect(embeddingJudges({ embedder: local })["context_relevance"]?.version).toBe("1+BAAI-bge-small-en-v1.5");
  });

  it("keeps a version of a long model name within a label, and apart from others", () => {
    const version = (model: string): string =>
      embeddingJudges({ embedder: createScriptedEmbedder({ model, vectors: {} }) })["context_relevance"]?.version ?? "";
    const long = version(`${"m".repeat(100)}1`);
    expect(long).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.:@+-]{63}$/);
    expect(version(`${"m".repeat(100)}2`)).not.toBe(long);
  });

  it("calibrates what cosines mean", async () => {
    const options = { embedder, calibration: calibration() };
    const { result } = await judgeWith(options, "context_relevance", anInteraction(["0.1", "0.3", "0.6", "0.9"]));
    expect(result.detail?.chunks?.map(({ score }) => score)).toEqual([0, 0.4, 0.9, 1]);
    const raw = await judgeWith(options, "answer_relevance", anInteraction([], { answer: "0.3" }));
    expect(raw.result.outcome).toEqual({ score: 0.3 });
  });

  it.each([
    [{ embedder: undefined }, "`embeddingJudges.embedder` to be an embedder"],
    [{ embedder: { model: "m" } }, "`embeddingJudges.embedder` to be an embedder"],
    [{ embedder: { model: "", embed: () => undefined } }, "`embeddingJudges.embedder` to be an embedder"],
    [{ alpha: 0 }, "`embeddingJudges.alpha` to be a number above 0 and at most 1, got `0` (number)"],
    [{ alpha: 1.1 }, "`embeddingJudges.alpha` to be a number above 0 and at most 1, got `1.1` (number)"],
    [{ chunkThreshold: NaN }, "`embeddingJudges.chunkThreshold` to be a number from 0 to 1, got `NaN` (number)"],
    [{ cacheMaxBytes: -1 }, "`embeddingJudges.cacheMaxBytes` to be an integer from 0 to 4294967295, got `-1` (number)"],
    [{ maxTextCharacters: 99 }, "`embeddingJudges.maxTextCharacters` to be an integer from 100 to 1000000"],
    [{ reuseVectors: "no" }, '`embeddingJudges.reuseVectors` to be a boolean, got `"no"` (string)'],
    [{ policy: () => undefined }, "`embeddingJudges.policy` to be a policy"],
    [{ thresholds: { groundedness: { warning: 0.5, page: 0.4 } } }, "`embeddingJudges.thresholds` to be"],
    [{ thresholds: { context_relevance: { warning: 0.5, page: 0.6 } } }, "`embeddingJudges.thresholds` to be"],
    [{ version: "a b" }, "`embeddingJudges.version` to be 1 to 64 letters"],
    [{ chunkTreshold: 0.5 }, "did you mean `chunkThreshold`?"],
    [{ calibration: calibration({ model: "other" }) }, '`embeddingJudges.calibration.model` to be "scripted-embedder"'],
    [{ calibration: calibration({ judge: "nli" }) }, '`embeddingJudges.calibration.judge` to be "embedding"'],
    [
      {
        calibration: calibration({
          metrics: {
            groundedness: {
              points: [
                [0, 0],
                [1, 1],
              ],
            },
          },
        }),
      },
      "`embeddingJudges.calibration.metrics` to be for context_relevance or answer_relevance",
    ],
    [
      {
        calibration: calibration({
          metrics: {
            context_relevance: {
              points: [
                [0, 0],
                [0, 1],
              ],
            },
          },
        }),
      },
      "`embeddingJudges.calibration.metrics.context_relevance.points[1][0]` to be more than the raw value before it (0)",
    ],
  ])("refuses %j", (options, message) => {
    expect(() => embeddingJudges({ embedder, ...options } as never)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringContaining(message) as string }),
    );
  });
});
