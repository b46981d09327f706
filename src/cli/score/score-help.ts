import { renderFlags } from "../render-flags.ts";
import { scoreFlags } from "./score-options.ts";

/** The text of `rag-triad score --help`. */
export const scoreHelp: string = `Scores recorded interactions on context relevance, groundedness and answer relevance.

Usage: rag-triad score [FILE] [flags]

FILE holds one JSON object a line; - or nothing is stdin:
  {"id": "1", "query": "...", "contexts": ["...", "..."], "answer": "..."}
  {"id": "2", "query": "...", "chunks": [{"id": "a", "text": "...", "score": 0.9}], "answer": "..."}
query and answer may be null. "contexts": [] says that nothing was found, neither key that nothing was searched.
Other keys are copied to the output.

Flags:
${renderFlags(scoreFlags)}

Exit codes: 0 done, 1 failed, 2 wrong command line, 130 and 143 stopped by SIGINT and SIGTERM.
`;
