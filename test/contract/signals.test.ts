import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { signalDisagreements } from "./signals.ts";

const page = readFileSync(new URL("../../docs/signals.md", import.meta.url), "utf8");

test("docs/signals.md and the source's tables say the same", () => {
  expect(signalDisagreements(page)).toEqual([]);
});

describe("the check bites", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));

  test("when any row is left out", () => {
    expect(rows.length).toBeGreaterThan(80);
    for (const row of rows) expect(signalDisagreements(page.replace(`${row}\n`, "")), row).not.toEqual([]);
  });

  test("when any row is there twice, or under another name", () => {
    for (const row of rows) {
      expect(signalDisagreements(page.replace(row, `${row}\n${row}`)), row).not.toEqual([]);
      expect(signalDisagreements(page.replace(row, `${row}\n${row.replace("| `", "| `x_")}`)), row).not.toEqual([]);
    }
  });

  test.each([
    [
      "a label of a metric",
      "`rag.metric` `rag.severity` `rag.judge` | Scores below",
      "`rag.metric` `rag.judge` | Scores below",
    ],
    ["a kind", "`rag_requests_total` | counter", "`rag_requests_total` | histogram"],
    ["a Prometheus name", "`rag_request_duration` |", "`rag_request_duration_seconds` |"],
    [
      "a unit",
      "histogram | `s` | slice | `error.type` | From the request",
      "histogram | `ms` | slice | `error.type` | From the request",
    ],
    [
      "the place of an attribute",
      "`rag.diagnosis` | string | `rag_request` `rag_evaluation` `label`",
      "`rag.diagnosis` | string | `rag_request` `rag_evaluation`",
    ],
    ["the type of an attribute", "`rag.answer.refusal` | boolean", "`rag.answer.refusal` | string"],
    ["a value of an attribute", "`linked`, `shutdown`, `not_sampled`", "`linked`, `shutdown`"],
    ["a bucket bound", "0.5999 0.6499", "0.5999 0.65"],
    ["a reason in coverage", "| `judge_error` | yes", "| `judge_error` | no"],
    ["the coverage formula", "− no_query −", "−"],
    ["the coverage query", "|no_query|", "|"],
    ["a counter's first outcomes", "`circuit_open`, `queue_full`)", "`queue_full`)"],
    ["a query's series", "rag_groundedness_sum[1h]", "rag_faithfulness_sum[1h]"],
    [
      "a query's label",
      "(rag_pipeline, rag_intent_class) (increase(rag_groundedness_sum",
      "(rag_pipeline, rag_category) (increase(rag_groundedness_sum",
    ],
    ["a meaning", "| Always 1. |", "| |"],
  ])("when %s is wrong", (_what, right, wrong) => {
    expect(page).toContain(right);
    expect(signalDisagreements(page.replace(right, wrong))).not.toEqual([]);
  });
});
