import fc from "fast-check";
import { expect, test } from "vitest";
import { circuitBreaker } from "../../src/resilience/breaker/circuit-breaker.ts";
import { budget } from "../../src/resilience/budget/budget.ts";
import { bulkhead } from "../../src/resilience/bulkhead.ts";
import { judgePolicy } from "../../src/resilience/judge-policy.ts";
import { rateLimit } from "../../src/resilience/rate-limit/rate-limit.ts";
import { retry } from "../../src/resilience/retry.ts";
import { createRig, deaf, down, fails, takes, type Rig, type Script, type Watched } from "../unit/resilience/rig.ts";

/** One call to come: when, what it does and for how long, and when its caller gives up. */
const arrivals = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 3_000 }),
    kind: fc.constantFrom("well", "down", "deaf", "mistaken", "limited"),
    takesMs: fc.integer({ min: 0, max: 2_000 }),
    abortedAfterMs: fc.option(fc.integer({ min: 0, max: 4_000 }), { nil: undefined }),
  }),
  { maxLength: 40 },
);
type Arrival = typeof arrivals extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

function scriptOf({ kind, takesMs }: Arrival): Script {
  const first = takes(takesMs, "fine");
  const then: Record<Arrival["kind"], Script> = {
    well: () => "fine",
    down,
    deaf,
    mistaken: () => Promise.reject(new TypeError("a mistake")),
    limited: fails("rate_limited", { retryable: true, retryAfterMs: 500 }),
  };
  return async (context, call) => {
    await first(context, call);
    return then[kind](context, call);
  };
}

/** Starts them all, gives up what is to be given up, in the end everything; every call is settled then. */
async function play(
  rig: Rig,
  given: readonly Arrival[],
  start: (arrival: Arrival, signal: AbortSignal) => Watched<unknown>,
): Promise<Watched<unknown>[]> {
  const controllers: AbortController[] = [];
  const started: Watched<unknown>[] = [];
  for (const arrival of given) {
    await rig.clock.advance(arrival.afterMs);
    const controller = new AbortController();
    controllers.push(controller);
    if (arrival.abortedAfterMs !== undefined) rig.clock.schedule(() => controller.abort(), arrival.abortedAfterMs);
    started.push(start(arrival, controller.signal));
  }
  await rig.clock.advance(4_000);
  for (const controller of controllers) controller.abort();
  await rig.clock.advance(0);
  expect(started.filter(({ state }) => state === "pending")).toEqual([]);
  expect(rig.clock.scheduled).toBe(0);
  return started;
}

test("whatever calls do and whoever gives up, all policies together settle every call and leave no timer", async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (given) => {
      const rig = createRig();
      const policy = judgePolicy({
        bulkhead: { concurrency: 3, maxQueue: 5 },
        rateLimit: { requestsPerMinute: 120, tokensPerMinute: 10_000, maxWaitMs: 2_000 },
        budget: { hardUsd: 1 },
        timeout: { ms: 1_500 },
        circuitBreaker: { openMs: 1_000 },
      });
      await play(rig, given, (arrival, signal) =>
        rig.start(policy, scriptOf(arrival), { signal, estimate: { inputTokens: 200, cost: 0.05 } }),
      );
    }),
    { numRuns: 60 },
  );
});

test("bulkhead: never more calls than places, and no place is ever lost", async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 5 }), async (...drawn) => {
      const [given, concurrency, maxQueue] = drawn;
      const rig = createRig();
      const policy = bulkhead({ concurrency, maxQueue });
      const lively = given.filter(({ kind }) => kind !== "deaf");
      await play(rig, lively, (arrival, signal) => rig.start(policy, scriptOf(arrival), { signal }));
      expect(rig.inFlight.most).toBeLessThanOrEqual(concurrency);
      const before = rig.calls.length;
      const all = Array.from({ length: concurrency + maxQueue }, () => rig.start(policy, takes(10)));
      await rig.clock.advance(0);
      expect(rig.calls.length - before).toBe(concurrency);
      expect(rig.start(policy, takes(10)).state).toBe("pending");
      await rig.clock.advance(100);
      expect(all.every(({ state }) => state === "resolved")).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("rateLimit: over no stretch of time more than the rate and the burst, and nobody waits too long", async () => {
  const calls = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 20_000 })),
      tokens: fc.integer({ min: 0, max: 900 }),
      kind: fc.constantFrom("well", "down", "mistaken"),
      abortedAfterMs: fc.option(fc.integer({ min: 0, max: 4_000 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  const rates = fc.record({
    requestsPerMinute: fc.integer({ min: 5, max: 600 }),
    tokensPerMinute: fc.integer({ min: 100, max: 50_000 }),
    burstMs: fc.integer({ min: 1, max: 20_000 }),
    maxWaitMs: fc.integer({ min: 0, max: 30_000 }),
  });
  await fc.assert(
    fc.asyncProperty(calls, rates, async (given, rate) => {
      const rig = createRig();
      const policy = rateLimit(rate);
      const made: { atMs: number; tokens: number }[] = [];
      const started: { call: Watched<unknown>; atMs: number }[] = [];
      for (const { afterMs, tokens, kind, abortedAfterMs } of given) {
        await rig.clock.advance(afterMs);
        const controller = new AbortController();
        if (abortedAfterMs !== undefined) rig.clock.schedule(() => controller.abort(), abortedAfterMs);
        const script: Script = (context, call) => {
          made.push({ atMs: rig.clock.monotonicMs(), tokens });
          return scriptOf({ afterMs, kind, takesMs: 0, abortedAfterMs: undefined })(context, call);
        };
        const estimate = { inputTokens: tokens };
        const call = rig.start(policy, script, { signal: controller.signal, estimate, used: estimate });
        started.push({ call, atMs: rig.clock.monotonicMs() });
      }
      await rig.clock.advance(rate.maxWaitMs + 5_000);
      for (const { call, atMs } of started) {
        expect(call.state).not.toBe("pending");
        expect((call.atMs ?? 0) - atMs).toBeLessThanOrEqual(rate.maxWaitMs);
      }
      expect(rig.clock.scheduled).toBe(0);
      const burst = (perMinute: number): number => Math.max(1, (perMinute * rate.burstMs) / 60_000);
      for (let from = 0; from < made.length; from++) {
        let tokens = 0;
        for (let to = from; to < made.length; to++) {
          const minutes = ((made[to]?.atMs ?? 0) - (made[from]?.atMs ?? 0)) / 60_000;
          const most = rate.requestsPerMinute * minutes + burst(rate.requestsPerMinute);
          expect(to - from + 1).toBeLessThanOrEqual(most + 0.001);
          // The last call may owe what the bucket does not hold.
          const mostTokens = rate.tokensPerMinute * minutes + burst(rate.tokensPerMinute) + 900;
          tokens += made[to]?.tokens ?? 0;
          expect(tokens).toBeLessThanOrEqual(mostTokens + 0.001);
        }
      }
    }),
    { numRuns: 80 },
  );
});

test("circuitBreaker: after the failures in a row that open it, failing calls are ever further apart", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 900 }), isWell: fc.boolean() }), { maxLength: 150 }),
      fc.integer({ min: 1, max: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (given, consecutiveFailures, share) => {
        const rig = createRig();
        const policy = circuitBreaker({ opensAfter: { consecutiveFailures }, openMs: 1_000, maxOpenMs: 8_000 });
        const failedAtMs: number[] = [];
        // A failed expectation inside a call would only fail the call.
        const waits: { readonly waitedMs: number; readonly leastMs: number }[] = [];
        for (const { afterMs, isWell } of given) {
          await rig.clock.advance(afterMs);
          // Mostly failures for a small share, mostly successes for a large one.
          rig.start(policy, (context, call) => {
            if (isWell && share > 0.3) {
              failedAtMs.length = 0;
              return "fine";
            }
            const nowMs = rig.clock.monotonicMs();
            const trials = failedAtMs.length - consecutiveFailures;
            const leastMs = Math.min(8_000, 1_000 * 2 ** trials);
            if (trials >= 0) waits.push({ waitedMs: nowMs - (failedAtMs.at(-1) ?? 0), leastMs });
            failedAtMs.push(nowMs);
            return down(context, call);
          });
          await rig.clock.advance(0);
        }
        for (const { waitedMs, leastMs } of waits) expect(waitedMs).toBeGreaterThanOrEqual(leastMs);
      },
    ),
    { numRuns: 60 },
  );
});

test("no retry storm: however an outage comes and goes, it gets a bounded number of calls", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ ms: fc.integer({ min: 200, max: 40_000 }), isDown: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 50, max: 2_000 }),
      fc.integer({ min: 1, max: 8 }),
      async (spells, everyMs, atOnce) => {
        const rig = createRig();
        const policy = judgePolicy();
        for (const { ms, isDown } of spells) {
          const before = rig.calls.length;
          const script: Script = isDown ? down : () => "fine";
          for (let passedMs = 0; passedMs < ms; passedMs += everyMs) {
            for (let call = 0; call < atOnce; call++) rig.start(policy, script);
            await rig.clock.advance(everyMs);
          }
          // Five failures open it, those at once with the fifth and their like from the spell before are under way
          // already, and a trial comes every 10 s at most.
          const most = 5 + 2 * atOnce + Math.ceil((ms + everyMs) / 10_000);
          if (isDown) expect(rig.calls.length - before).toBeLessThanOrEqual(most);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test("budget: no call begins once the day's money is spent, and with estimates that hold it is never passed", async () => {
  const calls = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.constant(21_600_000)),
      takesMs: fc.integer({ min: 0, max: 3_000 }),
      cost: fc.integer({ min: 0, max: 64 }).map((steps) => steps / 64),
      isAborted: fc.boolean(),
    }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(calls, fc.boolean(), fc.integer({ min: 1, max: 5 }), async (given, isEstimated, hardUsd) => {
      const rig = createRig();
      const policy = budget({ hardUsd });
      const spent = new Map<number, number>();
      const spentBefore: number[] = [];
      const today = (): number => Math.floor(rig.clock.epochMs() / 86_400_000);
      for (const { afterMs, takesMs, cost, isAborted } of given) {
        await rig.clock.advance(afterMs);
        const controller = new AbortController();
        if (isAborted) rig.clock.schedule(() => controller.abort(), takesMs / 2);
        const script: Script = async (context, call) => {
          const day = today();
          spentBefore.push(spent.get(day) ?? 0);
          await takes(takesMs)(context, call);
          spent.set(day, (spent.get(day) ?? 0) + cost);
        };
        const usage = { cost };
        rig.start(policy, script, {
          signal: controller.signal,
          used: usage,
          ...(isEstimated && { estimate: usage }),
        });
      }
      await rig.clock.advance(5_000);
      for (const usd of spentBefore) expect(usd).toBeLessThan(hardUsd);
      if (isEstimated) for (const usd of spent.values()) expect(usd).toBeLessThanOrEqual(hardUsd);
    }),
    { numRuns: 80 },
  );
});

test("retry: no more attempts than allowed, none begun too late, none after what cannot pass", async () => {
  const failure = fc.record({
    retryable: fc.boolean(),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 12_000 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(failure, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 30_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (failures, maxAttempts, maxElapsedMs, random) => {
        const rig = createRig({ random });
        const call = rig.start(retry({ maxAttempts, maxElapsedMs }), (context, attempt) => {
          const { retryable, retryAfterMs } = failures[attempt - 1] ?? { retryable: false, retryAfterMs: undefined };
          return fails("judge_error", { retryable, ...(retryAfterMs !== undefined && { retryAfterMs }) })(
            context,
            attempt,
          );
        });
        await rig.clock.advance(120_000);
        expect(call.state).toBe("rejected");
        expect(rig.calls.length).toBeLessThanOrEqual(maxAttempts);
        expect(rig.calls.at(-1)).toBeLessThan(maxElapsedMs);
        const firstFinal = failures.findIndex(({ retryable }) => !retryable);
        expect(rig.calls.length).toBeLessThanOrEqual(firstFinal === -1 ? failures.length + 1 : firstFinal + 1);
        expect(rig.clock.scheduled).toBe(0);
      },
    ),
    { numRuns: 100 },
  );
});
