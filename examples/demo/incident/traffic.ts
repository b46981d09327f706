import { createAskClient } from "../client/ask-client.ts";
import type { DemoQuery } from "../queries.ts";

/** Users who keep asking. */
export interface Traffic {
  /** Ends it when the last answer is there. Rejects with the first failure, if a request has failed. */
  stop(): Promise<void>;
}

const mostInFlight = 64;

/** Sends the queries to the service at `url` in turn, again and again, so many a second. */
export function startTraffic(url: string, queries: readonly DemoQuery[], perSecond: number): Traffic {
  const client = createAskClient(url, { keepAlive: false });
  const inFlight = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  let position = 0;

  const timer = setInterval(() => {
    const next = queries[position++ % queries.length];
    if (next === undefined || inFlight.size >= mostInFlight) return;
    const asking = client
      .ask(next.query, next.intentClass)
      .then(
        () => {},
        (error: unknown) => void (failure ??= { error }),
      )
      .finally(() => void inFlight.delete(asking));
    inFlight.add(asking);
  }, 1000 / perSecond);

  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(inFlight);
      client.close();
      if (failure !== undefined) throw failure.error;
    },
  };
}
