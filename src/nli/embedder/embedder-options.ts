import { checkOptions, integerFrom, objectCheck, refuseOption, type OptionChecks } from "../../core/check-options.ts";
import { absolutePath } from "../model-folder.ts";
import { modelChecks } from "../nli-options.ts";

/** How the vectors of a text's tokens become one. */
export type Pooling = "mean" | "cls";

/** What a model wants to have before a text, e.g. `query: ` and `passage: ` for E5. */
export interface EmbeddingPrefixes {
  readonly query?: string;
  readonly passage?: string;
}

/** Options of `onnxEmbedder`. */
export interface OnnxEmbedderOptions {
  /**
   * Folder of an embedding model in the Hugging Face layout: config.json, tokenizer.json, onnx/model.onnx. A path (a
   * relative one is taken from the working directory) or a `file:` URL.
   */
  readonly modelPath: string | URL;
  /**
   * The weights, relative to the folder.
   * @default the first there is of model.onnx, model_quantized.onnx, model_int8.onnx, model_uint8.onnx, in onnx/ or beside it
   */
  readonly modelFile?: string;
  /** The model's name. @default the name of the folder and, unless it is model.onnx, of the file */
  readonly model?: string;
  /** How the vectors of the tokens become one. @default what 1_Pooling/config.json says, else `mean` */
  readonly pooling?: Pooling;
  /** Whether vectors are scaled to length 1. @default true */
  readonly normalise?: boolean;
  /** What is put before each text. @default nothing */
  readonly prefixes?: EmbeddingPrefixes;
  /** Tokens that the model is given at once, 32 to 65,536; a longer text is embedded in parts. @default the model's limit, at most 512 */
  readonly maxTokens?: number;
  /** Tokens that one run of the model has at most, padding included: it bounds memory. 32 to 1,048,576. @default 2,048 */
  readonly maxBatchTokens?: number;
  /** Calls that may wait for the model, 1 to 100,000; further ones are `rate_limited`. @default 256 */
  readonly maxPending?: number;
  /** Threads that one run of the model uses, 1 to 64. @default 1 */
  readonly threads?: number;
  /**
   * Where the model runs. On a worker thread nothing else is held up; `inline` is for where none can start, as in a bundle:
   * each run of the model then blocks the calling thread.
   * @default "worker" on the main thread, "inline" on any other
   */
  readonly execution?: "worker" | "inline";
}

/** {@link OnnxEmbedderOptions} as the thread with the model needs them; plain JSON. */
export interface EmbeddingSettings {
  /** Absolute. */
  readonly path: string;
  readonly modelFile?: string | undefined;
  readonly pooling?: Pooling | undefined;
  readonly normalise: boolean;
  readonly prefixes: Readonly<Required<EmbeddingPrefixes>>;
  readonly maxTokens?: number | undefined;
  readonly maxBatchTokens: number;
  readonly threads: number;
}

const isText = (value: unknown): boolean => typeof value === "string";

const checks: OptionChecks<OnnxEmbedderOptions> = {
  ...modelChecks,
  model: { rule: "a string that is not empty", holds: (value) => isText(value) && value !== "" },
  pooling: { rule: 'one of "mean", "cls"', holds: (value) => value === "mean" || value === "cls" },
  normalise: { rule: "a boolean", holds: (value) => typeof value === "boolean" },
  prefixes: objectCheck,
  maxPending: integerFrom(1, 100_000),
  execution: { rule: 'one of "worker", "inline"', holds: (value) => value === "worker" || value === "inline" },
};

const prefix = { rule: "a string", holds: isText };

/** @throws RagTriadError `ERR_RAG_TRIAD_OPTION` on the first option that breaks its rule. */
export function checkEmbedderOptions(options: OnnxEmbedderOptions): void {
  checkOptions(options, checks);
  if (options.modelPath === undefined) refuseOption(["modelPath"], checks.modelPath.rule, options.modelPath);
  if (options.prefixes !== undefined) checkOptions(options.prefixes, { query: prefix, passage: prefix }, ["prefixes"]);
}

/** The settings of options that hold. */
export function embeddingSettingsOf(options: OnnxEmbedderOptions): EmbeddingSettings {
  return {
    path: absolutePath(options.modelPath),
    modelFile: options.modelFile,
    pooling: options.pooling,
    normalise: options.normalise ?? true,
    prefixes: { query: options.prefixes?.query ?? "", passage: options.prefixes?.passage ?? "" },
    maxTokens: options.maxTokens,
    maxBatchTokens: options.maxBatchTokens ?? 2_048,
    threads: options.threads ?? 1,
  };
}
