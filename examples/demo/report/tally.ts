import type { CorruptionKind } from "../corruption/corrupt.ts";
import { createMeans, type MeanScores, type Means, type Outcomes } from "./means.ts";
import { rounded } from "./rounded.ts";
import { aurocOf, createScoreCounts, type ScoreCounts } from "./score-counts.ts";

/** What became of one request. */
export interface EvaluatedRequest {
  readonly id: string;
  readonly intentClass: string;
  readonly outcomes: Outcomes;
  readonly quality: string | undefined;
  readonly diagnosis: string;
  /** How the answer was corrupted on purpose, if it was. */
  readonly corrupted: CorruptionKind | undefined;
  /** What a human said about the answer's groundedness, if the recording holds that. */
  readonly label?: 0 | 1 | undefined;
}

/** The figures of a run. */
export interface TallyReport {
  readonly requests: number;
  /** Requests with one score at least. */
  readonly scored: number;
  /** Evaluations (three a request) without a score, by reason. */
  readonly unscoredByReason: Readonly<Record<string, number>>;
  /** Evaluations of each metric by outcome. */
  readonly evaluations: Readonly<Record<keyof Outcomes, Readonly<Record<string, number>>>>;
  readonly meanScores: MeanScores;
  readonly meanScoresByIntent: Readonly<Record<string, MeanScores & { readonly requests: number }>>;
  readonly qualities: Readonly<Record<string, number>>;
  readonly diagnoses: Readonly<Record<string, number>>;
  /** Answers with a groundedness score and the mean of it, by kind of corruption; `clean` are all others. */
  readonly groundednessByKind: Readonly<Record<string, { readonly answers: number; readonly mean: number | null }>>;
  readonly cleanVsCorruptedAuroc: number | null;
  /** Groundedness of answers labelled 1 against those labelled 0; `null` without labels. */
  readonly labelAuroc: number | null;
}

/** Adds up requests in bounded memory. */
export interface Tally {
  add(request: EvaluatedRequest): void;
  report(): TallyReport;
}

/** A tally of nothing yet. */
export function createTally(): Tally {
  const overall = createMeans();
  const intents = new Map<string, Means>();
  const [unscored, qualities, diagnoses] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const outcomes = {
    context_relevance: new Map<string, number>(),
    groundedness: new Map<string, number>(),
    answer_relevance: new Map<string, number>(),
  };
  const kinds = new Map<string, ScoreCounts>();
  const [corrupted, labelled0, labelled1] = [createScoreCounts(), createScoreCounts(), createScoreCounts()];
  let scored = 0;

  function add(request: EvaluatedRequest): void {
    overall.add(request.outcomes);
    entryOf(intents, request.intentClass, createMeans).add(request.outcomes);
    increment(qualities, request.quality ?? "unscored");
    increment(diagnoses, request.diagnosis);
    if (Object.values(request.outcomes).some((outcome) => typeof outcome === "number")) scored++;
    for (const metric of ["context_relevance", "groundedness", "answer_relevance"] as const) {
      const outcome = request.outcomes[metric];
      if (typeof outcome === "string") increment(unscored, outcome);
      increment(outcomes[metric], typeof outcome === "string" ? outcome : "scored");
    }
    const { groundedness } = request.outcomes;
    if (typeof groundedness !== "number") return;
    entryOf(kinds, request.corrupted ?? "clean", createScoreCounts).add(groundedness);
    if (request.corrupted !== undefined) corrupted.add(groundedness);
    if (request.label !== undefined) (request.label === 1 ? labelled1 : labelled0).add(groundedness);
  }

  function report(): TallyReport {
    const { requests, ...meanScores } = overall.report();
    const clean = kinds.get("clean");
    return {
      requests,
      scored,
      unscoredByReason: Object.fromEntries(unscored),
      evaluations: {
        context_relevance: Object.fromEntries(outcomes.context_relevance),
        groundedness: Object.fromEntries(outcomes.groundedness),
        answer_relevance: Object.fromEntries(outcomes.answer_relevance),
      },
      meanScores,
      meanScoresByIntent: Object.fromEntries([...intents].map(([intent, means]) => [intent, means.report()])),
      qualities: Object.fromEntries(qualities),
      diagnoses: Object.fromEntries(diagnoses),
      groundednessByKind: Object.fromEntries(
        [...kinds].map(([kind, counts]) => [kind, { answers: counts.count(), mean: rounded(counts.mean()) }]),
      ),
      cleanVsCorruptedAuroc: rounded(clean === undefined ? undefined : aurocOf(clean, corrupted)),
      labelAuroc: rounded(aurocOf(labelled1, labelled0)),
    };
  }

  return { add, report };
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function entryOf<T>(map: Map<string, T>, key: string, create: () => T): T {
  const found = map.get(key) ?? create();
  map.set(key, found);
  return found;
}
