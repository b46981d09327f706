import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { close, listen } from "../../examples/demo/service/listen.ts";
import { startDemo, type DemoJson } from "./support/demo.ts";
import type { ProgramEnd, StartedProgram } from "../../scripts/e2e/start-program.ts";

const started: StartedProgram[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((program) => program.stop()));
});

function start(...args: readonly string[]): StartedProgram {
  const program = startDemo(...args);
  started.push(program);
  return program;
}

async function runToEnd(
  ...args: readonly string[]
): Promise<ProgramEnd & { readonly stdout: string; readonly stderr: string }> {
  const program = start(...args);
  const end = await program.exited;
  return { ...end, stdout: program.stdout(), stderr: program.stderr() };
}

describe("the demo", () => {
  it("scores every request, tells clean from corrupted answers and says so in one JSON object", async () => {
    const { code, stdout, stderr } = await runToEnd("--json", "--latency-pairs", "200");
    expect(stderr).not.toMatch(/^warning /m);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    const json = JSON.parse(stdout) as DemoJson;

    expect(json.requests).toBeGreaterThanOrEqual(100);
    expect(json.scored).toBeGreaterThan(0.8 * json.requests);
    for (const outcomes of Object.values(json.evaluations)) {
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(json.requests);
      expect(Object.keys(outcomes).filter((outcome) => !["scored", "refusal", "no_context"].includes(outcome))).toEqual(
        [],
      );
    }
    for (const mean of Object.values(json.meanScores)) {
      expect(mean).toBeGreaterThan(0);
      expect(mean).toBeLessThanOrEqual(1);
    }
    expect(Object.keys(json.meanScoresByIntent).toSorted()).toEqual([
      "ambiguous",
      "chinese",
      "faq",
      "how_to",
      "off_topic",
      "unanswerable",
    ]);
    const context = (intent: string): number => json.meanScoresByIntent[intent]?.["contextRelevance"] ?? 0;
    expect(context("off_topic")).toBeLessThan(context("faq"));

    const answers = Object.values(json.groundednessByKind).reduce((sum, { answers: count }) => sum + count, 0);
    const corrupted = answers - (json.groundednessByKind["clean"]?.answers ?? 0);
    expect(corrupted / answers).toBeGreaterThan(0.1);
    expect(corrupted / answers).toBeLessThan(0.3);
    expect(json.cleanVsCorruptedAuroc).toBeGreaterThan(0.9);
    expect(json.addedLatencyMs).toEqual({ p50: expect.any(Number), p99: expect.any(Number) });

    expect(json.conservation.violations).toEqual([]);
    expect(json.conservation.scrapes).toBeGreaterThan(3);
    expect(json.conservation.mostPending).toBeGreaterThan(0);
    expect(stderr).toContain("What is the default of k1 in Lucene?");
    expect(stderr).toContain("rag.groundedness = ");
    // A failed answer whose claims say why.
    expect(stderr).toMatch(/rag\.claims\.unsupported = [1-9]/);
  });

  it("is the same for the same seed, and corrupts nothing when told so", async () => {
    const [first, second, clean] = await Promise.all([
      runToEnd("--json", "--latency-pairs", "0", "--corrupt", "0.5"),
      runToEnd("--json", "--latency-pairs", "0", "--corrupt", "0.5", "--concurrency", "1"),
      runToEnd("--json", "--latency-pairs", "0", "--corrupt", "0"),
    ]).then((runs) => runs.map(({ stdout }) => JSON.parse(stdout) as DemoJson));
    expect(second?.groundednessByKind).toEqual(first?.groundednessByKind);
    expect(second?.meanScoresByIntent).toEqual(first?.meanScoresByIntent);
    expect(Object.keys(clean?.groundednessByKind ?? {})).toEqual(["clean"]);
    expect(clean?.cleanVsCorruptedAuroc).toBeNull();
    expect(clean?.meanScores["groundedness"]).toBeGreaterThan(first?.meanScores["groundedness"] ?? 1);
  });

  it("plays recorded interactions, reports bad lines and goes on", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rag-triad-demo-"));
    const file = join(folder, "interactions.jsonl");
    const grounded = { query: "How long is the notice period?", contexts: ["The notice period is 30 days."], label: 1 };
    const lines = [
      ...Array.from({ length: 150 }, (_, position) =>
        JSON.stringify({ id: `g${position}`, ...grounded, answer: "The notice period is 30 days." }),
      ),
      ...Array.from({ length: 50 }, (_, position) =>
        JSON.stringify({ id: `u${position}`, ...grounded, label: 0, answer: "Penguins swim in the cold sea." }),
      ),
      JSON.stringify({
        id: "no query",
        query: null,
        chunks: [{ id: "c", text: "Paris is in France." }],
        answer: "Paris is in France.",
      }),
      JSON.stringify({ id: "no answer", query: "q", contexts: ["Paris is in France."], answer: null }),
      JSON.stringify({
        id: "nothing retrieved",
        query: "Where is Paris?",
        contexts: [],
        answer: "Paris is in France.",
      }),
      JSON.stringify({ id: "no retriever", query: "Hello there?", answer: "Paris is in France." }),
      "not json",
      '{"id": "x", "query": "q", "contexts": "text", "answer": "a"}',
      "",
    ];
    await writeFile(file, lines.join("\n"));
    try {
      const { code, stdout, stderr } = await runToEnd("--json", "--interactions", file);
      expect(code).toBe(0);
      const json = JSON.parse(stdout) as DemoJson & { readonly labelAuroc: number };
      expect(json.requests).toBe(204);
      expect(json.badLines).toBe(2);
      expect(stderr).toContain(`${file}:205: `);
      expect(stderr).toContain(`${file}:206: `);
      expect(json.evaluations).toEqual({
        context_relevance: { scored: 201, no_query: 1, no_context: 1, not_retrieved: 1 },
        groundedness: { scored: 202, empty_answer: 1, not_retrieved: 1 },
        answer_relevance: { scored: 202, no_query: 1, empty_answer: 1 },
      });
      expect(json.labelAuroc).toBe(1);
      expect(json.cleanVsCorruptedAuroc).toBeNull();
      expect(json.conservation.violations).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("serves: streams answers, counts them, and ends with exit code 0 at SIGTERM", async () => {
    const program = start("--serve", "--json", "--latency-pairs", "0");
    const [line] = await program.waitFor(/^\{.*\}$/m);
    const { askUrl, metricsUrl, requests } = JSON.parse(line) as DemoJson;

    const response = await fetch(askUrl, {
      method: "POST",
      body: JSON.stringify({ query: "What is the burn rate?", intent: "curl" }),
    });
    const parts: string[] = [];
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parts.push(part);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join("")).toContain("burn rate");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);

    await program.waitFor(new RegExp(`${response.headers.get("x-request-id")}  curl  `));
    const page = await (await fetch(metricsUrl)).text();
    const counts = [...page.matchAll(/^rag_requests_total\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(requests + 1);
    expect(page).toMatch(/^rag_requests_total\{[^}]*rag_intent_class="curl"[^}]*\} 1$/m);

    for (const [body, status] of [
      ["{", 400],
      ['{"query": 1}', 400],
      ['{"query": "q", "intent": 1}', 400],
      ["x".repeat(70_000), 413],
    ] as const) {
      expect((await fetch(askUrl, { method: "POST", body })).status).toBe(status);
    }
    expect((await fetch(askUrl)).status).toBe(405);
    expect((await fetch(new URL("/nowhere", askUrl))).status).toBe(404);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  it.each([
    [["--corrupt", "2"], '--corrupt has to be a number from 0 to 1, and not "2".'],
    [["--corrupt", "half"], '--corrupt has to be a number from 0 to 1, and not "half".'],
    [["--port", "70000"], '--port has to be a whole number from 0 to 65535, and not "70000".'],
    [["--concurrency", "1.5"], '--concurrency has to be a whole number from 1 to 64, and not "1.5".'],
    [["--colour"], "--colour"],
    [["extra"], "extra"],
  ])("refuses %j", async (args, problem) => {
    const { code, stdout, stderr } = await runToEnd(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(problem);
    expect(stderr).toContain("--help");
  });

  it("explains itself", async () => {
    const { code, stdout } = await runToEnd("--help");
    expect(code).toBe(0);
    expect(stdout).toContain("--interactions FILE");
  });

  it("says that a port is taken, and that a file is missing", async () => {
    const server = createServer();
    const port = new URL(await listen(server, 0)).port;
    try {
      for (const option of ["--port", "--metrics-port"]) {
        const { code, stderr } = await runToEnd(option, port, "--latency-pairs", "0");
        expect(code).toBe(1);
        expect(stderr).toContain(port);
        expect(stderr).not.toContain("    at ");
      }
    } finally {
      await close(server);
    }
    const missing = await runToEnd("--interactions", join(tmpdir(), "rag-triad-no-such-file.jsonl"));
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("no such file");
  });
});
