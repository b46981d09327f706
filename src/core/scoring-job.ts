import type { Interaction } from "./interaction.ts";
import type { Findings, JudgeId, JudgeResult, Usage } from "./judge.ts";
import type { MetricId } from "./metric.ts";
import type { UnscoredReason } from "./outcome.ts";
import type { Slice } from "./slice.ts";

/** The version of the plain-JSON form of {@link ScoringJob} and {@link ScoringResult}. */
export const scoringJobVersion = 1;

/** One interaction to score. Plain JSON: no span, no function, so that another process can score it. */
export interface ScoringJob {
  readonly version: typeof scoringJobVersion;
  readonly jobId: string;
  /** W3C trace context of the request span, if there is one. */
  readonly traceparent?: string;
  readonly slice: Slice;
  /** Milliseconds since the Unix epoch after which the job is `judge_timeout`. */
  readonly deadlineEpochMs: number;
  /** The metrics to score; each resolves exactly once. */
  readonly metrics: readonly MetricId[];
  readonly interaction: Interaction;
  /**
   * Nobody waits for it: taken only when it can be judged at once (else `queue_full`, not counted as a refusal), and
   * a drain does not wait for it.
   */
  readonly background?: true;
}

/** One judge that was asked about one metric of one interaction. */
export interface JudgeCall {
  readonly judge: JudgeId;
  /** How long it took; left out for the own work of a judge that asked others, since its time is theirs. */
  readonly seconds?: number;
  readonly usage?: Usage;
  readonly findings?: Findings;
  /** Why it gave no score; left out when it did. */
  readonly reason?: UnscoredReason;
  /** The class or code of its failure, never its message. */
  readonly errorType?: string;
}

/** What judging made of one metric. Usage, findings and warnings are those of all the judges that were asked. */
export interface MetricResult extends JudgeResult {
  /** Seconds that judging took; left out when no judge ran. */
  readonly judgeSeconds?: number;
  /** The class or code of the judge's failure, never its message. */
  readonly errorType?: string;
  /** Of a combined judge: each judge that was asked, once a time it was asked. Left out when the judge asked no other. */
  readonly calls?: readonly JudgeCall[];
}

/** The judges that were asked for a result, each once a time: what is recorded about judging is recorded of these. */
export function callsOf(result: MetricResult): readonly JudgeCall[] {
  if (result.calls !== undefined) return result.calls;
  const { judge, judgeSeconds, usage, findings, errorType, outcome } = result;
  return [
    {
      judge,
      ...(judgeSeconds !== undefined && { seconds: judgeSeconds }),
      ...(usage !== undefined && { usage }),
      ...(findings !== undefined && { findings }),
      ...("reason" in outcome && { reason: outcome.reason }),
      ...(errorType !== undefined && { errorType }),
    },
  ];
}

/** Results by metric. */
export type MetricResults = Readonly<Partial<Record<MetricId, MetricResult>>>;

/** The results of a job, every metric of it. Plain JSON. */
export interface ScoringResult {
  readonly version: typeof scoringJobVersion;
  readonly jobId: string;
  readonly results: MetricResults;
}

/** How full a dispatcher is. */
export interface QueueStats {
  /** Jobs accepted and waiting for a judge. */
  readonly queued: number;
  /** Jobs being judged. */
  readonly running: number;
  /** Jobs refused since the start, by reason. */
  readonly refused: Readonly<Partial<Record<UnscoredReason, number>>>;
  /** Age in milliseconds of the oldest job not yet resolved; 0 when there is none. */
  readonly oldestMs: number;
}

/** What a drain left behind. */
export interface DrainReport {
  /** Jobs resolved while draining. */
  readonly resolved: number;
  /** Jobs that had to be resolved as `shutdown`, or are still open after a `drain` that is not the last. */
  readonly remaining: number;
}

/** Takes jobs, answers each accepted one with exactly one result. In process, or a queue with workers elsewhere. */
export interface ScoringDispatcher {
  /** Never throws and never waits. A refusal is the reason under which the job's metrics are counted. */
  submit(job: ScoringJob): "accepted" | UnscoredReason;
  /** Subscribes to results; returns the undo. */
  onResult(listener: (result: ScoringResult) => void): () => void;
  /** Waits until nothing is open, or the time is up. Intake goes on. */
  drain(options: { readonly timeoutMs: number }): Promise<DrainReport>;
  /** Stops intake (`shutdown`), drains, resolves what is left as `shutdown`, and frees threads. Idempotent. */
  close(options: { readonly timeoutMs: number }): Promise<DrainReport>;
  stats(): QueueStats;
}
