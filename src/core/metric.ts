/** The three metrics of the RAG triad, in diagnosis order: a low context relevance makes the others symptoms. */
export const triadMetrics = ["context_relevance", "groundedness", "answer_relevance"] as const;

/** One metric of the RAG triad. "Faithfulness" elsewhere is `groundedness` here. */
export type TriadMetric = (typeof triadMetrics)[number];

/**
 * The id of a metric. Open: the triad, or a criterion of the user's own, whose id is
 * `criteria.<name>` with name `[a-z][a-z0-9_]*`.
 */
export type MetricId = TriadMetric | (string & {});
