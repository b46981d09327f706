/** Mutants that no test can kill, or that none should, and why. */
export interface ExplainedSurvivor {
  /** Matches the whole name of a mutant: of every one that it matches it must be true. */
  readonly name: RegExp;
  readonly why: string;
}

/** The list is checked both ways: an unexplained survivor fails the run, and so does an explained mutant that dies. */
export const explainedSurvivors: readonly ExplainedSurvivor[] = [
  {
    name: /Rag(ContextRelevance|Groundedness|AnswerRelevance|Criterion)\w+\{.*\} rule's label: without rag_metric/,
    why: "The expression's result has the label too; the rule sets it so that alerts of one metric are told apart by the rules alone.",
  },
  {
    name: /Rag\w+(Low|VeryLow)\{\w+,service\} matcher: .*:(shortfall|increase)\w+\[\{rag_metric="\w+"\} → \].*/,
    why: "The aggregation keeps rag_metric and `and` joins on all labels: the matcher only saves the work on other metrics.",
  },
  {
    name: /Rag\w+LowSlow\{\w+,intent\} matcher: .*:increase1h\[\{rag_metric="\w+"\} → \].*/,
    why: "`unless` joins on all labels: the matcher only saves the work on other metrics.",
  },
  {
    name: /Rag\w+(Low|VeryLow)\{\w+,service\} aggregation: … \) or \( \[sum → avg\]/,
    why: "Whether the shortfalls of all intent classes add up to more than nothing is what their mean says too.",
  },
  {
    name: /RagThresholdMismatch\{intent\} arithmetic: .*0 \[\* → \/\].*/,
    why: "Zero times a threshold is zero, and so is zero divided by one: only the labels are taken from it.",
  },
  {
    name: /RagThresholdMismatch\{intent\} aggregation: …\) group_left \(\) \[max → min\] \(2\)/,
    why: "Of processes without a threshold of their own for the intent class the highest default is looked at: where defaults differ from each other, all other classes alert anyway.",
  },
  {
    name: /RagThresholdMismatch\{intent\} matcher: …severity\) \(rag_threshold\[\{rag_intent_class!="default"\} → \].*/,
    why: "The joins are on the intent class: a row `default` only meets a class of that name, for which it is the one in force.",
  },
  {
    name: /intent:rag_score:known\{\} arithmetic: .*0 \[\* → \/\].*/,
    why: "`group` gives 1, and 0 divided by it is 0 too.",
  },
  {
    name: /intent:rag_score:known\{\} aggregation: .*0 \* \[group → \w+\].*/,
    why: "Zero times whatever an aggregation gives is zero: it is there for its labels.",
  },
  {
    name: /intent:rag_retrieval_errors:increase\w+\{\} arithmetic: .*0 \[\* → \/\].*/,
    why: "Zero times the calls is zero, and zero divided by them too; where there were none, no share is recorded.",
  },
  {
    name: /(intent|pipeline):rag_retrieval_(empty|errors):high\{\} comparison: .*\[> → >=\].*/,
    why: "No share of whole requests is exactly p + 1.645 √(p (1 − p) / n) + 1 / (2 n), with 4 decimals of the factor, below 160,000 of them.",
  },
  {
    name: /RagRequestsWithoutScores\{service\} matcher: .*:increase15m\[\{rag_outcome="scored"\} → \]/,
    why: "Of a metric with any outcome there is the outcome scored too: rag-triad creates it with the slice.",
  },
  {
    name: /RagWatchdog\{rules\} number: …vector\(\[1 → .*/,
    why: "Its value is in no text: that it fires is all.",
  },
];
