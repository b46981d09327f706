import { JudgeFailure } from "../core/judge-failure.ts";
import type { Entailment, EntailmentModel } from "../judge/nli/entailment-model.ts";
import { readLabels, type EntailmentLabels, type ResolvedLabels } from "./labels.ts";
import { findModelFile, openModelFolder, requireJson, type ModelFolder, type ModelJson } from "./model-folder.ts";
import { loadOnnxModel, type OnnxModel, type OnnxOutput } from "./onnx-model.ts";
import type { PeerLoader } from "./peers.ts";
import { readTokenLimit } from "./token-limit.ts";
import { loadTokenizer } from "./tokenizer.ts";

/** Where an NLI model is and how it is run. */
export interface EntailmentModelOptions {
  /** Absolute. */
  readonly path: string;
  readonly modelFile?: string | undefined;
  readonly labels?: EntailmentLabels | undefined;
  readonly maxTokens?: number | undefined;
  readonly threads?: number | undefined;
  readonly loader?: PeerLoader | undefined;
}

/** What the small files of an NLI model's folder say; found out at once, without loading the model. */
export interface EntailmentModelFiles {
  readonly folder: ModelFolder;
  readonly config: ModelJson;
  readonly modelFile: string;
  readonly labels: ResolvedLabels;
  readonly maxTokens: number;
}

/** Reads the folder of an NLI model; throws an option error that names what is missing or wrong. */
export function readEntailmentModel(options: EntailmentModelOptions): EntailmentModelFiles {
  const folder = openModelFolder(options.path);
  const config = requireJson(folder, "config.json");
  if (!folder.has("tokenizer.json")) folder.refuse("a model folder with the file tokenizer.json");
  return {
    folder,
    config,
    modelFile: findModelFile(folder, options.modelFile),
    labels: readLabels(config, folder, options.labels),
    maxTokens: readTokenLimit(config, folder, options.maxTokens),
  };
}

/** Loads an NLI model and tries it on one pair. */
export async function loadEntailmentModel(options: EntailmentModelOptions): Promise<EntailmentModel> {
  const { folder, config, modelFile, labels, maxTokens } = readEntailmentModel(options);
  const { loader, threads = 1 } = options;
  const tokenizer = await loadTokenizer(folder, config, maxTokens, loader);
  const pairTokens =
    tokenizer.pairTokens ??
    folder.refuse(
      "a model folder whose tokenizer.json has a post_processor that puts special tokens between two texts",
    );
  const model = await loadOnnxModel(folder, { modelFile, padId: tokenizer.padId, threads, loader });
  const output = logitsOf(model, folder, modelFile);
  const { dims } = await model.run([tokenizer.encode("a", "a")], output);
  if (dims.length !== 2 || dims[1] !== labels.count) {
    folder.refuse(
      `a model folder whose ${modelFile} gives as many numbers a pair as config.json has labels, ${labels.count} (it gives ${dims[1] ?? "none"})`,
    );
  }
  return {
    maxTokens,
    pairTokens,
    countTokens: (text) => tokenizer.countTokens(text),
    encode: (premise, claim) => tokenizer.encode(premise, claim),
    async classify(pairs) {
      if (pairs.some(({ ids }) => ids.length > maxTokens)) {
        throw new JudgeFailure("too_long", "A pair of a premise and a claim is longer than the NLI model takes");
      }
      const logits = await model.run(pairs, output);
      return pairs.map((_, row) => entailmentOf(logits, row, labels));
    },
  };
}

function logitsOf({ outputNames }: OnnxModel, folder: ModelFolder, modelFile: string): string {
  if (outputNames.includes("logits")) return "logits";
  const [only] = outputNames;
  return only !== undefined && outputNames.length === 1
    ? only
    : folder.refuse(`a model folder whose ${modelFile} has the output logits (it has ${outputNames.join(", ")})`);
}

/** The softmax of one row of logits. */
function entailmentOf({ data }: OnnxOutput, row: number, labels: ResolvedLabels): Entailment {
  const logits = [...data.subarray(row * labels.count, (row + 1) * labels.count)];
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  const shareOf = (index: number | undefined): number =>
    index === undefined ? 0 : (powers[index] ?? Number.NaN) / sum;
  return { entailment: shareOf(labels.entailment), contradiction: shareOf(labels.contradiction) };
}
