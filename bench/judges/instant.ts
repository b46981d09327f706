import type { Embedder, JudgeModel } from "rag-triad";
import { embeddingOf } from "../../examples/support/openai-server/embedding.ts";
import type { RecordedCalls } from "./recorded-calls.ts";

/** As long as the vectors of common models. */
const dimensions = 1_536;

/** A model and an embedder that take no time worth counting. */
export interface Instant {
  readonly model: JudgeModel;
  readonly embedder: Embedder;
  /** What the model says to a request with the schema of that name. */
  replyTo(schema: string | undefined): string;
  /** From now on the model answers as it did to these calls. */
  answerAs(recorded: RecordedCalls): void;
}

/** Makes both of what was recorded: replies are looked up, and so are the vectors of the texts. */
export function createInstant(all: readonly RecordedCalls[], texts: Iterable<string>): Instant {
  const known = new Set([...texts, ...all.flatMap(({ embedder }) => embedder.flat())]);
  const vectors = new Map([...known].map((text) => [text, embeddingOf(text, dimensions)]));
  let replies = new Map<string | undefined, string>();
  const replyTo = (schema: string | undefined): string => replies.get(schema) ?? "";
  return {
    model: {
      model: "instant",
      complete: async ({ schema }) => ({ text: replyTo(schema?.name), finish: "stop" }),
    },
    embedder: {
      model: "instant",
      embed: async (asked) => ({ vectors: asked.map((text) => vectors.get(text) ?? []) }),
    },
    replyTo,
    answerAs({ model }) {
      replies = new Map(model.map(({ request, reply }) => [request.schema?.name, reply]));
    },
  };
}
