import type { Round, RoundRow } from "../run/round.ts";
import type { CorruptionSettings } from "./pipeline.ts";
import { readBody, refuse, type Handler } from "./server.ts";

/**
 * Runs another round and answers with its figures and the scores of every request in it; `{"corrupt": 0.6}` in the
 * body corrupts another share of the answers from then on. One round at a time.
 */
export function controlRun(corruption: CorruptionSettings, runRound: () => Promise<Round>): Handler {
  let last: Promise<unknown> = Promise.resolve();
  return async (request, response) => {
    const share = readShare(await readBody(request));
    if (share === "bad")
      return refuse(response, 400, 'The body may be left out, or be {"corrupt": a number from 0 to 1}.');
    const run = (): Promise<Round> => {
      corruption.share = share ?? corruption.share;
      return runRound();
    };
    const running = last.then(run, run);
    last = running;
    const { rows, report, scrapes } = await running;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`${JSON.stringify({ ...report, conservation: scrapes, rows: rows.map(plain) })}\n`);
  };
}

function readShare(body: string | undefined): number | undefined | "bad" {
  if (body === "") return undefined;
  try {
    const { corrupt } = JSON.parse(body ?? "") as { corrupt?: unknown };
    return corrupt === undefined || (typeof corrupt === "number" && corrupt >= 0 && corrupt <= 1) ? corrupt : "bad";
  } catch {
    return "bad";
  }
}

function plain({
  query,
  intentClass,
  evaluation: { id, traceId, outcomes, quality, diagnosis, corrupted },
}: RoundRow): object {
  return {
    id,
    traceId,
    query,
    intentClass,
    outcomes,
    quality: quality ?? null,
    diagnosis,
    corrupted: corrupted ?? null,
  };
}
