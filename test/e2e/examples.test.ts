import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { startProgram, type StartedProgram } from "../../scripts/e2e/start-program.ts";

const examples = new URL("../../examples/", import.meta.url);
const started: StartedProgram[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((program) => program.stop()));
});

function start(example: string, ...args: readonly string[]): StartedProgram {
  const program = startProgram(process.execPath, [fileURLToPath(new URL(`${example}/main.ts`, examples)), ...args], {
    env: { PORT: "0", METRICS_PORT: "0", OPENAI_BASE_URL: undefined },
  });
  started.push(program);
  return program;
}

describe("examples", () => {
  it("are all tested: here, or in demo.test.ts", () => {
    const folders = readdirSync(examples, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
    expect(folders.toSorted()).toEqual(["demo", "minimal", "openai-stream", "plain-http"]);
  });

  it("minimal: five lines, and the scores are on /metrics", async () => {
    const program = start("minimal", "Can shoes be returned?");
    expect(await program.exited).toEqual({ code: 0, signal: null });
    expect(program.stdout()).toContain("Shoes can be returned within 30 days");
    for (const metric of ["context_relevance", "groundedness", "answer_relevance"]) {
      expect(program.stdout()).toMatch(new RegExp(`^rag_${metric}_sum\\{.*rag_pipeline="support".*\\} [\\d.]+$`, "m"));
    }
    expect(program.stderr()).toBe("");
  });

  it("openai-stream: the real client's stream is read as it passes by", async () => {
    const program = start("openai-stream");
    expect(await program.exited).toEqual({ code: 0, signal: null });
    expect(program.stdout()).toContain("The notice period is 30 days to the end of a month.\n");
    expect(program.stdout()).toMatch(/^groundedness \{ score: (?:1|0\.9\d*) \}$/m);
    expect(program.stdout()).toMatch(/^context_relevance \{ score: 0\.\d+ \}$/m);
    expect(program.stderr()).toBe("");
  });

  it("plain-http: answers, counts by intent class, and ends at SIGTERM", async () => {
    const program = start("plain-http");
    const [, ask = ""] = await program.waitFor(/curl (http:\S+\/ask)/);
    const [, metrics = ""] = await program.waitFor(/curl (http:\S+\/metrics)/);
    const answerTo = async (body: string): Promise<string> => (await fetch(ask, { method: "POST", body })).text();
    expect(await answerTo("When is the library open?")).toContain("from 9 to 18");
    expect(await answerTo("How long can books be borrowed?")).toContain("4 weeks");
    expect(await answerTo("xyz")).toBe("I don't know.");
    const scored = await eventually("three requests are scored", async () => {
      const page = await (await fetch(metrics)).text();
      const counts = [...page.matchAll(/^rag_evaluations_total\{.*rag_metric="groundedness".*\} (\d+)$/gm)].map(
        ([, count]) => Number(count),
      );
      return counts.reduce((sum, count) => sum + count, 0) === 3 ? page : undefined;
    });
    expect(scored).toMatch(/^rag_requests_total\{.*rag_intent_class="opening_hours".*rag_request_outcome="ok".*\} 1$/m);
    expect(scored).toMatch(
      /^rag_requests_total\{.*rag_intent_class="other_questions".*rag_request_outcome="ok".*\} 2$/m,
    );
    // Telemetry was the only listener: it shut down, and then let the signal do what it does.
    expect(await program.stop()).toEqual({ code: null, signal: "SIGTERM" });
  });
});
