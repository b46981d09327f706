import type { JudgedClaim } from "../core/claim.ts";
import type { Chunk } from "../core/chunk.ts";
import type { EvaluatedEvent, WarningCode } from "../core/events.ts";
import type { Interaction } from "../core/interaction.ts";
import type { MetricResult } from "../core/scoring-job.ts";
import type { SpanAttributes } from "../core/tracing.ts";
import { keys } from "./attributes.ts";
import { cutText, cutToJson } from "./cut-text.ts";
import { fitList, fitRecord, type ContentEntry } from "./fit-json.ts";
import type { Redact } from "../core/content.ts";
import { createRedaction } from "./redaction.ts";

/** How content is captured. */
export interface ContentCaptureOptions {
  /** Nothing is captured, and the hook never called, unless this is true. */
  readonly captureContent: boolean;
  /** Called first, with every whole text that may leave. */
  readonly redact?: Redact | undefined;
  /** Longest value of one attribute, in characters, JSON included. @default 8192 */
  readonly maxContentCharacters?: number | undefined;
  warn(code: WarningCode, message: string): void;
}

/** Makes attributes of content. Attribute values are JSON, cut so that they stay valid JSON. Nothing throws. */
export interface ContentCapture {
  /** `rag.content.query`, `.chunks` and `.answer`. */
  interaction(interaction: Pick<Interaction, "query" | "chunks" | "generatorChunks" | "answer">): SpanAttributes;
  /** `rag.content.claims` and `.explanations`. */
  results(results: EvaluatedEvent["results"]): SpanAttributes;
  /** A judge's explanation as an evaluation event carries it: plain text. */
  explanation(text: string | undefined): string | undefined;
}

/** The default cap, in characters. */
export const defaultContentCharacters = 8_192;

/** Creates the capture of content. */
export function createContentCapture(options: ContentCaptureOptions): ContentCapture {
  const { captureContent, maxContentCharacters: cap = defaultContentCharacters } = options;
  const { attempt, clean } = createRedaction(options.redact, () =>
    options.warn(
      "redact_failed",
      "The `redact` option threw or returned no string; the content it was given was not recorded.",
    ),
  );

  function json(text: string | null, kind: "query" | "answer"): string | undefined {
    if (text === null) return undefined;
    const cut = cutToJson(clean(text, kind), cap);
    return cut === undefined ? undefined : JSON.stringify(cut);
  }

  function* chunkEntries(chunks: readonly Chunk[]): Generator<ContentEntry> {
    for (const { id, score, text } of chunks) yield { id, score, text: clean(text, "chunk") };
  }

  function* claimEntries(claims: readonly JudgedClaim[]): Generator<ContentEntry> {
    for (const { text, verdict, score, chunkId, evidence, flags } of claims) {
      yield {
        text: clean(text, "claim"),
        verdict,
        score,
        chunkId,
        flags,
        evidence: evidence === undefined ? undefined : clean(evidence, "chunk"),
      };
    }
  }

  function* explanations(results: readonly (readonly [string, MetricResult])[]): Generator<readonly [string, string]> {
    for (const [metric, { detail }] of results) {
      if (detail?.explanation !== undefined) yield [metric, clean(detail.explanation, "explanation")];
    }
  }

  return {
    interaction(interaction) {
      if (!captureContent) return {};
      const chunks = interaction.chunks.length > 0 ? interaction.chunks : (interaction.generatorChunks ?? []);
      return {
        [keys.contentQuery]: attempt(() => json(interaction.query, "query")),
        [keys.contentChunks]: chunks.length === 0 ? undefined : attempt(() => fitList(chunkEntries(chunks), cap)),
        [keys.contentAnswer]: attempt(() => json(interaction.answer, "answer")),
      };
    },
    results(results) {
      if (!captureContent) return {};
      const entries = Object.entries(results).flatMap(([metric, result]) =>
        result === undefined ? [] : [[metric, result] as const],
      );
      const claims = entries.flatMap(([, { detail }]) => detail?.claims ?? []);
      const explained = entries.filter(([, { detail }]) => detail?.explanation !== undefined);
      return {
        [keys.contentClaims]: claims.length === 0 ? undefined : attempt(() => fitList(claimEntries(claims), cap)),
        [keys.contentExplanations]:
          explained.length === 0 ? undefined : attempt(() => fitRecord(explanations(explained), cap)),
      };
    },
    explanation(text) {
      if (!captureContent || text === undefined) return undefined;
      return attempt(() => cutText(clean(text, "explanation"), cap));
    },
  };
}
