import type { JudgeModule, JudgeSet } from "../core/judge.ts";
import { literatureThresholds } from "../core/thresholds.ts";
import { createEntailmentJudge } from "../judge/nli/create-entailment-judge.ts";
import type { EntailmentModel } from "../judge/nli/entailment-model.ts";
import { versionOf } from "./judge-version.ts";
import { loadEntailmentModel, readEntailmentModel } from "./load-entailment-model.ts";
import { absolutePath, modelNameOf } from "./model-folder.ts";
import { checkNliOptions, settingsOf, type NliJudgeOptions } from "./nli-options.ts";
import { requirePeers } from "./peers.ts";

/**
 * A judge of groundedness by a local NLI model: the share of the answer's sentences that the retrieved context entails.
 * Runs in a worker thread on onnxruntime-node and \@huggingface/tokenizers, which must be installed; the model is loaded there
 * with the first interaction. See docs/judges/nli.md.
 *
 * @throws RagTriadError `ERR_RAG_TRIAD_PEER_MISSING` when a package is not installed; `ERR_RAG_TRIAD_OPTION` when an option
 *   breaks its rule or the folder is not that of an NLI model.
 */
export function nliJudge(options: NliJudgeOptions): JudgeSet {
  checkNliOptions(options);
  requirePeers();
  // A worker thread has the working directory of the process, which may be another by then.
  const resolved = { ...options, modelPath: absolutePath(options.modelPath) };
  const model = { ...resolved, path: resolved.modelPath };
  const { folder, modelFile } = readEntailmentModel(model);
  // In a CommonJS bundle there is no URL, hence no module that a worker could load: the empty one says so.
  const url: string | undefined = import.meta.url;
  const worker: JudgeModule = { module: url ?? "", factory: "nliJudge", options: resolved };
  return {
    groundedness: createEntailmentJudge({
      version: options.version ?? versionOf(modelNameOf(folder, modelFile), options),
      thresholds: options.thresholds?.groundedness ?? literatureThresholds.groundedness,
      settings: settingsOf(options),
      load: once(() => loadEntailmentModel(model)),
      worker,
    }),
  };
}

/** Loads the model when it is first asked for; again, the next time, when that failed. */
function once(load: () => Promise<EntailmentModel>): () => Promise<EntailmentModel> {
  let loaded: Promise<EntailmentModel> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
