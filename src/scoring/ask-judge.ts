import type { Clock } from "../core/clock.ts";
import { errorTypeOf } from "../core/errors.ts";
import type { Interaction } from "../core/interaction.ts";
import { isJudgeFailure, judgeFailureReasons } from "../core/judge-failure.ts";
import { judgeId, type Judge, type JudgeContext, type JudgeResult } from "../core/judge.ts";
import { unscored, type UnscoredReason } from "../core/outcome.ts";
import { unmetPrecondition } from "../core/preconditions.ts";
import type { MetricResult } from "../core/scoring-job.ts";
import { abortCauseOf, watchAbort } from "./abort-reason.ts";
import type { CallLog, OpenCall } from "./call-log.ts";
import { contextFor, type ContextParts } from "./judge-context.ts";
import { optional } from "./judge-detail.ts";
import { readJudgeNotes } from "./judge-notes.ts";
import { soundResult } from "./judge-result.ts";
import { openScope, type OwnScope, type Scope } from "./scope.ts";

/** What every judge of one interaction is asked with. */
export interface Asking extends ContextParts {
  readonly clock: Clock;
  /** Asks a CPU-bound member where such judges run; `undefined` where that is this thread. */
  readonly askElsewhere?: AskElsewhere | undefined;
}

/** Asks a judge that names a `worker` module away from this thread; `undefined` when none can take it. */
export type AskElsewhere = (
  judge: Judge,
  interaction: Interaction,
  signal: AbortSignal,
) => Promise<MetricResult | undefined>;

/** One question to one judge. */
export interface Question {
  readonly judge: Judge;
  readonly interaction: Interaction;
  readonly scope: Scope;
  /** Where each judge that is asked is noted. */
  readonly log: CallLog;
  /** Whether a combined judge asks; else the judge is the metric's own, and it is known where it runs. */
  readonly isMember: boolean;
}

/** An answer: sound, plain JSON, with the class or code of what went wrong. */
export type Answer = JudgeResult & Pick<MetricResult, "errorType">;

/**
 * Asks a judge: preconditions first, and a result whatever it does. A foreseen failure is its reason, any other
 * `judge_error`, nonsense `judge_invalid_output`; a judge that is deaf to its signal does not hold the answer beyond the
 * abort. Never rejects.
 */
export async function askJudge(asking: Asking, question: Question): Promise<Answer> {
  const { judge, interaction, scope } = question;
  try {
    const unmet = unmetPrecondition(judge.metric, interaction);
    if (unmet !== undefined) return unscoredBy(judge, unmet);
  } catch (error) {
    return unscoredBy(judge, "judge_error", errorTypeOf(error));
  }
  if (scope.signal.aborted) return unscoredBy(judge, abortCauseOf(scope.signal));
  const call = question.log.begin(judge);
  const watch = watchAbort(scope.signal);
  try {
    const { judgeSeconds, ...answer } = await Promise.race([
      answerOf(asking, question, call),
      watch.aborted.then(() => cutShort(asking, question, call)),
    ]);
    endCall(call, answer, judgeSeconds);
    return answer;
  } finally {
    watch.stop();
  }
}

/** The answer of a judge that was left to answer. */
async function answerOf(asking: Asking, question: Question, call: OpenCall): Promise<MetricResult> {
  const { judge, interaction, scope, isMember } = question;
  let members: OwnScope | undefined;
  let isDone = false;
  try {
    if (isMember && judge.worker !== undefined && asking.askElsewhere !== undefined) {
      const given = await asking.askElsewhere(judge, interaction, scope.signal);
      if (given !== undefined) return answeredElsewhere(judge, given);
      scope.signal.throwIfAborted();
    }
    const delegate: JudgeContext["delegate"] = async (member, about, options = {}) => {
      if (judge.members?.includes(member) !== true)
        throw new TypeError("A judge may only ask those that it names in `members`");
      if (isDone) return unscoredBy(member, "judge_timeout");
      call.asksOthers();
      // Whatever this judge asks ends with it.
      members ??= openScope(scope, asking.clock, { signals: [], timeoutMs: undefined });
      const own = openScope(members, asking.clock, {
        signals: options.signal === undefined ? [] : [options.signal],
        timeoutMs: options.timeoutMs,
      });
      try {
        const asked = { judge: member, interaction: about, scope: own, log: question.log, isMember: true };
        return withoutNotes(await askJudge(asking, asked));
      } finally {
        own.end();
      }
    };
    const note = (notes: unknown): void => call.note(readJudgeNotes(notes));
    const context = contextFor(asking, interaction, scope, { delegate, note });
    return soundResult(judge, await judge.judge(interaction, context)) ?? unscoredBy(judge, "judge_invalid_output");
  } catch (error) {
    return scope.signal.aborted ? unscoredBy(judge, abortCauseOf(scope.signal)) : failedBy(judge, error);
  } finally {
    isDone = true;
    members?.end();
  }
}

function answeredElsewhere(judge: Judge, { errorType, judgeSeconds, ...given }: MetricResult): MetricResult {
  const sound = soundResult(judge, given) ?? unscoredBy(judge, "judge_invalid_output");
  return { ...sound, ...optional("errorType", errorType), ...optional("judgeSeconds", judgeSeconds) };
}

/**
 * The answer of a judge whose time is up. One that asked others has a turn of the event loop to hand in what they have
 * said by then, since a score that is there must not be lost over a second opinion that is not.
 */
async function cutShort({ clock }: Asking, { judge, scope }: Question, call: OpenCall): Promise<MetricResult> {
  if (call.askedOthers) await new Promise<void>((resolve) => void clock.schedule(resolve, 0));
  return unscoredBy(judge, abortCauseOf(scope.signal));
}

/** What was used, found and warned of is in the log; a combined judge that passes a member's result on must not repeat it. */
function withoutNotes({ outcome, judge, detail, shadows }: Answer): JudgeResult {
  return { outcome, judge, ...optional("detail", detail), ...optional("shadows", shadows) };
}

function endCall(call: OpenCall, answer: Answer, seconds: number | undefined): void {
  const { judge, outcome, errorType } = answer;
  call.note(answer);
  call.end({
    judge,
    ...optional("seconds", seconds),
    ...("reason" in outcome && { reason: outcome.reason }),
    ...optional("errorType", errorType),
  });
}

/** The answer without a score of a judge. */
export function unscoredBy(judge: Judge, reason: UnscoredReason, errorType?: string): Answer {
  return { outcome: unscored(reason), judge: judgeId(judge), ...optional("errorType", errorType) };
}

const foreseenReasons: ReadonlySet<unknown> = new Set(judgeFailureReasons);

/** A failure that was foreseen says its reason; whatever else is thrown is a fault of the judge. */
function failedBy(judge: Judge, error: unknown): Answer {
  return unscoredBy(judge, foreseenReason(error) ?? "judge_error", errorTypeOf(error));
}

function foreseenReason(error: unknown): UnscoredReason | undefined {
  try {
    return isJudgeFailure(error) && foreseenReasons.has(error.reason) ? error.reason : undefined;
  } catch {
    // Something that throws when looked at.
    return undefined;
  }
}
