import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { collectorDisagreements, type CollectorTexts } from "./collector.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const texts: CollectorTexts = {
  gateway: read("otel-collector/gateway.yaml"),
  persistent: read("otel-collector/gateway-persistent.yaml"),
  agent: read("otel-collector/agent.yaml"),
  loadBalancing: read("otel-collector/agent-load-balancing.yaml"),
  docs: read("docs/collector.md"),
};

test("the Collector's configurations name what is emitted, and agree with each other and their page", () => {
  expect(collectorDisagreements(texts)).toEqual([]);
});

test("the additions change pipelines that are there, and bring the exporter that they name", () => {
  interface Addition {
    readonly exporters: object;
    readonly service: { readonly pipelines: Record<string, { readonly exporters: readonly string[] }> };
  }
  const agent = parse(texts.agent) as Addition;
  const addition = parse(texts.loadBalancing) as Addition;
  for (const [signal, { exporters }] of Object.entries(addition.service.pipelines)) {
    expect(Object.keys(agent.service.pipelines)).toContain(signal);
    expect(Object.keys(addition.exporters)).toEqual(exporters);
  }
});

describe("the check bites", () => {
  test.each<[what: string, file: keyof CollectorTexts, right: string, wrong: string]>([
    ["nothing emits a metric", "gateway", "where scope.name", 'where metric.name == "rag.builds" and scope.name'],
    ["no scope is named", "gateway", ' where scope.name == "rag-triad"', ""],
    ["a score is misspelt", "gateway", '["rag.groundedness"] <', '["rag.faithfulness"] <'],
    ["a metric has no floor", "gateway", "rag.answer_relevance", "rag.groundedness"],
    ["a policy asks for no attribute of ours", "gateway", "key: rag.quality", "key: rag.verdict"],
    ["a policy asks for a value that is never written", "gateway", "[dropped, late]", "[dropped, timeout]"],
    ["a scope is misspelt", "gateway", 'scope.name == "rag-triad"', 'scope.name == "ragtriad"'],
    ["content of ours passes", "gateway", '"^rag\\\\.content\\\\."', '"^rag\\\\.contents\\\\."'],
    ["a pattern deletes what is no content", "gateway", '"^rag\\\\.content\\\\."', '"^rag\\\\."'],
    ["explanations pass", "gateway", "|evaluation\\\\.explanation|content", "|content"],
    ["span events keep content", "gateway", 'delete_matching_keys(spanevent.attributes, "^rag', 'delete_key(x, "^rag'],
    ["the agent redacts less", "agent", "|embeddings?", ""],
    ["decision_wait is below the hold time", "gateway", "RAG_DECISION_WAIT:-45s", "RAG_DECISION_WAIT:-16s"],
    ["a cache is too small", "gateway", "non_sampled_cache_size: 500000", "non_sampled_cache_size: 50000"],
    ["the memory limiter is not first", "agent", "[memory_limiter, transform/redact]", "[transform/redact]"],
    ["the log events are not redacted", "gateway", "[memory_limiter, transform/redact]", "[memory_limiter]"],
    ["a variable is not at the head", "gateway", "#   RAG_KEEP_PERCENT", "#   RAG_KEEP"],
    ["a default differs from the page's", "gateway", "RAG_LOW_GROUNDEDNESS:-0.5", "RAG_LOW_GROUNDEDNESS:-0.3"],
    ["spans are given up", "gateway", "      max_elapsed_time: 0s\n\n  prom", "      max_elapsed_time: 5m\n\n  prom"],
    ["pushes are given up", "gateway", "      max_elapsed_time: 0s\n\next", "\n\next"],
    [
      "the agent gives up",
      "agent",
      "num_consumers: 1 }\n    retry_on_failure: { enabled: true",
      "}\n    retry_on_failure: { enabled: false",
    ],
    ["a queue holds less than the page says", "gateway", "queue_size: 100000\n", "queue_size: 1000\n"],
    ["pushes have a smaller queue", "gateway", "queue_size: 10000 }", "queue_size: 1000 }"],
    ["a push may take less time", "gateway", "timeout: 5m", "timeout: 5s"],
    ["the agent's queue is smaller", "agent", "queue_size: 20000", "queue_size: 2000"],
    ["the page promises a larger queue", "docs", "100,000 records", "200,000 records"],
    ["the page lacks a variable", "docs", "| `RAG_QUEUE_DIRECTORY` |", "| RAG_QUEUE_DIRECTORY |"],
    ["an addition's variable is not on the page", "loadBalancing", "RAG_GATEWAY_HEADLESS:-", "RAG_GATEWAYS:-"],
  ])("when %s", (_what, file, right, wrong) => {
    expect(texts[file]).toContain(right);
    // `replaceAll` would also change what follows from it.
    const broken = { ...texts, [file]: texts[file].split(right).join(wrong) };
    expect(collectorDisagreements(broken)).not.toEqual([]);
  });
});
