import type { Interaction } from "../../../core/interaction.ts";
import type { JudgeContext } from "../../../core/judge.ts";
import { scored, unscored } from "../../../core/outcome.ts";
import { isRefusal } from "../../../text/claims.ts";
import type { Embedder } from "../../embedder.ts";
import { batchesOf, callEmbedder } from "../../embedding/embedding-call.ts";
import { lengthsDiffer } from "../../embedding/read-vectors.ts";
import { cosine, type UnitVector } from "../../embedding/unit-vector.ts";
import { askModel } from "../ask-model.ts";
import { createEnvelope, noteRemoved } from "../envelope.ts";
import type { Judgement, LlmSettings } from "../llm-settings.ts";
import type { JsonObject } from "../parse-json.ts";
import { countParagraph, queriesSchema } from "./prompt.ts";

/** Tokens of one generated query at most. */
const queryTokens = 100;

/** A longer query is none. */
const longestQuery = 4_000;

/**
 * The mean cosine of the query with queries that the model generates from the answer alone, negative cosines counting as 0
 * (Es et al. 2024, without what a cosine below 0 takes away). An answer that commits itself to nothing is a refusal.
 */
export async function judgeByQueries(
  interaction: Interaction,
  context: JudgeContext,
  settings: LlmSettings & { readonly embedder: Embedder },
): Promise<Judgement> {
  if (isRefusal(interaction.answer ?? "")) return { outcome: unscored("refusal") };
  const envelope = createEnvelope(context.random);
  const answer = envelope.clean(interaction.answer ?? "");
  noteRemoved(envelope, context);
  const { queryCount } = settings;
  const { noncommittal, queries } = await askModel(
    {
      instructions: settings.prompts.queries.text + countParagraph(queryCount) + `\n\n${envelope.rule}`,
      input: envelope.wrap("answer", answer.trim()),
      schema: queriesSchema(queryCount),
      replyTokens: queryCount * queryTokens + 50,
      read: (value) => readQueries(value, queryCount),
    },
    settings,
    context,
  );
  if (noncommittal) return { outcome: unscored("refusal") };
  const [own, ...others] = await embedAll([interaction.query ?? "", ...queries], settings, context);
  if (own === undefined) throw lengthsDiffer();
  const cosines = others.map((other) => {
    if (other.length !== own.length) throw lengthsDiffer();
    return Math.max(0, cosine(own, other));
  });
  return { outcome: scored(cosines.reduce((sum, value) => sum + value, 0) / cosines.length) };
}

interface Queries {
  readonly noncommittal: boolean;
  readonly queries: readonly string[];
}

/** The queries of a reply: as many as were wanted, none of them blank. Of a noncommittal answer there may be none. */
function readQueries(value: JsonObject, count: number): Queries | undefined {
  const { noncommittal, queries } = value;
  if (typeof noncommittal !== "boolean" || !Array.isArray(queries)) return undefined;
  const texts = (queries as readonly unknown[]).filter((query): query is string => isQuery(query));
  if (!noncommittal && (texts.length !== queries.length || texts.length !== count)) return undefined;
  return { noncommittal, queries: texts };
}

function isQuery(value: unknown): boolean {
  return typeof value === "string" && value.length <= longestQuery && /\S/u.test(value);
}

async function embedAll(
  texts: readonly string[],
  { embedder, policy }: { readonly embedder: Embedder; readonly policy: LlmSettings["policy"] },
  context: JudgeContext,
): Promise<readonly UnitVector[]> {
  const vectors: UnitVector[] = [];
  const { signal, clock, random, deadlineMs } = context;
  for (const batch of batchesOf(texts, embedder.maxBatch)) {
    const call = callEmbedder(embedder, policy, batch, "query", {
      signal,
      clock,
      random,
      ...(deadlineMs !== undefined && { deadlineMs }),
      warn: (warning) => context.note({ warnings: [warning] }),
    });
    try {
      vectors.push(...(await call.vectors));
    } finally {
      const usage = call.takeUsage();
      if (usage !== undefined) context.note({ usage });
    }
  }
  return vectors;
}
