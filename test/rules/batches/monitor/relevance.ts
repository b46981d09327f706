import { sliceSeries } from "../../service.ts";
import type { InputSeries } from "../../series.ts";
import { end } from "./checkpoints.ts";

/** Where context relevance is recorded. */
interface Where {
  readonly job: string;
  readonly pipeline?: string;
  readonly intent?: string;
  readonly judge?: string;
  readonly target?: Readonly<Record<string, string>>;
  /** @default the end of the stories */
  readonly minutes?: number;
}

/** Four scores of context relevance a minute, of which nothing else is counted: what alerts say of it, and no more. */
export function relevanceSeries(score: number, { minutes = end, ...where }: Where): readonly InputSeries[] {
  const slice = { intent: "relevance", judge: "nli/1", instance: "relevance", ...where };
  const labels = { rag_intent_class: slice.intent, rag_model_version: "v1", rag_judge: slice.judge };
  const counters = [
    ["rag_context_relevance_count", labels, 4],
    ["rag_context_relevance_sum", labels, 4 * score],
  ] as const;
  return sliceSeries(slice, [{ minutes, counters }]);
}
