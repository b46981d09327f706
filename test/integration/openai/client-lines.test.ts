import type OpenAI from "openai";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openaiEmbedder, openaiJudgeModel } from "../../../src/openai/index.ts";
import { behaviours, startOpenaiServer, type BehaviourName, type ScriptedServer } from "../../helpers/openai-server.ts";
import { createTemporaryFolder, run } from "../sdk-lines/install.ts";

const root = join(import.meta.dirname, "../../..");
const folder = createTemporaryFolder();
let server: ScriptedServer;

beforeAll(async () => {
  server = await startOpenaiServer(() => '{"grade":3}');
  const dependencies = { openai5: "npm:openai@^5", openai6: "npm:openai@^6" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"];
  const { status, stderr } = await run("npm", args, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([5, 6])("openai %i", (line) => {
  const createClient = async (): Promise<OpenAI> => {
    const file = join(folder, "node_modules", `openai${line}`, "index.mjs");
    const { default: Client } = (await import(pathToFileURL(file).href)) as { readonly default: typeof OpenAI };
    return new Client({ baseURL: server.url, apiKey: "none", maxRetries: 5 });
  };

  it("is asked once, and its answer and usage are read", async () => {
    server.behave("success");
    const before = server.calls.length;
    const model = openaiJudgeModel(await createClient(), { model: "m" });
    const reply = await model.complete({ instructions: "a", input: "b" }, { signal: AbortSignal.timeout(20_000) });
    expect(reply).toEqual({ text: '{"grade":3}', finish: "stop", usage: { inputTokens: 1, outputTokens: 3 } });
    const embedder = openaiEmbedder(await createClient(), { model: "e", dimensions: 8 });
    const { vectors } = await embedder.embed(["a", "b"], { signal: AbortSignal.timeout(20_000), kind: "passage" });
    expect(vectors.map(({ length }) => length)).toEqual([8, 8]);
    const asked = server.calls.slice(before);
    expect(asked.map(({ body }) => body["model"])).toEqual(["m", "e"]);
    expect(asked[0]?.headers["user-agent"]).toBeDefined();
    expect(asked[0]?.headers["x-stainless-package-version"]).toMatch(new RegExp(`^${line}\\.`));
  });

  it.each<[BehaviourName, object]>([
    ["rate_limited_for_a_while", { reason: "rate_limited", code: "http_429", retryable: true, retryAfterMs: 1_000 }],
    ["out_of_quota", { reason: "rate_limited", code: "insufficient_quota", retryable: false }],
    ["server_error", { reason: "judge_error", code: "http_500", retryable: true }],
    ["reset", { reason: "judge_error", retryable: true }],
    ["reset_in_body", { reason: "judge_error", retryable: true }],
    ["truncated_body", { reason: "judge_invalid_output", code: "http_body_not_json" }],
    ["huge", { reason: "judge_invalid_output", code: "http_body_too_large" }],
    ["hang", { reason: "judge_timeout" }],
    ["hang_in_body", { reason: "judge_timeout" }],
  ])("fails as it should: %s", async (behaviour, expected) => {
    const controller = new AbortController();
    server.behave((...given) => {
      behaviours[behaviour](...given);
      if (behaviour.startsWith("hang")) setImmediate(() => controller.abort());
    });
    const before = server.calls.length;
    const model = openaiJudgeModel(await createClient(), { model: "m" });
    const pending = model.complete({ instructions: "a", input: "b" }, { signal: controller.signal });
    await expect(pending).rejects.toMatchObject({ isJudgeFailure: true, ...expected });
    expect(server.calls.length - before).toBe(1);
  });
});

/** A program that gives a client of this package to both functions. */
function programOf(packageName: string): string {
  return `
import OpenAI, { AzureOpenAI } from ${JSON.stringify(packageName)};
import { openaiEmbedder, openaiJudgeModel } from ${JSON.stringify(join(root, "src/openai/index.ts"))};
const client = new OpenAI();
openaiJudgeModel(client, { model: "m" });
openaiEmbedder(client, { model: "m" });
openaiJudgeModel(new AzureOpenAI(), { model: "m" });
openaiEmbedder(new AzureOpenAI(), { model: "m" });
// @ts-expect-error: only a part of a client
openaiJudgeModel(client.chat, { model: "m" });
// @ts-expect-error: only a part of a client
openaiEmbedder(client.embeddings, { model: "m" });
`;
}

it("clients of all lines, Azure's too, have the shape that the types ask for", async () => {
  const packages = {
    "five.ts": "openai5",
    "six.ts": "openai6",
    "seven.ts": join(root, "node_modules/openai/index.mjs"),
  };
  for (const [file, name] of Object.entries(packages)) writeFileSync(join(folder, file), programOf(name));
  const compilerOptions = {
    target: "es2024",
    lib: ["es2024"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(packages) }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = await run(process.execPath, [compiler, "-p", "."], { cwd: folder });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});
