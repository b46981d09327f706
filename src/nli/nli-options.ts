import {
  checkOptions,
  integerFrom,
  numberFrom,
  objectCheck,
  refuseOption,
  type OptionCheck,
  type OptionChecks,
} from "../core/check-options.ts";
import type { Thresholds } from "../core/thresholds.ts";
import type { EntailmentSettings } from "../judge/nli/settings.ts";
import type { EntailmentLabels } from "./labels.ts";
import { isModelPath } from "./model-folder.ts";

/** Options of `nliJudge`. */
export interface NliJudgeOptions {
  /**
   * Folder of an NLI model in the Hugging Face layout: config.json, tokenizer.json, onnx/model.onnx. A path (a relative
   * one is taken from the working directory) or a `file:` URL.
   */
  readonly modelPath: string | URL;
  /**
   * The weights, relative to the folder.
   * @default the first there is of model.onnx, model_quantized.onnx, model_int8.onnx, model_uint8.onnx, in onnx/ or beside it
   */
  readonly modelFile?: string;
  /**
   * Which index of the model's output is entailment and which contradiction, for a model whose config.json does not name
   * its labels.
   * @default what `id2label` in config.json says
   */
  readonly labels?: EntailmentLabels;
  /** Thresholds in place of the literature's (warning below 0.80, page below 0.70). */
  readonly thresholds?: { readonly groundedness?: Thresholds };
  /**
   * The judge's version, `[A-Za-z0-9][A-Za-z0-9_.:@+-]{0,63}`.
   * @default `1+` and the names of the model's folder and, unless it is model.onnx, file; and `+` with a hash of the options
   *   that change scores, if any is set
   */
  readonly version?: string;
  /** Sentences that a claim is held against first, all at once. 0 to 16; 0: windows of the context alone. @default 3 */
  readonly evidenceSentences?: number;
  /** The probability of entailment from which a claim is supported, above 0 and at most 1. @default 0.5 */
  readonly entailedFrom?: number;
  /** The probability of contradiction from which a claim that nothing entails is contradicted, above 0 and at most 1. @default 0.8 */
  readonly contradictedFrom?: number;
  /** Whether a claim with a number that the context has not is unsupported whatever the model says. @default true */
  readonly numbers?: boolean;
  /** Whether a claim that repeats a sentence but for a negation or its opposite is unsupported whatever the model says. @default true */
  readonly negations?: boolean;
  /** Tokens that a premise and a claim have together, 32 to 65,536. @default the model's limit, at most 512 */
  readonly maxTokens?: number;
  /** Tokens that one run of the model has at most, padding included: it bounds memory. 32 to 1,048,576. @default 2,048 */
  readonly maxBatchTokens?: number;
  /** Pairs of a claim and a premise that one answer may take, 1 to 1,000,000; an answer that needs more is `too_long`. @default 5,000 */
  readonly maxPairs?: number;
  /** Threads that one run of the model uses, 1 to 64. @default 1 */
  readonly threads?: number;
}

const aboveZero: OptionCheck = {
  rule: "a number above 0, at most 1",
  holds: (value) => typeof value === "number" && value > 0 && value <= 1,
};
const boolean: OptionCheck = { rule: "a boolean", holds: (value) => typeof value === "boolean" };

/** The checks that this subpath's options share. */
export const modelChecks: {
  readonly modelPath: OptionCheck;
  readonly modelFile: OptionCheck;
  readonly maxTokens: OptionCheck;
  readonly maxBatchTokens: OptionCheck;
  readonly threads: OptionCheck;
} = {
  modelPath: {
    rule: "the path of a model folder, as a string or a file: URL",
    holds: isModelPath,
  },
  modelFile: {
    rule: "the name of a file in the model folder",
    holds: (value) => typeof value === "string" && value !== "",
  },
  maxTokens: integerFrom(32, 65_536),
  maxBatchTokens: integerFrom(32, 1_048_576),
  threads: integerFrom(1, 64),
};

const checks: OptionChecks<NliJudgeOptions> = {
  ...modelChecks,
  labels: objectCheck,
  thresholds: objectCheck,
  version: {
    rule: "1 to 64 letters, digits or `_ . : @ + -`, starting with a letter or digit",
    holds: (value) => typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_.:@+-]{0,63}$/.test(value),
  },
  evidenceSentences: integerFrom(0, 16),
  entailedFrom: aboveZero,
  contradictedFrom: aboveZero,
  numbers: boolean,
  negations: boolean,
  maxPairs: integerFrom(1, 1_000_000),
};

const labelChecks: OptionChecks<EntailmentLabels> = {
  entailment: integerFrom(0, 1_000),
  contradiction: integerFrom(0, 1_000),
};

const limits: OptionChecks<Thresholds> = { warning: numberFrom(0, 1), page: numberFrom(0, 1) };

/** @throws RagTriadError `ERR_RAG_TRIAD_OPTION` on the first option that breaks its rule. */
export function checkNliOptions(options: NliJudgeOptions): void {
  checkOptions(options, checks);
  if (options.modelPath === undefined) refuseOption(["modelPath"], checks.modelPath.rule, options.modelPath);
  const { labels, thresholds } = options;
  if (labels !== undefined) {
    checkOptions(labels, labelChecks, ["labels"]);
    if (labels.entailment === undefined) refuseOption(["labels", "entailment"], labelChecks.entailment.rule, undefined);
  }
  if (thresholds !== undefined) {
    checkOptions(thresholds, { groundedness: objectCheck }, ["thresholds"]);
    if (thresholds.groundedness !== undefined) {
      checkLimits(thresholds.groundedness, ["thresholds", "groundedness"]);
    }
  }
}

function checkLimits(thresholds: Thresholds, path: readonly string[]): void {
  checkOptions(thresholds, limits, path, ["warning", "page"]);
  const { warning, page } = thresholds;
  if (page > warning) refuseOption([...path, "page"], `at most \`${path.join(".")}.warning\` (${warning})`, page);
}

/** The settings of the judge, complete. */
export function settingsOf(options: NliJudgeOptions): EntailmentSettings {
  return {
    evidenceSentences: options.evidenceSentences ?? 3,
    entailedFrom: options.entailedFrom ?? 0.5,
    contradictedFrom: options.contradictedFrom ?? 0.8,
    numbers: options.numbers ?? true,
    negations: options.negations ?? true,
    maxBatchTokens: options.maxBatchTokens ?? 2_048,
    maxPairs: options.maxPairs ?? 5_000,
  };
}
