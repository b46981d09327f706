import {
  checkOptions,
  integerFrom,
  numberFrom,
  refuseOption,
  type OptionCheck,
  type OptionChecks,
} from "../../core/check-options.ts";
import type { Thresholds } from "../../core/thresholds.ts";
import { isRecord } from "../../core/violation.ts";
import type { Policy } from "../../resilience/policy.ts";
import { requireCalibration, type Calibration } from "../calibration/calibration.ts";
import type { Embedder } from "../embedder.ts";

/** The metrics that embedding judges score. */
export type EmbeddingMetric = "context_relevance" | "answer_relevance";

/** Options of `embeddingJudges`. */
export interface EmbeddingJudgesOptions {
  /** The model that the index was built with: its vectors are compared with those in the retriever's results. */
  readonly embedder: Embedder;
  /** A chunk counts as relevant from this score on, 0 to 1. Changes `detail.relevantChunkRatio`, no score. @default 0.75 */
  readonly chunkThreshold?: number | undefined;
  /**
   * Share of the vector score in a chunk's relevance, above 0 and at most 1; the rest is `chunk.keywordScore` divided by
   * the interaction's `keywordScoreMax`. At 1 keyword scores are not looked at. @default 1
   */
  readonly alpha?: number | undefined;
  /** What a cosine of this embedder's model means as a score; of another model it is refused. @default the cosine, negative ones as 0 */
  readonly calibration?: Calibration | undefined;
  /** Bytes that the cache of vectors may take, texts included, 0 to 2³² − 1; 0 for no cache. @default 33_554_432 (32 MiB) */
  readonly cacheMaxBytes?: number | undefined;
  /**
   * Texts with more characters (UTF-16 code units) are embedded in windows of whole sentences, and their vectors
   * averaged by length; 100 to 1,000,000. @default 6_000
   */
  readonly maxTextCharacters?: number | undefined;
  /**
   * Whether the vectors in the retriever's results are used. Turn it off when the embedder is of another model than the index,
   * with vectors of the same length: of another length they are found out. @default true
   */
  readonly reuseVectors?: boolean | undefined;
  /** Wraps each call of the embedder. @default judgePolicy() */
  readonly policy?: Policy | undefined;
  /** Thresholds in place of the literature's, by metric. */
  readonly thresholds?: Partial<Record<EmbeddingMetric, Thresholds>> | undefined;
  /** The judges' version in place of one made of the model and of what else changes scores. */
  readonly version?: string | undefined;
}

/** What is used where an option is left out. */
export const embeddingDefaults = {
  chunkThreshold: 0.75,
  alpha: 1,
  cacheMaxBytes: 33_554_432,
  maxTextCharacters: 6_000,
} as const;

const thresholdsCheck: OptionCheck = {
  rule: "an object with warning and page for context_relevance or answer_relevance, from 0 to 1 and page at most warning",
  holds: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([metric, limits]) =>
        (metric === "context_relevance" || metric === "answer_relevance") &&
        (limits === undefined || areLimits(limits)),
    ),
};

const checks: OptionChecks<EmbeddingJudgesOptions> = {
  embedder: {
    rule: "an embedder (an object with a name `model` and a method `embed`)",
    holds: (value) => hasMethod(value, "embed") && typeof value["model"] === "string" && value["model"] !== "",
  },
  chunkThreshold: numberFrom(0, 1),
  alpha: {
    rule: "a number above 0 and at most 1",
    holds: (value) => typeof value === "number" && value > 0 && value <= 1,
  },
  // Checked by itself: its message names the place inside.
  calibration: { rule: "", holds: () => true },
  cacheMaxBytes: integerFrom(0, 2 ** 32 - 1),
  maxTextCharacters: integerFrom(100, 1_000_000),
  reuseVectors: { rule: "a boolean", holds: (value) => typeof value === "boolean" },
  policy: { rule: "a policy (an object with a method `execute`)", holds: (value) => hasMethod(value, "execute") },
  thresholds: thresholdsCheck,
  version: {
    rule: "1 to 64 letters, digits or `_ . : @ + -`, starting with a letter or digit",
    holds: (value) => typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_.:@+-]{0,63}$/.test(value),
  },
};

/**
 * Checks the options, and that the calibration is for these judges and the embedder's model.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function checkEmbeddingOptions(options: EmbeddingJudgesOptions): void {
  checkOptions(options, checks, ["embeddingJudges"]);
  const { embedder, calibration } = options;
  const path = ["embeddingJudges", "calibration"];
  if ((embedder as unknown) === undefined)
    refuseOption(["embeddingJudges", "embedder"], checks.embedder.rule, embedder);
  if (calibration === undefined) return;
  const { judge, model, metrics } = requireCalibration(calibration, { kind: "option" }, path);
  if (judge !== "embedding") refuseOption([...path, "judge"], '"embedding", the judge it is given for', judge);
  if (model !== embedder.model) {
    refuseOption([...path, "model"], `${JSON.stringify(embedder.model)}, the embedder's model`, model);
  }
  const other = Object.keys(metrics).find((metric) => metric !== "context_relevance" && metric !== "answer_relevance");
  if (other !== undefined) refuseOption([...path, "metrics"], "for context_relevance or answer_relevance", other);
}

function areLimits(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { warning, page } = value;
  return typeof warning === "number" && typeof page === "number" && page >= 0 && page <= warning && warning <= 1;
}

function hasMethod(value: unknown, method: string): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[method] === "function"
  );
}
