import type { JudgeWarning, Usage } from "../../../src/core/judge.ts";
import { JudgeFailure, type JudgeFailureOptions, type JudgeFailureReason } from "../../../src/core/judge-failure.ts";
import type { Policy, PolicyContext } from "../../../src/resilience/policy.ts";
import { createManualClock, type ManualClock } from "../../../src/testing/index.ts";

/** What a call under test has come to. */
export interface Watched<T> {
  state: "pending" | "resolved" | "rejected";
  value?: T;
  error?: unknown;
  /** On the rig's clock. */
  atMs?: number;
}

/** What a call does, at the time it is made. */
export type Script = (context: PolicyContext, call: number) => unknown;

/** A policy's surroundings, in the test's hands. */
export interface Rig {
  readonly clock: ManualClock;
  readonly warnings: JudgeWarning[];
  /** When calls were made, in milliseconds on the clock. */
  readonly calls: number[];
  /** Calls under way. */
  readonly inFlight: { now: number; most: number };
  start(policy: Policy, script: Script, options?: StartOptions): Watched<unknown>;
}

/** How a call is started. */
export interface StartOptions {
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
  readonly estimate?: Usage;
  readonly used?: Usage;
}

/** Makes a {@link Rig}; chance is always `random`. */
export function createRig({ random = 0.5, epochMs }: { random?: number; epochMs?: number } = {}): Rig {
  const clock = createManualClock(epochMs === undefined ? {} : { epochMs });
  const warnings: JudgeWarning[] = [];
  const calls: number[] = [];
  const inFlight = { now: 0, most: 0 };
  return {
    clock,
    warnings,
    calls,
    inFlight,
    start(policy, script, { signal = new AbortController().signal, deadlineMs, estimate, used } = {}) {
      const watched: Watched<unknown> = { state: "pending" };
      const call = {
        async run(context: PolicyContext) {
          calls.push(clock.monotonicMs());
          inFlight.most = Math.max(inFlight.most, ++inFlight.now);
          try {
            return await script(context, calls.length);
          } finally {
            inFlight.now--;
          }
        },
        ...(estimate !== undefined && { estimate }),
        ...(used !== undefined && { usageOf: () => used }),
      };
      const context = {
        signal,
        clock,
        random: () => random,
        warn: (warning: JudgeWarning) => void warnings.push(warning),
        ...(deadlineMs !== undefined && { deadlineMs }),
      };
      policy.execute(call, context).then(
        (value) => Object.assign(watched, { state: "resolved", value, atMs: clock.monotonicMs() }),
        (error: unknown) => Object.assign(watched, { state: "rejected", error, atMs: clock.monotonicMs() }),
      );
      return watched;
    },
  };
}

/** A script that fails so. */
export function fails(reason: JudgeFailureReason, options: JudgeFailureOptions = {}): Script {
  return () => {
    throw new JudgeFailure(reason, "scripted", options);
  };
}

/** What an outage looks like. */
export const down: Script = fails("judge_error", { code: "http_503", retryable: true });

/** A script that takes so long, and stops at an abort as clients do: with an error of its own. */
export function takes(ms: number, value: unknown = "late"): Script {
  return ({ clock, signal }) =>
    new Promise((resolve, reject) => {
      const cancel = clock.schedule(() => resolve(value), ms);
      signal.addEventListener("abort", () => {
        cancel();
        reject(Object.assign(new Error("aborted"), { name: "AbortError" }));
      });
    });
}

/** A script that never ends, whatever its signal says. */
export const deaf: Script = () => new Promise(() => undefined);

/** A signal that counts its listeners. */
export function countedSignal(): { controller: AbortController; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...parameters: Parameters<typeof add>) => {
    count++;
    add(...parameters);
  };
  signal.removeEventListener = (...parameters: Parameters<typeof remove>) => {
    count--;
    remove(...parameters);
  };
  return { controller, listeners: () => count };
}

/** The reason that scoring aborts with at the end. */
export function shutdownReason(): Error {
  return Object.assign(new Error("Scoring is shutting down"), { code: "shutdown" });
}
