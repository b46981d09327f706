import type { JudgeModule, JudgeSet } from "../core/judge.ts";
import { literatureThresholds } from "../core/thresholds.ts";
import { createEntailmentJudge } from "../judge/nli/create-entailment-judge.ts";
import type { EntailmentModel } from "../judge/nli/entailment-model.ts";
import { versionOf } from "./judge-version.ts";
import { loadEntailmentModel, readEntailmentModel, type EntailmentModelOptions } from "./load-entailment-model.ts";
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
  const { resolved, model } = resolve(options);
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

/**
 * Loads an NLI model on this thread, judges one pair with it and lets it go: for a check at start-up or in deployment. In
 * scoring, a model that cannot be loaded is `judge_error` of each interaction, with no more than the error's code.
 * Rejects with the same errors as {@link nliJudge} throws, and with an option error that says why the model cannot be loaded.
 */
export async function checkNliModel(options: NliJudgeOptions): Promise<void> {
  await loadEntailmentModel(resolve(options).model);
}

function resolve(options: NliJudgeOptions): {
  readonly resolved: NliJudgeOptions & { readonly modelPath: string };
  readonly model: EntailmentModelOptions;
} {
  checkNliOptions(options);
  requirePeers();
  // A worker thread has the working directory of the process, which may be another by then.
  const resolved = { ...options, modelPath: absolutePath(options.modelPath) };
  return { resolved, model: { ...resolved, path: resolved.modelPath } };
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
