import type { RagTriad } from "rag-triad";

/** Prints each request's scores with the judges that gave them: metrics and spans have them too. */
export function printEvaluations(triad: RagTriad): void {
  triad.on("evaluated", ({ results, quality }) => {
    const scores = Object.entries(results).map(([metric, result]) => {
      if (result === undefined) return metric;
      const { outcome, judge } = result;
      return "score" in outcome
        ? `${metric} ${outcome.score.toFixed(2)} by ${judge}`
        : `${metric} unscored: ${outcome.reason}`;
    });
    console.log(`Scored: ${scores.join(", ")}; quality ${quality}`);
  });
}
