import type { ModelFolder } from "../model-folder.ts";
import type { OnnxOutput } from "../onnx-model.ts";
import type { Pooling } from "./embedder-options.ts";

/**
 * The pooling that 1_Pooling/config.json asks for; `mean` where there is none. Another kind is refused, as is a model
 * whose modules.json puts a layer behind the pooling: the ONNX file has it not, and its vectors would be other ones.
 */
export function readPooling(folder: ModelFolder): Pooling {
  const modules = folder.readModules();
  if (modules.some((type) => type.endsWith(".Dense"))) {
    folder.refuse("a model folder without a Dense module in modules.json");
  }
  const config = folder.readJson("1_Pooling/config.json");
  if (config === undefined) return "mean";
  const modes = Object.keys(config).filter((key) => key.startsWith("pooling_mode_") && config[key] === true);
  if (modes.length === 1 && modes[0] === "pooling_mode_mean_tokens") return "mean";
  if (modes.length === 1 && modes[0] === "pooling_mode_cls_token") return "cls";
  return folder.refuse(
    `a model folder whose 1_Pooling/config.json asks for the mean or the first token (it has ${modes.join(", ") || "no mode"})`,
  );
}

/** The vector of one row: of all its tokens the mean, or that of the first; the row itself when the model has pooled. */
export function pool({ data, dims }: OnnxOutput, row: number, tokens: number, pooling: Pooling): Float64Array {
  const pooled = dims.length === 2;
  const [length, size] = pooled ? [1, dims[1] ?? 0] : [dims[1] ?? 0, dims[2] ?? 0];
  const start = row * length * size;
  const counted = pooled || pooling === "cls" ? 1 : tokens;
  const sum = new Float64Array(size);
  for (let token = 0; token < counted; token++) {
    for (let index = 0; index < size; index++) {
      sum[index] = (sum[index] ?? 0) + (data[start + token * size + index] ?? Number.NaN) / counted;
    }
  }
  return sum;
}

/** The mean of vectors of length 1, each counted as its weight says. */
export function weightedMean(vectors: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const [at, vector] of vectors.entries()) {
    const share = (weights[at] ?? 0) / total;
    for (const [index, value] of toUnit(vector).entries()) mean[index] = (mean[index] ?? 0) + share * value;
  }
  return mean;
}

/** The vector scaled to length 1; a vector of zeros stays as it is. */
export function toUnit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
