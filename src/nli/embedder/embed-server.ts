import { errorTypeOf, isRagTriadError } from "../../core/errors.ts";
import { isJudgeFailure } from "../../core/judge-failure.ts";
import type { EmbeddingModel } from "./load-embedding-model.ts";
import type { EmbedFailure, EmbedReply, EmbedRequest } from "./messages.ts";

/** The side that has the model. */
export interface EmbedServer {
  receive(request: EmbedRequest): void;
}

/** Creates the side that has the model: it is loaded with the first call, and again with the next one when that failed. */
export function createEmbedServer(
  load: () => Promise<EmbeddingModel>,
  reply: (reply: EmbedReply) => void,
): EmbedServer {
  const open = new Set<number>();
  let loaded: Promise<EmbeddingModel> | undefined;

  async function embed(request: Extract<EmbedRequest, { kind: "embed" }>): Promise<EmbedReply> {
    const { id, texts, as } = request;
    try {
      loaded ??= load();
      const model = await loaded.catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
      const proceed = (): void => {
        if (!open.has(id)) throw new Error("Cancelled");
      };
      return { kind: "embedded", id, vectors: await model.embed(texts, as, proceed) };
    } catch (error) {
      return { kind: "failed", id, failure: failureOf(error) };
    } finally {
      open.delete(id);
    }
  }

  return {
    receive(request) {
      if (request.kind === "cancel") {
        open.delete(request.id);
        return;
      }
      open.add(request.id);
      void embed(request).then(reply);
    },
  };
}

function failureOf(error: unknown): EmbedFailure {
  if (isJudgeFailure(error) && (error.reason === "too_long" || error.reason === "judge_invalid_output")) {
    return { type: "foreseen", reason: error.reason, message: error.message };
  }
  if (isRagTriadError(error)) return { type: "setup", code: error.code, message: error.message };
  return { type: "other", errorType: errorTypeOf(error) };
}
