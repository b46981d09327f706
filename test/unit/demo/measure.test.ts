import { describe, expect, it } from "vitest";
import { addedLatency, measurePairs } from "../../../examples/demo/measure/added-latency.ts";
import { conservationViolations } from "../../../examples/demo/measure/conservation.ts";
import { parseExposition, sumOf } from "../../../examples/demo/measure/exposition.ts";

const page = (pending: number, observed = 3): string => `# HELP rag_requests_total Requests.
# TYPE rag_requests_total counter
rag_requests_total{rag_pipeline="demo",rag_intent_class="faq"} 5
rag_requests_total{rag_pipeline="demo",rag_intent_class="a \\"b\\", c\\n"} 2 1700000000000
${["context_relevance", "groundedness", "answer_relevance"]
  .map(
    (metric) => `rag_evaluations_total{rag_pipeline="demo",rag_metric="${metric}",rag_outcome="scored"} 3
rag_evaluations_total{rag_pipeline="demo",rag_metric="${metric}",rag_outcome="refusal"} 2
rag_evaluation_pending{rag_pipeline="demo",rag_metric="${metric}"} ${pending}
rag_${metric}_bucket{rag_pipeline="demo",le="+Inf"} 3
rag_${metric}_count{rag_pipeline="demo"} ${observed}`,
  )
  .join("\n")}
`;

describe("parseExposition", () => {
  it("reads names, labels and values", () => {
    const samples = parseExposition(page(2));
    expect(samples[1]).toEqual({
      name: "rag_requests_total",
      labels: { rag_pipeline: "demo", rag_intent_class: 'a "b", c\n' },
      value: 2,
    });
    expect(sumOf(samples, "rag_requests_total")).toBe(7);
    expect(sumOf(samples, "rag_evaluations_total", { rag_outcome: "refusal" })).toBe(6);
    expect(parseExposition("up 1\nx +Inf\ny NaN\n\nnonsense").map(({ value }) => value)).toEqual([
      1,
      Infinity,
      Number.NaN,
    ]);
  });
});

describe("conservationViolations", () => {
  it("holds when requests = evaluations + pending", () => {
    expect(conservationViolations(parseExposition(page(2)))).toEqual([]);
  });

  it("names each metric for which it does not", () => {
    expect(conservationViolations(parseExposition(page(1)))).toEqual([
      "demo/context_relevance: 7 requests, but 5 evaluations + 1 pending",
      "demo/groundedness: 7 requests, but 5 evaluations + 1 pending",
      "demo/answer_relevance: 7 requests, but 5 evaluations + 1 pending",
    ]);
    expect(conservationViolations(parseExposition(page(2, 4)))).toContain(
      "demo/groundedness: 3 scored, but 4 in the histogram",
    );
  });
});

describe("measurePairs", () => {
  it("sends each item to both, changes who is first, and leaves the warm-up out", async () => {
    const calls: string[] = [];
    const service = (name: string, time: number) => async (item: number) => {
      calls.push(`${name}${item}`);
      return time + item;
    };
    const pairs = await measurePairs([0, 1, 2, 3], { bare: service("b", 10), wrapped: service("w", 20), warmUp: 1 });
    expect(calls).toEqual(["b0", "w0", "w1", "b1", "b2", "w2", "w3", "b3"]);
    expect(pairs).toEqual({ bare: [11, 12, 13], wrapped: [21, 22, 23] });
  });
});

describe("addedLatency", () => {
  it("is the difference of the quantiles", () => {
    const bare = Array.from({ length: 101 }, (_, position) => position);
    expect(addedLatency({ bare, wrapped: bare.map((value) => value + 0.5) })).toMatchObject({
      p50: 0.5,
      p99: 0.5,
      bare: { p50: 50, p99: 99 },
      pairs: 101,
      blocks: 1,
    });
    expect(addedLatency({ bare: [], wrapped: [] })).toBeUndefined();
  });

  it("does not let one busy moment decide", () => {
    const bare = Array.from({ length: 1000 }, () => 1);
    const wrapped = bare.map((_, position) => (position < 20 ? 500 : 1.2));
    expect(addedLatency({ bare, wrapped })).toMatchObject({ p50: 0.2, p99: 0.2, blocks: 5 });
  });
});
