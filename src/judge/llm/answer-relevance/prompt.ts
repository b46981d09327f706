import type { JsonSchema } from "../../judge-model.ts";
import type { Prompt } from "../prompt.ts";

/** The prompt by which queries are made from an answer. */
export const queriesPrompt: Prompt = {
  version: "1",
  text: `You are given an answer and no query. Write the queries that a user could have asked to be given this answer. Each is
one that the whole answer answers, not a part of it; they differ in their words, and are in the answer's language. Do not
use what you know besides.

Say also whether the answer is noncommittal: it evades, declines, or says that it does not know, and gives nothing else that
would answer a query.

Reply with a JSON object: {"noncommittal": false, "queries": ["…", "…"]}.`,
};

/** How many queries are wanted. */
export function countParagraph(count: number): string {
  return `\n\nWrite exactly ${count} ${count === 1 ? "query" : "queries"}, also when the answer is noncommittal.`;
}

/** The JSON of a reply with queries. */
export function queriesSchema(count: number): { readonly name: string; readonly schema: JsonSchema } {
  return {
    name: "queries",
    schema: {
      type: "object",
      properties: {
        noncommittal: { type: "boolean" },
        queries: { type: "array", items: { type: "string" }, description: `Exactly ${count}.` },
      },
      required: ["noncommittal", "queries"],
      additionalProperties: false,
    },
  };
}

/** The prompt of the graded judgement. */
export const answerGradePrompt: Prompt = {
  version: "1",
  text: `You grade how well an answer answers a query, on a scale from 1 to 5. Whether it is true does not matter, nor how long
it is or how it is written.
5: it answers all that the query asks, and nothing beside the point.
4: it answers what the query asks; something small is missing or beside the point.
3: it answers a part of what the query asks, or much of it is beside the point.
2: it is about the query's subject, but hardly answers it.
1: it does not answer the query.

Say also whether the answer is noncommittal: it evades, declines, or says that it does not know, and gives nothing else that
would answer the query. Give your reason first, in one sentence.

Reply with a JSON object: {"reason": "…", "noncommittal": false, "grade": 4}.`,
};

/** The JSON of a graded reply. */
export const answerGradeSchema: { readonly name: string; readonly schema: JsonSchema } = {
  name: "answer_grade",
  schema: {
    type: "object",
    properties: {
      reason: { type: "string" },
      noncommittal: { type: "boolean" },
      grade: { type: "integer", description: "From 1 to 5." },
    },
    required: ["reason", "noncommittal", "grade"],
    additionalProperties: false,
  },
};
