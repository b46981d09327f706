import { countVerdicts, type JudgedChunk, type JudgedClaim, type VerdictCounts } from "./claim.ts";
import type { Clock } from "./clock.ts";
import type { Interaction } from "./interaction.ts";
import type { MetricId } from "./metric.ts";
import type { Outcome } from "./outcome.ts";
import type { Random } from "./random.ts";
import type { Slice } from "./slice.ts";
import type { Thresholds } from "./thresholds.ts";

/** `name/version` of a judge, e.g. `embedded/1`. Scores of two judges are never mixed. */
export type JudgeId = string;

/** What judging cost. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** In USD. */
  readonly cost?: number;
}

/** What a judge found besides the score. All of it but numbers and flags is content. */
export interface Detail {
  /** Context relevance: one entry a chunk, in the chunks' order. */
  readonly chunks?: readonly JudgedChunk[];
  /** Context relevance: share of chunks at or above the judge's chunk threshold, in [0, 1]. */
  readonly relevantChunkRatio?: number;
  /** Groundedness: the claims of the answer, in its order; the first {@link claimLimit} of them. */
  readonly claims?: readonly JudgedClaim[];
  /** How many claims got each verdict, those beyond the limit included; left out when `claims` has them all. */
  readonly claimCounts?: VerdictCounts;
  /** Why, in words. Quotes the answer, so it is content. */
  readonly explanation?: string;
}

/** Claims that a result carries at most: copying tens of thousands between threads would hold requests up. */
export const claimLimit = 1_000;

/** How many claims got each verdict; `undefined` when there is nothing about claims. */
export function verdictCountsOf(detail: Detail | undefined): VerdictCounts | undefined {
  return detail?.claimCounts ?? (detail?.claims === undefined ? undefined : countVerdicts(detail.claims));
}

/** What a judge can notice about its model's output, to be counted. */
export const findingIds = [
  /** A quote that is not in the chunk it names. */
  "fabricated_quote",
  /** A claim the model left out, asked for again. */
  "missing_claim",
  /** The text being judged held what only our prompt may hold, such as its delimiter. */
  "delimiter_in_data",
] as const;

/** One of {@link findingIds}. */
export type FindingId = (typeof findingIds)[number];

/** How often each of {@link findingIds} was noticed. */
export type Findings = Readonly<Partial<Record<FindingId, number>>>;

/** A second judge's score of the same interaction, to be compared with the first one's. */
export interface ShadowScore {
  readonly judge: JudgeId;
  /** In [0, 1]. */
  readonly score: number;
}

/** The warnings that judges can give; {@link JudgeWarning}. */
export const judgeWarningCodes = [
  "self_preference",
  "keyword_score_unbounded",
  "dimensions_mismatch",
  "budget_soft_bound",
  "cost_unknown",
  "circuit_opened",
  "policy_callback_failed",
] as const;

/** Something the user should know about how judging is set up. Shown once a code and pipeline. */
export interface JudgeWarning {
  readonly code: (typeof judgeWarningCodes)[number];
  /** What happened and what to do; never content. */
  readonly message: string;
}

/** What a judge returns for one interaction. Plain JSON. */
export interface JudgeResult {
  readonly outcome: Outcome;
  /** The judge that scored: of a combined judge, the member that did. */
  readonly judge: JudgeId;
  /** What this judge used; what members used that it asked through {@link JudgeContext.delegate} is counted there. */
  readonly usage?: Usage;
  readonly detail?: Detail;
  readonly findings?: Findings;
  /** Of a combined judge: what its shadows made of the interaction. Compared only if `outcome` is a score. */
  readonly shadows?: readonly ShadowScore[];
  readonly warnings?: readonly JudgeWarning[];
}

/** What a judge used, noticed and warns of. */
export type JudgeNotes = Pick<JudgeResult, "usage" | "findings" | "warnings">;

/** How a member is asked. */
export interface DelegateOptions {
  /** Ends this member's work alone: `judge_timeout`, or `shutdown` if that is the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long this member may take, in milliseconds; then it is `judge_timeout`. Never beyond the judging's own deadline. */
  readonly timeoutMs?: number;
}

/** What a judge is given besides the interaction. */
export interface JudgeContext {
  /** Aborted when the deadline passes or the triad shuts down. */
  readonly signal: AbortSignal;
  /** Shared by the judges of one interaction, so that text is analysed once. */
  readonly shared: Map<symbol, unknown>;
  readonly clock: Clock;
  readonly random: Random;
  /** When `signal` will be aborted, on the clock's monotonic scale in milliseconds; left out where there is no deadline. */
  readonly deadlineMs?: number;
  /** The slice of the request; left out when an interaction is scored outside any triad. */
  readonly slice?: Slice;
  /**
   * Asks a member of a combined judge as if it were asked alone: on a worker thread if that is where it runs, with its
   * own duration, tokens, cost, findings and warnings recorded under its own id, and left out of the result. A
   * failure is a result with its reason; rejects only when asked for a judge that is not among `members`, whose id nobody
   * would know. What is still asked when the asking judge is done is ended.
   */
  readonly delegate: (member: Judge, interaction: Interaction, options?: DelegateOptions) => Promise<JudgeResult>;
  /**
   * Notes what was used, noticed or is to be warned of as it happens, so that it counts even if the judge fails or is cut
   * short later. It adds up, and is not to be repeated in the result.
   */
  readonly note: (notes: JudgeNotes) => void;
  /**
   * Set when the judge runs on a thread that also serves requests: a CPU-bound judge awaits it between steps of
   * about a millisecond, and it yields to the event loop when the time slice is used up.
   */
  readonly pause?: () => Promise<void> | undefined;
}

/** How to make a judge again in a worker thread or another process. Plain JSON. */
export interface JudgeModule {
  /**
   * `file:` URL (or bare package specifier) of an ES module that does nothing but define judges: it is imported in
   * every worker. The process's main script, as a bundle's `import.meta.url` is, is refused.
   */
  readonly module: string;
  /** Name of an export of that module: `(options) => JudgeSet`. */
  readonly factory: string;
  /** Passed to the factory. */
  readonly options?: unknown;
}

/** Scores an interaction on one metric. OpenTelemetry's word for it is "evaluator". */
export interface Judge {
  readonly metric: MetricId;
  /** `[a-z][a-z0-9_-]*`; with the version it makes the judge's id. */
  readonly name: string;
  /** Changes whenever the same input may score differently. */
  readonly version: string;
  readonly thresholds: Thresholds;
  /** The judges of a combined judge. */
  readonly members?: readonly Judge[];
  /** Set by CPU-bound judges: makes this judge again in a worker thread, where it then runs. */
  readonly worker?: JudgeModule;
  /**
   * Judges one interaction. Called only when the metric's preconditions hold (see `core/preconditions.ts`).
   * A rejection becomes `judge_error`.
   */
  judge(interaction: Interaction, context: JudgeContext): Promise<JudgeResult>;
}

/** One judge a metric. */
export type JudgeSet = Partial<Record<MetricId, Judge>>;

/** The id of a judge: `name/version`. */
export function judgeId(judge: Pick<Judge, "name" | "version">): JudgeId {
  return `${judge.name}/${judge.version}`;
}

/** The judge of this id: `judge` itself, or the member of it that has the id. */
export function findJudge(judge: Judge, id: JudgeId): Judge | undefined {
  if (judgeId(judge) === id) return judge;
  for (const member of judge.members ?? []) {
    const found = findJudge(member, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
