import { isMainThread } from "node:worker_threads";
import type { Embedder } from "../../judge/embedder.ts";
import { modelNameOf } from "../model-folder.ts";
import { requirePeers } from "../peers.ts";
import { createEmbedQueue } from "./embed-queue.ts";
import { inlineStarter, threadStarter } from "./embed-thread.ts";
import { checkEmbedderOptions, embeddingSettingsOf, type OnnxEmbedderOptions } from "./embedder-options.ts";
import { readEmbeddingModel } from "./load-embedding-model.ts";

/** An embedder with a local model. It keeps the process alive while a call is open, and not else. */
export interface OnnxEmbedder extends Embedder {
  /** Ends its thread and frees the model; open calls and later ones reject. Idempotent. */
  close(): Promise<void>;
}

/** Texts that one call may have: an abort takes effect between runs of the model, and other calls wait for this one. */
const maxBatch = 64;

/**
 * An embedder with a local ONNX model, on a worker thread of its own, on onnxruntime-node and \@huggingface/tokenizers, which
 * must be installed; the model is loaded there with the first call. No text is cut: a longer one than the model takes is
 * embedded in overlapping parts, and its vector is the mean of theirs. See docs/judges/nli.md.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_PEER_MISSING` when a package is not installed; `ERR_RAG_TRIAD_OPTION` when an option
 *   breaks its rule or the folder is not that of an embedding model.
 */
export function onnxEmbedder(options: OnnxEmbedderOptions): OnnxEmbedder {
  checkEmbedderOptions(options);
  requirePeers();
  const settings = embeddingSettingsOf(options);
  const { folder, modelFile } = readEmbeddingModel(settings);
  const { execution = isMainThread ? "worker" : "inline" } = options;
  const queue = createEmbedQueue({
    start: execution === "inline" ? inlineStarter(settings) : threadStarter(settings),
    maxPending: options.maxPending ?? 256,
    monotonicMs: () => performance.now(),
  });
  return {
    model: options.model ?? modelNameOf(folder, modelFile),
    maxBatch,
    async embed(texts, { signal, kind }) {
      return { vectors: texts.length === 0 ? [] : await queue.embed(texts, kind, signal) };
    },
    close: () => queue.close(),
  };
}
