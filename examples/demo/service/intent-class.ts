import { languageOf } from "../generation/draft.ts";

/** The intent class of a query that came without one. A real service would ask a small classifier; rules do for a demo. */
export function intentClassOf(query: string | null): string {
  if (query === null) return "unknown";
  if (languageOf(query) === "zh") return "chinese";
  return /^\s*how\b/i.test(query) ? "how_to" : "faq";
}
