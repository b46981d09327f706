/** What a request with another body is told. */
export const badBody = { error: "The body is to be {query}." } as const;

/** The query in a body that was read as JSON: `undefined` when it is not `{"query": "…"}`, whatever else it is. */
export function queryIn(body: unknown): string | undefined {
  const query: unknown = typeof body === "object" && body !== null && "query" in body ? body.query : undefined;
  return typeof query === "string" ? query : undefined;
}
