import OpenAI from "openai";
import { embeddingOf } from "../../../examples/support/openai-server/embedding.ts";
import { judgeReply } from "../../../examples/support/openai-server/judge-replies.ts";
import { createRagTriad, llmJudges, type Policy, type RagTriad, type RagTriadOptions } from "../../../src/index.ts";
import { openaiEmbedder, openaiJudgeModel } from "../../../src/openai/index.ts";
import { startOpenaiServer, type ScriptedServer } from "../../helpers/openai-server.ts";
import { createTracedRig, type TracedRig } from "../../helpers/traced-rig.ts";

/** A request whose scores are known. */
export interface KnownRequest {
  readonly query: string;
  readonly chunks: readonly { readonly id: string; readonly text: string }[];
  readonly answer: string;
  readonly groundedness: number;
  readonly contextRelevance: number;
}

/** Requests whose scores follow from the definitions, if the judge model does its work as the stand-in does it. */
export const knownRequests: readonly [KnownRequest, ...KnownRequest[]] = [
  {
    query: "Which port does the exporter listen on?",
    chunks: [
      { id: "a", text: "The exporter listens on port 9464." },
      { id: "b", text: "Histograms need bounds that never change." },
    ],
    answer: "The exporter listens on port 9464. It was written by monks in Toledo.",
    // One of two claims; one of two chunks, wholly.
    groundedness: 0.5,
    contextRelevance: 0.5,
  },
  {
    query: "Who maintains the collector?",
    chunks: [{ id: "a", text: "The platform team maintains the collector. Lunch is served at noon." }],
    answer: "The platform team maintains the collector.",
    groundedness: 1,
    contextRelevance: 0.5,
  },
  {
    query: "When does the certificate expire?",
    chunks: [{ id: "a", text: "Bananas are rich in potassium." }],
    answer: "The certificate expires on Friday.",
    groundedness: 0,
    contextRelevance: 0,
  },
];

/** The mean cosine of the query with the queries that the stand-in makes of the answer. */
export function answerRelevanceOf({ query, answer }: KnownRequest): number {
  const [about = ""] = answer.split(/(?<=\.) /);
  const openings = ["What about", "Tell me about", "Is it so that", "What is known of", "Say more of"];
  const cosines = openings.map((opening) => cosine(embeddingOf(query), embeddingOf(`${opening} ${about}?`)));
  return Math.round((cosines.reduce((sum, value) => sum + value, 0) / cosines.length) * 10_000) / 10_000;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** Triads whose LLM judges ask a server over HTTP through the real client, with a real SDK. */
export interface JudgingRig extends TracedRig {
  readonly server: ScriptedServer;
  /** What was warned of so far. */
  readonly warnings: readonly string[];
  createTriad(policy: Policy | undefined, options?: Partial<RagTriadOptions>): RagTriad;
}

export async function createJudgingRig(): Promise<JudgingRig> {
  const rig = createTracedRig();
  const server = await startOpenaiServer((call) => judgeReply(call) ?? "{}");
  const client = new OpenAI({ baseURL: server.url, apiKey: "none" });
  const warnings: string[] = [];
  return {
    ...rig,
    server,
    warnings,
    createTriad(policy, options) {
      const triad = createRagTriad({
        pipeline: "judged",
        judges: llmJudges({
          model: openaiJudgeModel(client, { model: "judge-model" }),
          embedder: openaiEmbedder(client, { model: "judge-embedder" }),
          ...(policy !== undefined && { policy }),
        }),
        concurrency: 16,
        tracerProvider: rig.tracerProvider,
        meterProvider: rig.provider,
        ...options,
      });
      triad.on("warning", ({ code, message }) => void warnings.push(`${code}: ${message}`));
      return triad;
    },
  };
}

/** Serves a request, and gives the outcomes of its metrics when they are there. */
export async function outcomesOf(triad: RagTriad, request: KnownRequest): Promise<Readonly<Record<string, unknown>>> {
  const found = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
    const stop = triad.on("evaluated", ({ results }) => {
      stop();
      resolve(Object.fromEntries(Object.entries(results).map(([metric, result]) => [metric, result?.outcome])));
    });
  });
  serve(triad, request);
  return found;
}

/** Serves a request as the user's service does; returns its id. */
export function serve(triad: RagTriad, { query, chunks, answer }: KnownRequest): string {
  const retrieve = triad.wrapRetriever(() => [...chunks]);
  const generate = triad.wrapGenerator((_query: string, _chunks: object[]) => answer);
  return triad.run({ query }, (request) => {
    generate(query, retrieve());
    return request.id;
  });
}
