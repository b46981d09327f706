/**
 * An `openai` client, version 5 to 7, `AzureOpenAI` included, or what looks like one: the part that a judge model needs.
 * Written down by its shape, so that every version's class fits and the package is not imported.
 */
export interface OpenaiChatClient {
  readonly chat: { readonly completions: { create(body: never, options?: never): unknown } };
}

/** An `openai` client, version 5 to 7, or what looks like one: the part that an embedder needs. */
export interface OpenaiEmbeddingClient {
  readonly embeddings: { create(body: never, options?: never): unknown };
}

/** What each call passes besides its body. */
export interface CallOptions {
  /** The client would retry twice on its own, on top of our policies. */
  readonly maxRetries: 0;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** One method of the client, as it is called here. */
export type ClientMethod = (body: Readonly<Record<string, unknown>>, options: CallOptions) => unknown;

/** The client's method at a path such as `chat.completions.create`, looked up at each call: instrumentation may patch it late. */
export function clientMethod(client: object, path: readonly string[]): ClientMethod | undefined {
  let owner: unknown;
  let value: unknown = client;
  for (const name of path) {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
    owner = value;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === "function" ? (value.bind(owner) as ClientMethod) : undefined;
}
