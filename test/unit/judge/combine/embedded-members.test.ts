import { expect, it, vi } from "vitest";
import { embeddedJudges } from "../../../../src/judge/embedded/embedded-judges.ts";
import * as claims from "../../../../src/text/claims.ts";
import { fallback } from "../../../../src/judge/combine/fallback.ts";
import { shadow } from "../../../../src/judge/combine/shadow.ts";
import { abortReason } from "../../../../src/scoring/abort-reason.ts";
import { answeringJudge, setOf } from "../../../helpers/answering-judge.ts";
import { aJudgeContext } from "../../../helpers/judge-context.ts";
import { anInteraction } from "../../../fixtures/judges/interactions.ts";
import { scoreWith } from "./score-with.ts";

vi.mock("../../../../src/text/claims.ts", async (load) => {
  const module = await load<typeof claims>();
  return { ...module, classifySentences: vi.fn(module.classifySentences) };
});

const down = setOf(
  ...Object.keys(embeddedJudges()).map((metric) => answeringJudge("down", "circuit_open", { metric })),
);
const outcomesOf = (results: object) =>
  Object.values(results).map((result) => (result as { readonly outcome: unknown }).outcome);

it("embedded judges read an interaction once, also as members of combined judges", async () => {
  const alone = await scoreWith(embeddedJudges());
  const readings = vi.mocked(claims.classifySentences);
  readings.mockClear();
  const results = await scoreWith(fallback(down, embeddedJudges()));
  expect(readings).toHaveBeenCalledTimes(1);
  expect(outcomesOf(results)).toEqual(outcomesOf(alone));
  readings.mockClear();
  await scoreWith(shadow({ primary: embeddedJudges(), shadow: embeddedJudges(), ratio: 1 }));
  expect(readings).toHaveBeenCalledTimes(1);
});

it("a reading that one member was not given the time for does not fail the others", async () => {
  const judges = embeddedJudges();
  const abort = new AbortController();
  const shared = new Map<symbol, unknown>();
  let waiting: (() => void) | undefined;
  const pause = () => new Promise<void>((resolve) => void (waiting = resolve));
  const interaction = anInteraction();
  const hurried = judges.groundedness?.judge(interaction, aJudgeContext({ shared, signal: abort.signal, pause }));
  const others = [judges.answer_relevance, judges.context_relevance].map((judge) =>
    judge?.judge(interaction, aJudgeContext({ shared })),
  );
  abort.abort(abortReason("judge_timeout"));
  waiting?.();
  await expect(hurried).rejects.toThrow("deadline");
  for (const result of await Promise.all(others)) expect(result?.outcome).toHaveProperty("score");
});
