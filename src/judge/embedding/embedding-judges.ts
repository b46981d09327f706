import { judgeId, type Judge, type JudgeContext, type JudgeSet } from "../../core/judge.ts";
import { literatureThresholds } from "../../core/thresholds.ts";
import { judgePolicy } from "../../resilience/judge-policy.ts";
import { calibrate } from "../calibration/calibrate.ts";
import { judgeVersion, shortHash } from "../judge-version.ts";
import { judgeAnswerRelevance } from "./answer-relevance.ts";
import { judgeContextRelevance } from "./context-relevance.ts";
import type { EmbeddingJudging } from "./judgement.ts";
import {
  checkEmbeddingOptions,
  embeddingDefaults,
  type EmbeddingJudgesOptions,
  type EmbeddingMetric,
} from "./options.ts";
import type { EmbeddingRequest } from "./shared-vectors.ts";
import { createTextVectors } from "./text-vectors.ts";

const name = "embedding";

/** Changes when the same vectors may score differently. */
const ownVersion = "1";

/**
 * Judges that compare vectors: context relevance is the mean cosine of query and chunks, answer relevance the cosine of query
 * and answer; negative cosines count as 0. Vectors in the retriever's results are used, the rest is embedded: once for
 * both judges, batched and cached. They have no groundedness: nearness is no support.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION`
 */
export function embeddingJudges(options: EmbeddingJudgesOptions): JudgeSet {
  checkEmbeddingOptions(options);
  const { embedder, calibration, thresholds } = options;
  const alpha = options.alpha ?? embeddingDefaults.alpha;
  const maxTextCharacters = options.maxTextCharacters ?? embeddingDefaults.maxTextCharacters;
  const vectors = createTextVectors({
    embedder,
    policy: options.policy ?? judgePolicy(),
    cacheMaxBytes: options.cacheMaxBytes ?? embeddingDefaults.cacheMaxBytes,
    maxTextCharacters,
  });

  function create(metric: EmbeddingMetric, judging: EmbeddingJudging, alphaPart: string | undefined): Judge {
    const curve = calibration?.metrics[metric];
    const version =
      options.version ??
      judgeVersion(
        ownVersion,
        embedder.model,
        alphaPart,
        maxTextCharacters === embeddingDefaults.maxTextCharacters ? undefined : `t${maxTextCharacters}`,
        curve && `cal.${shortHash(JSON.stringify(curve.points))}`,
      );
    const settings = {
      vectors,
      reuseVectors: options.reuseVectors ?? true,
      scoreOf: curve === undefined ? scoreOfCosine : (cosine: number) => calibrate(cosine, curve),
      alpha,
      chunkThreshold: options.chunkThreshold ?? embeddingDefaults.chunkThreshold,
    };
    return {
      metric,
      name,
      version,
      thresholds: thresholds?.[metric] ?? literatureThresholds[metric],
      async judge(interaction, context) {
        return { ...(await judging(interaction, settings, requestOf(context))), judge: judgeId({ name, version }) };
      },
    };
  }

  return {
    context_relevance: create("context_relevance", judgeContextRelevance, alpha < 1 ? `a${alpha}` : undefined),
    answer_relevance: create("answer_relevance", judgeAnswerRelevance, undefined),
  };
}

/** Texts that have nothing to do with each other are as bad as it gets; opposite ones are no worse. */
function scoreOfCosine(cosine: number): number {
  return Math.max(0, cosine);
}

function requestOf(context: JudgeContext): EmbeddingRequest & Pick<JudgeContext, "pause"> {
  const { signal, clock, random, deadlineMs, pause, note } = context;
  return {
    signal,
    clock,
    random,
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...(pause !== undefined && { pause }),
    warn: (warning) => note({ warnings: [warning] }),
    noteUsage: (usage) => {
      if (usage !== undefined) note({ usage });
    },
  };
}
