import type { Round, RoundRow } from "../run/round.ts";
import type { Handler } from "./server.ts";

/** Runs another round and answers with its figures and the scores of every request in it. One round at a time. */
export function controlRun(runRound: () => Promise<Round>): Handler {
  let last: Promise<unknown> = Promise.resolve();
  return async (_, response) => {
    const running = last.then(runRound, runRound);
    last = running;
    const { rows, report, scrapes } = await running;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`${JSON.stringify({ ...report, conservation: scrapes, rows: rows.map(plain) })}\n`);
  };
}

function plain({ query, intentClass, evaluation: { id, traceId, outcomes, quality, diagnosis, corrupted } }: RoundRow): object {
  return { id, traceId, query, intentClass, outcomes, quality: quality ?? null, diagnosis, corrupted: corrupted ?? null };
}
