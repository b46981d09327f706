import { expect, test } from "vitest";
import { compose } from "../../../src/resilience/compose.ts";
import type { Policy } from "../../../src/resilience/policy.ts";
import { retry } from "../../../src/resilience/retry.ts";
import { timeout } from "../../../src/resilience/timeout.ts";
import { createRig, takes } from "./rig.ts";

function traced(name: string, trace: string[]): Policy {
  return {
    async execute(call, context) {
      trace.push(`${name} in, estimate ${call.estimate?.cost}`);
      const value = await call.run(context);
      trace.push(`${name} out, used ${call.usageOf?.(value)?.cost}`);
      return value;
    },
  };
}

test("compose goes in from the outermost and out from the innermost, and each sees estimate and usage", async () => {
  const { start, clock } = createRig();
  const trace: string[] = [];
  const call = start(compose(traced("a", trace), traced("b", trace), traced("c", trace)), () => "made", {
    estimate: { cost: 1 },
    used: { cost: 2 },
  });
  await clock.advance(0);
  expect(call.value).toBe("made");
  expect(trace).toEqual([
    ...["a", "b", "c"].map((name) => `${name} in, estimate 1`),
    ...["c", "b", "a"].map((name) => `${name} out, used 2`),
  ]);
});

test("composed of nothing, it calls", async () => {
  const { start, clock } = createRig();
  const call = start(compose(), () => "made");
  await clock.advance(0);
  expect(call.value).toBe("made");
});

test("the order matters: a limit for each attempt, or for all of them together", async () => {
  const each = createRig({ random: 0 });
  each.start(compose(retry({ maxAttempts: 3 }), timeout({ ms: 100 })), takes(150));
  await each.clock.advance(1_000);
  expect(each.calls).toEqual([0, 100, 200]);
  const all = createRig({ random: 0 });
  const call = all.start(compose(timeout({ ms: 100 }), retry({ maxAttempts: 3 })), takes(150));
  await all.clock.advance(1_000);
  expect([all.calls, call.atMs]).toEqual([[0], 100]);
});

test.each([[undefined], [{}], [retry]])("what is no policy is refused at once: %o", (value) => {
  expect(() => compose(retry(), value as unknown as Policy)).toThrow(
    expect.objectContaining({
      code: "ERR_RAG_TRIAD_OPTION",
      message: expect.stringMatching(
        /^Expected `compose\[1\]` to be a policy \(an object with a method `execute`\), got /,
      ) as unknown,
    }),
  );
});
