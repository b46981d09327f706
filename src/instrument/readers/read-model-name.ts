import { asString, isRecord, leaf, plain } from "./property.ts";

/** What a model's name looks like; a text with spaces is something else that a service calls a model. */
const modelName = /^[\w./:@+-]{1,128}$/;

/** Keys of an object that name the model which wrote it. */
const ownKeys = ["model", "modelVersion", "model_name", "modelId"];

/** Keys under which another object names it: AI SDK results, LangChain messages, Anthropic's first event. */
const holderKeys = ["response", "response_metadata", "message"];

/**
 * Reads the name of the model from what a generator returns, or from a part of its stream: OpenAI completions, responses
 * and their events, AI SDK results, LangChain messages, Anthropic, Gemini and Ollama. `undefined` when it is not there.
 * Never throws.
 */
export function readModelName(value: unknown): string | undefined {
  try {
    if (!isRecord(value)) return undefined;
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (!isRecord(last)) return undefined;
    return nameIn(last) ?? firstHolder(last);
  } catch {
    return undefined;
  }
}

function firstHolder(value: object): string | undefined {
  for (const key of holderKeys) {
    const holder = leaf(value, key);
    const name = isRecord(holder) ? nameIn(holder) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

function nameIn(value: object): string | undefined {
  for (const key of ownKeys) {
    const name = asString(plain(value, key));
    if (name !== undefined && modelName.test(name)) return name;
  }
  return undefined;
}

/** Parts of a stream that are looked at: a name comes with the first ones, or with the one that ends a step. */
const firstParts = 4;

/** Whether a part may name the model, given how many came before it. */
export function mayNameModel(part: unknown, partsBefore: number): boolean {
  if (!isRecord(part)) return false;
  return (
    partsBefore < firstParts || plain(part, "type") === "finish-step" || plain(part, "type") === "response-metadata"
  );
}
