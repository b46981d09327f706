import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRagTriad, triadMetrics, unscoredReasons, type EvaluatedEvent } from "../../src/index.ts";
import { createMetricsRig } from "../integration/telemetry/metrics-rig.ts";

const cyclic: Record<string, unknown> = { text: "loops" };
cyclic["self"] = cyclic;
cyclic["metadata"] = cyclic;
const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error("no");
    },
    getOwnPropertyDescriptor: () => {
      throw new Error("no");
    },
    has: () => {
      throw new Error("no");
    },
  },
);
// fast-check looks at the values it makes, which the proxy does not survive: it takes the marker's place afterwards.
const proxyMarker = "a proxy that throws";
// Values that are long to print have a marker too.
const manyMarker = "1,500 chunks";
const hugeMarker = "10 MB of text";
function real(value: unknown): unknown {
  if (value === proxyMarker) return throwing;
  if (value === manyMarker) return Array.from({ length: 1_500 }, () => "one of many");
  return value === hugeMarker ? tenMegabytes : value;
}
const tenMegabytes = "All work and no play. ".repeat(500_000);

const text = fc.oneof(
  fc.constantFrom("", " ", "\n\n", "\0", "\ud800", "a\udc00b", hugeMarker, "巴黎是法国的首都。", "🧪".repeat(100)),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
);
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      undefined,
      0,
      Number.NaN,
      7n,
      Symbol("s"),
      true,
      [],
      {},
      cyclic,
      proxyMarker,
      new Date(0),
      new Map(),
      () => "f",
    ),
  },
  { weight: 1, arbitrary: fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }) },
);
const chunks: fc.Arbitrary<unknown> = fc.oneof(
  fc.array(fc.oneof(text, fc.record({ id: anything, text, score: anything })), { maxLength: 6 }),
  fc.constant(manyMarker),
  anything,
);

describe("hostile queries, chunks and answers", () => {
  it("never throw and always have an outcome", async () => {
    const rig = createMetricsRig();
    const triad = createRagTriad({
      pipeline: "p",
      meterProvider: rig.provider,
      judgeTimeoutMs: 60_000,
      holdTimeoutMs: 60_000,
      captureContent: true,
    });
    triad.on("warning", () => {});
    const evaluated: EvaluatedEvent[] = [];
    triad.on("evaluated", (event) => void evaluated.push(event));
    const retrieve = triad.wrapRetriever((result: unknown) => result);
    const generate = triad.wrapGenerator((_query: unknown, _chunks: unknown, result: unknown) => result);
    await fc.assert(
      fc.asyncProperty(anything, chunks, anything, async (...given) => {
        const [query, retrieved, answer] = given.map(real);
        const before = evaluated.length;
        const returned = triad.run({ query } as never, () => {
          const found = retrieve(retrieved);
          expect(Object.is(found, retrieved)).toBe(true);
          return generate(query, found, answer);
        });
        expect(Object.is(returned, answer)).toBe(true);
        await triad.flush({ timeoutMs: 60_000 });
        expect(evaluated).toHaveLength(before + 1);
        for (const metric of triadMetrics) {
          const outcome = evaluated.at(-1)?.results[metric]?.outcome;
          if (outcome !== undefined && "score" in outcome) {
            expect(outcome.score).toBeGreaterThanOrEqual(0);
            expect(outcome.score).toBeLessThanOrEqual(1);
          } else {
            expect(unscoredReasons).toContain(outcome?.reason);
            expect(["judge_error", "judge_timeout", "judge_invalid_output"]).not.toContain(outcome?.reason);
          }
        }
      }),
      { numRuns: 200, endOnFailure: true },
    );
    await triad.shutdown();
  }, 120_000);
});
