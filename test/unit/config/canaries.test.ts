import { describe, expect, it } from "vitest";
import { canaries } from "../../../src/config/canaries.ts";
import { defaultCanaryCases } from "../../../src/config/canary-cases.ts";
import { isAsExpected, type CanaryCase } from "../../../src/core/canary.ts";
import { embeddedJudges } from "../../../src/judge/embedded/embedded-judges.ts";
import { scoreInteraction } from "../../../src/scoring/score-interaction.ts";
import { createManualClock } from "../../../src/testing/manual-clock.ts";
import { evenRandom } from "../../helpers/judge-context.ts";
import { resolve } from "./resolve.ts";

const one: CanaryCase = { id: "one", query: "q", chunks: ["c"], answer: "a", expect: { groundedness: "high" } };
const withCase = (changes: object) => ({ cases: [{ ...one, ...changes }] });

describe("canaries", () => {
  it("has a round every ten minutes and cases of ours by default", () => {
    expect(canaries()).toEqual({ everyMs: 600_000, cases: defaultCanaryCases });
  });

  it("takes chunks as texts or whole, and bounds in place of words", () => {
    const cases = [
      { ...one, chunks: ["c", { id: "x", text: "t", vector: [1] }], intentClass: "billing" },
      { ...one, id: "two", expect: { groundedness: { atLeast: 0.5 }, "criteria.tone": { atMost: 0.2 } } },
    ];
    expect(canaries({ everyMs: 1_000, cases })).toEqual({ everyMs: 1_000, cases });
  });

  it("takes `undefined` for what is not given", () => {
    expect(canaries({ everyMs: undefined, cases: undefined } as never)).toEqual(canaries());
  });

  it.each<[object | undefined, RegExp]>([
    [5 as never, /`canaries`.*an object/],
    [{ everyMs: 999 }, /`canaries\.everyMs`.*from 1000 to 86400000.*`999`/],
    [{ everyMs: 1_000.5 }, /`canaries\.everyMs`/],
    [{ everyMs: "1000" }, /`canaries\.everyMs`.*\(string\)/],
    [{ every: 1_000 }, /`canaries\.every`/],
    [{ cases: [] }, /`canaries\.cases`.*at least one/],
    [{ cases: one }, /`canaries\.cases`/],
    [{ cases: ["one"] }, /`canaries\.cases\[0\]`/],
    [{ cases: [one, one] }, /`canaries\.cases\[1\]\.id`.*no other case has.*"one"/],
    [withCase({ id: "the first one" }), /`canaries\.cases\[0\]\.id`/],
    [withCase({ query: " " }), /`canaries\.cases\[0\]\.query`/],
    [withCase({ answer: undefined }), /`canaries\.cases\[0\]\.answer`/],
    [withCase({ chunks: "c" }), /`canaries\.cases\[0\]\.chunks`/],
    [withCase({ chunks: [{ text: "no id" }] }), /`canaries\.cases\[0\]\.chunks`/],
    [withCase({ intentClass: "what is it?" }), /`canaries\.cases\[0\]\.intentClass`/],
    [withCase({ expected: {} }), /`canaries\.cases\[0\]\.expected`/],
    [withCase({ expect: {} }), /`canaries\.cases\[0\]\.expect`/],
    [withCase({ expect: { faithfulness: "high" } }), /`canaries\.cases\[0\]\.expect\.faithfulness`/],
    [withCase({ expect: { groundedness: "good" } }), /`canaries\.cases\[0\]\.expect\.groundedness`/],
    [withCase({ expect: { groundedness: {} } }), /`canaries\.cases\[0\]\.expect\.groundedness`/],
    [withCase({ expect: { groundedness: { min: 0.5 } } }), /`canaries\.cases\[0\]\.expect\.groundedness\.min`/],
    [withCase({ expect: { groundedness: { atLeast: 2 } } }), /groundedness\.atLeast`.*from 0 to 1/],
    [withCase({ expect: { groundedness: { atLeast: 0.5, atMost: 0.4 } } }), /groundedness\.atMost`.*at least atLeast/],
  ])("refuses %j", (options, message) => {
    expect(() => canaries(options as never)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringMatching(message) }),
    );
  });

  it("as an option is checked like any other", () => {
    expect(resolve({ options: { pipeline: "p", canaries: canaries() } }).canaries).toEqual(canaries());
    expect(resolve({}).canaries).toBeUndefined();
    expect(() => resolve({ options: { pipeline: "p", canaries: { everyMs: 5 } as never } })).toThrow(
      /`canaries\.everyMs`/,
    );
    expect(() => resolve({ options: { pipeline: "p", canaries: true as never } })).toThrow(
      /`canaries`.*as `canaries\(\)` returns it/,
    );
  });
});

describe("the cases of ours", () => {
  const judges = embeddedJudges();

  it.each(defaultCanaryCases)(
    "$id is judged as expected by the embedded judges",
    async ({ query, chunks, answer, expect: expected }) => {
      const results = await scoreInteraction({
        interaction: {
          id: "canary",
          query,
          answer,
          retrieval: "succeeded",
          chunks: chunks.map((chunk, index) => (typeof chunk === "string" ? { id: `${index}`, text: chunk } : chunk)),
        },
        metrics: Object.keys(expected),
        judges,
        signal: new AbortController().signal,
        clock: createManualClock(),
        random: evenRandom,
      });
      for (const [metric, wanted] of Object.entries(expected)) {
        const result = results[metric];
        const thresholds = judges[metric]?.thresholds;
        if (wanted === undefined || result === undefined || thresholds === undefined) throw new Error(`No ${metric}`);
        expect(isAsExpected(wanted, result, thresholds), metric).toBe(true);
      }
    },
  );

  it("are grounded, invented, injected and beside the query, each in English and Chinese", () => {
    expect(defaultCanaryCases.map(({ id }) => id)).toEqual(
      ["en", "zh"].flatMap((language) =>
        ["grounded", "invented", "injected", "beside"].map((kind) => `${kind}-${language}`),
      ),
    );
    for (const { id, answer } of defaultCanaryCases) expect(/\p{Script=Han}/u.test(answer), id).toBe(id.endsWith("zh"));
  });
});
