import type { ServerResponse } from "node:http";
import { sendCompletion } from "../../examples/support/openai-server/completion.ts";
import { sendEmbeddings } from "../../examples/support/openai-server/embedding.ts";
import {
  sendJson,
  serveOpenai,
  type OpenaiCall,
  type OpenaiServer,
} from "../../examples/support/openai-server/server.ts";

/** What a server does to a call. The text is what it would say if all were well. */
export type Behaviour = (call: OpenaiCall, response: ServerResponse, text: string) => void;

/** A refusal with an error status, as OpenAI words it. */
export function refuse(
  status: number,
  error: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return (call, response) => {
    // As servers do, it quotes what it was sent.
    const message = `Refused: ${JSON.stringify(call.body["messages"])}`;
    sendJson(response, status, { error: { message, type: "error", ...error } }, headers);
  };
}

/** Says something else than it would. */
export function say(change: (text: string) => string): Behaviour {
  return (call, response, text) => sendCompletion(call, response, change(text));
}

/** Says the same JSON with something of it changed. */
function rewrite(change: (reply: Record<string, unknown>) => void): Behaviour {
  return say((text) => {
    const reply = JSON.parse(text) as Record<string, unknown>;
    change(reply);
    return JSON.stringify(reply);
  });
}

/** The list in a judge's reply (claims, chunks or queries); empty in a reply that has none. */
function listIn(reply: Record<string, unknown>): unknown[] {
  return (Object.values(reply).find(Array.isArray) ?? []) as unknown[];
}

/** What a judge model makes up beside what it was asked. */
const invented: Readonly<Record<string, unknown>> = {
  claims: { statement: 99, claim: "The moon is made of cheese.", verdict: "supported", quotes: [] },
  chunks: { chunk: 99, grade: 5, sentences: ["The moon is made of cheese."] },
  queries: "Is the moon made of cheese?",
};

/** The ends of every scale, and what lies beyond them. */
const outside: Readonly<Record<string, unknown>> = {
  verdict: "fully supported",
  grade: 7,
  sentences: 1,
  noncommittal: 2,
};

function beyondScale(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(beyondScale);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, outside[name] ?? beyondScale(inner)]));
}

const byName = {
  success: say((text) => text),
  rate_limited: refuse(429, { code: "rate_limit_exceeded" }),
  rate_limited_for_a_while: refuse(429, { code: "rate_limit_exceeded" }, { "retry-after": "1" }),
  out_of_quota: refuse(429, { code: "insufficient_quota", type: "insufficient_quota" }, { "x-should-retry": "false" }),
  server_error: refuse(500),
  unauthorized: refuse(401, { code: "invalid_api_key" }),
  hang: () => undefined,
  hang_in_body: (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).write('{"choices":'),
  reset: (_, response) => void response.destroy(),
  reset_in_body: (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"choices":', () => response.destroy());
  },
  truncated_body: (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"choices":['),
  no_body: (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end(),
  web_page: (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
  truncated_json: say((text) => text.slice(0, Math.max(1, Math.floor(text.length * 0.6)))),
  code_fence: say((text) => `\`\`\`json\n${text}\n\`\`\``),
  extra_prose: say((text) => `Certainly! I have looked at {everything}.\n\n${text}\n\nLet me know if you need more.`),
  missing_claims: rewrite((reply) => void (listIn(reply).pop() ?? delete reply["grade"])),
  extra_claim: rewrite((reply) => {
    for (const [name, item] of Object.entries(invented)) if (Array.isArray(reply[name])) reply[name].push(item);
  }),
  out_of_scale: rewrite((reply) => void Object.assign(reply, beyondScale(reply))),
  fabricated_quote: say((text) =>
    text.replaceAll(/("quote":|"sentences":\[)"[^"]*"/g, '$1"Monks wrote it in the year 1402."'),
  ),
  wrong_schema: say(() => '{"mood":"fine"}'),
  empty: say(() => ""),
  cut_off: (call, response, text) => sendCompletion(call, response, text.slice(0, 10), { finishReason: "length" }),
  refusal: (call, response) => sendCompletion(call, response, "", { refusal: "I cannot help with that." }),
  content_filter: refuse(400, { code: "content_filter" }),
  huge: say((text) => text + " ".repeat(10_000_000)),
} satisfies Readonly<Record<string, Behaviour>>;

/** The name of one of {@link behaviours}. */
export type BehaviourName = keyof typeof byName;

/** What the server can do to a chat completion, by name. Hanging calls end when the client goes away. */
export const behaviours: Readonly<Record<BehaviourName, Behaviour>> = byName;

/** A server that does what it is told, and keeps what it was asked. */
export interface ScriptedServer extends OpenaiServer {
  readonly calls: readonly OpenaiCall[];
  /** What is done to chat completions from now on; at first they are answered. */
  behave(behaviour: BehaviourName | Behaviour): void;
}

/** Starts the server. `reply` is what it says when all is well. Embeddings are always answered. */
export async function startOpenaiServer(reply: (call: OpenaiCall) => string = () => "{}"): Promise<ScriptedServer> {
  const calls: OpenaiCall[] = [];
  let behaviour: Behaviour = behaviours.success;
  const server = await serveOpenai((call, response) => {
    calls.push(call);
    if (call.endpoint === "embeddings") sendEmbeddings(call, response);
    else behaviour(call, response, reply(call));
  });
  return {
    ...server,
    calls,
    behave: (next) => void (behaviour = typeof next === "string" ? behaviours[next] : next),
  };
}
