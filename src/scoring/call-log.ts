import type { Clock } from "../core/clock.ts";
import { judgeId, type Judge, type JudgeNotes, type JudgeWarning } from "../core/judge.ts";
import type { UnscoredReason } from "../core/outcome.ts";
import type { JudgeCall } from "../core/scoring-job.ts";
import { sumOfFindings, sumOfUsage } from "../core/usage.ts";
import { optional } from "./judge-detail.ts";

/** How a call ended. */
export type CallEnd = Pick<JudgeCall, "reason" | "errorType" | "seconds"> & { readonly judge?: string };

/** A judge that is being asked. */
export interface OpenCall {
  /** This judge asks others: their time is not counted as its own. */
  asksOthers(): void;
  readonly askedOthers: boolean;
  /** Adds to what the judge used, found and warns of. */
  note(notes: JudgeNotes): void;
  /** Ends the call; what comes afterwards, and a second end, is ignored. */
  end(end: CallEnd): void;
}

/** What one judging of a metric amounted to. */
export interface CallSummary {
  /** In the order the judges were first asked. */
  readonly calls: readonly JudgeCall[];
  /** One of each code. */
  readonly warnings: readonly JudgeWarning[];
  /** How many judges were asked, those without a call of their own too. */
  readonly asked: number;
}

/** Notes each judge that is asked about one metric, exactly once a time it is asked. */
export interface CallLog {
  begin(judge: Judge): OpenCall;
  /** Ends the log; calls that are open then count as `reason`, with the time they took so far. */
  seal(reason: UnscoredReason): CallSummary;
}

interface Entry {
  readonly call: OpenCall;
  ended: JudgeCall | undefined;
}

/** Creates an empty log. */
export function createCallLog(clock: Clock): CallLog {
  const entries: Entry[] = [];
  const warnings = new Map<JudgeWarning["code"], JudgeWarning>();

  function begin(judge: Judge): OpenCall {
    const startMs = clock.monotonicMs();
    let notes: JudgeNotes = {};
    let askedOthers = false;
    let isOpen = true;
    const call: OpenCall = {
      asksOthers: () => void (askedOthers = true),
      get askedOthers() {
        return askedOthers;
      },
      note(more) {
        if (!isOpen) return;
        notes = {
          ...optional("usage", sumOfUsage([notes.usage, more.usage])),
          ...optional("findings", sumOfFindings([notes.findings, more.findings])),
        };
        for (const warning of more.warnings ?? []) {
          if (!warnings.has(warning.code)) warnings.set(warning.code, warning);
        }
      },
      end({ judge: scorer = judgeId(judge), seconds, reason, errorType }) {
        if (!isOpen) return;
        isOpen = false;
        const own = { ...notes, ...optional("errorType", errorType) };
        // A judge that only asked others has done nothing that is not counted as theirs.
        if (askedOthers && Object.keys(own).length === 0) return;
        const elapsed = seconds ?? Math.max(0, clock.monotonicMs() - startMs) / 1000;
        entry.ended = {
          judge: scorer,
          ...(!askedOthers && { seconds: elapsed }),
          ...optional("reason", reason),
          ...own,
        };
      },
    };
    const entry: Entry = { call, ended: undefined };
    entries.push(entry);
    return call;
  }

  return {
    begin,
    seal(reason) {
      for (const { call } of entries) call.end({ reason });
      return {
        calls: entries.flatMap(({ ended }) => ended ?? []),
        warnings: [...warnings.values()],
        asked: entries.length,
      };
    },
  };
}
