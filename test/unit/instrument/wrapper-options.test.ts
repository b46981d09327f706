import { describe, expect, it } from "vitest";
import { isRagTriadError, readConfig } from "../../../src/index.ts";
import { createManualClock, createScriptedJudge, createTestTriad } from "../../../src/testing/index.ts";

const triad = createTestTriad({ pipeline: "p" });

function messageOf(f: () => unknown): string {
  try {
    f();
  } catch (error) {
    if (isRagTriadError(error)) return `${error.code} ${error.message}`;
    throw error;
  }
  return "accepted";
}

describe("the options of a wrapper", () => {
  it.each([
    [
      () => triad.wrapGenerator(() => "x", { readAnwser: () => "x" } as never),
      "Unknown option `readAnwser`: did you mean `readAnswer`?",
    ],
    [() => triad.wrapRetriever(() => [], { read: 5 } as never), "Expected `read` to be a function, got `5` (number)"],
    [
      () => triad.wrapRetriever(() => [], { topK: "3" } as never),
      'Expected `topK` to be a positive integer, got `"3"` (string)',
    ],
    [
      () => triad.wrapRetriever(() => [], { topK: Number.NaN }),
      "Expected `topK` to be a positive integer, got `NaN` (number)",
    ],
    [() => triad.wrapRetriever(() => [], 5 as never), "got `5` (number)"],
  ])("are checked at once: %s", (call, message) => {
    expect(messageOf(call)).toContain("ERR_RAG_TRIAD_OPTION");
    expect(messageOf(call)).toContain(message);
  });

  it("may be left out, or undefined", () => {
    expect(messageOf(() => triad.wrapRetriever(() => [], {}))).toBe("accepted");
    expect(messageOf(() => triad.wrapGenerator(() => "x", { readPart: undefined } as never))).toBe("accepted");
  });
});

it("readConfig reads no file descriptor", () => {
  for (const path of [0, undefined, null]) {
    expect(messageOf(() => readConfig(path as never))).toContain(
      "ERR_RAG_TRIAD_CONFIG_FILE Expected the path to be a string",
    );
  }
});

it("a test triad scores on the clock it is given", async () => {
  const clock = createManualClock();
  const groundedness = createScriptedJudge({ metric: "groundedness", verdict: () => new Promise<number>(() => {}) });
  const timed = createTestTriad({ pipeline: "p", clock, judges: { groundedness }, judgeTimeoutMs: 5_000 });
  const reasons: unknown[] = [];
  timed.on("evaluated", ({ results }) => void reasons.push(results["groundedness"]?.outcome));
  timed.run({ query: "q" }, (request) => (request.addChunks(["Paris"]), "Paris."));
  await clock.advance(0);
  await clock.advance(4_999);
  expect(reasons).toEqual([]);
  await clock.advance(1);
  expect(reasons).toEqual([{ reason: "judge_timeout" }]);
});
