import { JudgeFailure } from "../../core/judge-failure.ts";
import { batchesOf } from "../../judge/nli/batches.ts";
import { windowsOf } from "../../judge/nli/windows.ts";
import { findModelFile, openModelFolder, requireJson, type ModelFolder, type ModelJson } from "../model-folder.ts";
import { loadOnnxModel, type OnnxModel } from "../onnx-model.ts";
import type { PeerLoader } from "../peers.ts";
import { readTokenLimit } from "../token-limit.ts";
import { loadTokenizer, type Encoding, type ModelTokenizer } from "../tokenizer.ts";
import type { EmbeddingSettings, Pooling } from "./embedder-options.ts";
import { pool, readPooling, toUnit, weightedMean } from "./pooling.ts";

/** A loaded embedding model. */
export interface EmbeddingModel {
  /** One vector a text. `proceed` is called before each run of the model; what it throws ends the work. */
  embed(texts: readonly string[], kind: "query" | "passage", proceed: () => void): Promise<readonly Float32Array[]>;
}

/** What the small files of an embedding model's folder say; found out at once, without loading the model. */
export interface EmbeddingModelFiles {
  readonly folder: ModelFolder;
  readonly config: ModelJson;
  readonly modelFile: string;
  readonly maxTokens: number;
  readonly pooling: Pooling;
}

/** Reads the folder of an embedding model; throws an option error that names what is missing or wrong. */
export function readEmbeddingModel(settings: EmbeddingSettings): EmbeddingModelFiles {
  const folder = openModelFolder(settings.path);
  const config = requireJson(folder, "config.json");
  if (!folder.has("tokenizer.json")) folder.refuse("a model folder with the file tokenizer.json");
  return {
    folder,
    config,
    modelFile: findModelFile(folder, settings.modelFile),
    maxTokens: readTokenLimit(config, folder, settings.maxTokens),
    pooling: settings.pooling ?? readPooling(folder),
  };
}

/**
 * Loads an embedding model. A text that is longer than the model takes is embedded in overlapping parts; its vector is
 * the mean of theirs, each counted by its tokens.
 */
export async function loadEmbeddingModel(settings: EmbeddingSettings, loader?: PeerLoader): Promise<EmbeddingModel> {
  const { folder, config, modelFile, maxTokens, pooling } = readEmbeddingModel(settings);
  const tokenizer = await loadTokenizer(folder, config, maxTokens, loader);
  const { threads, normalise, prefixes, maxBatchTokens } = settings;
  const model = await loadOnnxModel(folder, { modelFile, padId: tokenizer.padId, threads, loader });
  const output = outputOf(model, folder, modelFile, settings.pooling);
  return {
    async embed(texts, kind, proceed) {
      const parts = texts.map((text) => partsOf(text, prefixes[kind], maxTokens, tokenizer));
      const vectors = new Map<Encoding, Float64Array>();
      for (const batch of batchesOf(parts.flat(), ({ ids }) => ids.length, maxBatchTokens)) {
        proceed();
        const result = await model.run(batch, output);
        for (const [row, part] of batch.entries()) vectors.set(part, pool(result, row, part.ids.length, pooling));
      }
      return parts.map((own) => {
        const vector = joined(own, vectors);
        return checked(normalise ? toUnit(vector) : vector);
      });
    },
  };
}

/** The vector of a text from those of its parts. */
function joined(parts: readonly Encoding[], vectors: ReadonlyMap<Encoding, Float64Array>): Float64Array {
  const found = parts.map((part) => vectors.get(part) ?? new Float64Array());
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  return weightedMean(
    found,
    parts.map(({ ids }) => ids.length),
  );
}

/** The text as the model reads it, with the prefix; in parts where it is longer than the model takes. */
function partsOf(text: string, prefix: string, maxTokens: number, tokenizer: ModelTokenizer): Encoding[] {
  const whole = tokenizer.encode(prefix + text);
  if (whole.ids.length <= maxTokens) return [whole];
  const room = maxTokens - tokenizer.textTokens - tokenizer.countTokens(prefix);
  if (room < 1) throw new JudgeFailure("too_long", "The prefix leaves no room for a text in the embedding model");
  return [...windowsOf(text, room, (part) => tokenizer.countTokens(part))].map(({ start, end }) => {
    const encoding = tokenizer.encode(prefix + text.slice(start, end));
    if (encoding.ids.length > maxTokens)
      throw new JudgeFailure("too_long", "A text cannot be cut to the model's length");
    return encoding;
  });
}

/** The output to read: vectors of tokens to be pooled, or of whole texts where the model itself has pooled and none is asked for. */
function outputOf(model: OnnxModel, folder: ModelFolder, modelFile: string, asked: Pooling | undefined): string {
  const pooled = ["sentence_embedding"];
  const tokens = ["last_hidden_state", "token_embeddings"];
  const wanted = asked === undefined ? [...pooled, ...tokens] : tokens;
  return (
    wanted.find((name) => model.outputNames.includes(name)) ??
    folder.refuse(
      `a model folder whose ${modelFile} has one of the outputs ${wanted.join(", ")} (it has ${model.outputNames.join(", ")})`,
    )
  );
}

function checked(vector: Float64Array): Float32Array {
  const isSound = vector.length > 0 && vector.every(Number.isFinite) && vector.some((value) => value !== 0);
  if (!isSound) throw new JudgeFailure("judge_invalid_output", "The embedding model gave no vector");
  return Float32Array.from(vector);
}
