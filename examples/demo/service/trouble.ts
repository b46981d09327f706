import { JudgeFailure, type Judge, type JudgeSet } from "rag-triad";
import type { Pipeline } from "./pipeline.ts";

/** What is broken on purpose while the service runs. Read for every request. */
export interface Trouble {
  /** The intent class whose answers are all corrupted. */
  corruptIntent?: string;
  /** The intent class for which nothing is retrieved; the generator then answers from memory, as a model would. */
  emptyIntent?: string;
  /** Whether every judge fails. */
  brokenJudge?: boolean;
}

/** A pipeline that has the trouble. `corrupted` is the same pipeline with every answer corrupted. */
export function troubledPipeline(
  healthy: Pipeline,
  {
    corrupted,
    trouble,
    intentOf,
  }: {
    readonly corrupted: Pipeline;
    readonly trouble: Readonly<Trouble>;
    readonly intentOf: (query: string) => string;
  },
): Pipeline {
  return {
    retrieve: async (query) => (intentOf(query) === trouble.emptyIntent ? [] : healthy.retrieve(query)),
    async *generate(query, chunks, onCorrupted) {
      const intent = intentOf(query);
      const { generate } = intent === trouble.corruptIntent ? corrupted : healthy;
      yield* generate(query, intent === trouble.emptyIntent ? await healthy.retrieve(query) : chunks, onCorrupted);
    },
  };
}

/** Judges that ask these and score under their names, until they are broken. */
export function breakableJudges(judges: JudgeSet, trouble: Readonly<Trouble>): JudgeSet {
  const breakable = (judge: Judge): Judge => ({
    metric: judge.metric,
    name: "breakable",
    version: "1",
    thresholds: judge.thresholds,
    members: [judge],
    judge(interaction, { delegate }) {
      if (trouble.brokenJudge === true)
        return Promise.reject(new JudgeFailure("judge_error", "Broken on purpose.", { code: "broken_on_purpose" }));
      return delegate(judge, interaction);
    },
  });
  return Object.fromEntries(
    Object.entries(judges).flatMap(([metric, judge]) => (judge === undefined ? [] : [[metric, breakable(judge)]])),
  );
}
