import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { serveOpenai } from "../../examples/support/openai-server/server.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { startProgram, type StartedProgram } from "../../scripts/e2e/start-program.ts";

const examples = new URL("../../examples/", import.meta.url);
const started: StartedProgram[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((program) => program.stop()));
});

/** Nobody's key and model: whatever this machine has set, the examples ask servers of their own. */
const noAccounts = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(?:OPENAI|ANTHROPIC)_/.test(name))
    .map((name) => [name, undefined]),
);

function start(example: string, ...args: readonly string[]): StartedProgram {
  return startWith({}, example, ...args);
}

function startWith(env: Readonly<Record<string, string>>, example: string, ...args: readonly string[]): StartedProgram {
  const program = startProgram(process.execPath, [fileURLToPath(new URL(`${example}/main.ts`, examples)), ...args], {
    env: { PORT: "0", METRICS_PORT: "0", CANARIES_EVERY_MS: "1000", ...noAccounts, ...env },
  });
  started.push(program);
  return program;
}

describe("examples", () => {
  it("are all tested: here, or in demo.test.ts", () => {
    const folders = readdirSync(examples, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && entry.name !== "support" ? [entry.name] : [],
    );
    expect(folders.toSorted()).toEqual([
      "ai-sdk-judge",
      "anthropic-judge",
      "demo",
      "express-chat",
      "hono-chat",
      "minimal",
      "openai-stream",
      "plain-http",
    ]);
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

  it.each(["express-chat", "hono-chat"])(
    "%s: streams, is scored by the LLM judges, and ends in order",
    async (name) => {
      const program = start(name);
      const [, chat = ""] = await program.waitFor(/curl -N (http:\S+\/chat)/);
      const [, metrics = ""] = await program.waitFor(/curl (http:\S+\/metrics)/);
      const ask = (body: object): Promise<Response> =>
        fetch(chat, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
      const answerTo = async (query: string): Promise<readonly string[]> => {
        const response = await ask({ query });
        expect(response.headers.get("content-type")).toContain("text/event-stream");
        const events = (await response.text()).trim().split("\n\n");
        expect(events.pop()).toMatch(/^event: done\ndata:/);
        return events.map((event) => JSON.parse(event.replace(/^data: /, "")) as string);
      };
      expect((await ask({ question: "?" })).status).toBe(400);
      const parts = await answerTo("What does a day ticket cost?");
      expect(parts.length).toBeGreaterThan(5);
      expect(parts.join("")).toContain("A day ticket costs 12 euros.");

      const page = await eventually("the request, its comparison and the canaries are counted", async () => {
        const text = await (await fetch(metrics)).text();
        const compared = /^rag_judge_comparisons_total\{.*rag_metric="groundedness".*\} 1$/m.test(text);
        return compared && canariesOf(text, "passed") >= 2 ? text : undefined;
      });
      for (const [metric, judge] of [
        ["context_relevance", "llm-sentences/1+local-judge"],
        ["groundedness", "llm/1+local-judge"],
        ["answer_relevance", "llm/1+local-judge+local-embedding"],
      ] as const) {
        const labels = `rag_intent_class="prices".*rag_judge="${judge.replaceAll("+", "\\+")}"`;
        expect(page).toMatch(new RegExp(`^rag_${metric}_count\\{.*${labels}.*\\} 1$`, "m"));
        expect(page).toMatch(new RegExp(`^rag_judge_cost_total\\{.*rag_metric="${metric}".*\\} [\\d.e-]+$`, "m"));
      }
      expect(canariesOf(page, "failed")).toBe(0);

      // Its scoring is pending when the signal comes: the model that judges is still there for it.
      await answerTo("When is the museum open?");
      expect(await program.stop()).toEqual({ code: 0, signal: null });
      const scored = program.stdout().match(/^Scored: .*groundedness 1\.00 by llm\/1\+local-judge, .*$/gm);
      expect(scored).toHaveLength(2);
      expect(program.stderr()).toBe("");
    },
  );

  it.each(["express-chat", "hono-chat"])(
    "%s: a body without a query is told so, and nothing of the inside",
    async (name) => {
      const program = start(name);
      const [, chat = ""] = await program.waitFor(/curl -N (http:\S+\/chat)/);
      const json = { "content-type": "application/json" };
      const bodies: readonly RequestInit[] = [
        ...["{", "null", "", "7", '"query"', "[]", "{}", '{"query":7}'].map((body) => ({ body, headers: json })),
        { body: new URLSearchParams({ query: "What does a day ticket cost?" }) }, // As `curl -d` calls it.
        { body: "When?", headers: { "content-type": "text/plain" } },
        {},
      ];
      for (const body of bodies) {
        const response = await fetch(chat, { method: "POST", ...body });
        expect({ status: response.status, body: await response.text() }, JSON.stringify(body)).toEqual({
          status: 400,
          body: '{"error":"The body is to be {query}."}',
        });
      }
      expect(await program.stop()).toEqual({ code: 0, signal: null });
      expect(program.stderr()).toBe("");
    },
  );

  it.each(["express-chat", "hono-chat"])("%s: a model that refuses is a 500 without the stack", async (name) => {
    const upstream = await serveOpenai((_, response) => {
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"message":"a secret"}}');
    });
    onTestFinished(() => upstream.close());
    const program = startWith({ OPENAI_BASE_URL: upstream.url, CANARIES_EVERY_MS: "86400000" }, name);
    const [, chat = ""] = await program.waitFor(/curl -N (http:\S+\/chat)/);
    const response = await fetch(chat, {
      method: "POST",
      body: JSON.stringify({ query: "When is the museum open?" }),
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/^(?:\{"error":"There is no answer\."\}|Internal Server Error)$/);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  it.each(["express-chat", "hono-chat"])("%s: a client that goes away ends the model's stream", async (name) => {
    let left: () => void = () => {};
    const modelIsLeft = new Promise<void>((resolve) => (left = resolve));
    // A model that says one word and thinks about the next.
    const upstream = await serveOpenai((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.on("close", left);
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Well" } }] })}\n\n`);
    });
    onTestFinished(() => upstream.close());
    const program = startWith({ OPENAI_BASE_URL: upstream.url, CANARIES_EVERY_MS: "86400000" }, name);
    const [, chat = ""] = await program.waitFor(/curl -N (http:\S+\/chat)/);
    const [, metrics = ""] = await program.waitFor(/curl (http:\S+\/metrics)/);
    const client = new AbortController();
    const response = await fetch(chat, {
      method: "POST",
      body: JSON.stringify({ query: "When is the museum open?" }),
      headers: { "content-type": "application/json" },
      signal: client.signal,
    });
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain('data: "Well"');
    client.abort();
    await modelIsLeft;
    await eventually("the request is counted as abandoned", async () => {
      const page = await (await fetch(metrics)).text();
      return /^rag_requests_total\{.*rag_request_outcome="abandoned".*\} 1$/m.test(page) ? page : undefined;
    });
    expect(await program.stop()).toEqual({ code: 0, signal: null });
    expect(program.stderr()).toBe("");
  });

  it("ai-sdk-judge: the AI SDK streams the answer and judges it", async () => {
    const program = start("ai-sdk-judge");
    expect(await program.exited).toEqual({ code: 0, signal: null });
    expect(program.stdout()).toMatch(/^A day ticket costs 12 euros\./m);
    expect(program.stdout()).toMatch(/^Scored: .*groundedness 1\.00 by llm\/1\+local-judge, /m);
    expect(program.stdout()).toMatch(/answer_relevance 0\.\d+ by llm\/1\+local-judge\+local-embedding; quality/);
    expect(program.stderr()).toBe("");
  });

  it("anthropic-judge: tells the invented answer from the other, with its tokens and cost", async () => {
    const program = start("anthropic-judge");
    expect(await program.exited).toEqual({ code: 0, signal: null });
    const scores = [...program.stdout().matchAll(/^ {2}groundedness by llm\/1\+local-claude: \{ score: ([\d.]+) \}/gm)];
    expect(scores.map(([, score]) => Number(score))).toEqual([1, 0]);
    expect(program.stdout()).toMatch(
      /answer_relevance by llm-graded\/1\+local-claude: .*inputTokens: \d+.*cost: 0\.\d+/,
    );
    expect(program.stderr()).toBe("");
  });
});

/** How many canaries of the museum's chats passed or failed, over all judges. */
function canariesOf(page: string, end: "passed" | "failed"): number {
  const counts = page.matchAll(new RegExp(`^rag_judge_canaries_total\\{.*rag_canary="${end}".*\\} (\\d+)$`, "gm"));
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
