import { conservationViolations } from "./conservation.ts";
import { parseExposition } from "./exposition.ts";

/** What the scrapes during a run have shown. */
export interface ScrapeReport {
  readonly scrapes: number;
  /** The most evaluations that were pending at a scrape, all metrics together. */
  readonly mostPending: number;
  readonly violations: readonly string[];
}

/** A running watch over `/metrics`. */
export interface ScrapeWatch {
  /** Scrapes once more and ends. */
  stop(): Promise<ScrapeReport & { readonly lastPage: string }>;
}

const intervalMs = 50;

/** Scrapes `/metrics` again and again, as Prometheus would, and checks the law of conservation at every scrape. */
export function watchScrapes(metricsUrl: string): ScrapeWatch {
  const violations = new Set<string>();
  let scrapes = 0;
  let mostPending = 0;
  let lastPage = "";
  const stopping = new AbortController();

  async function scrape(): Promise<void> {
    lastPage = await (await fetch(metricsUrl)).text();
    const samples = parseExposition(lastPage);
    const pending = samples.reduce((sum, { name, value }) => sum + (name === "rag_evaluation_pending" ? value : 0), 0);
    scrapes++;
    mostPending = Math.max(mostPending, pending);
    for (const violation of conservationViolations(samples)) violations.add(violation);
  }

  async function keepScraping(): Promise<void> {
    while (!stopping.signal.aborted) {
      await scrape();
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }

  // A failed scrape is kept until `stop`, where it is thrown.
  const watching = keepScraping().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );

  async function stop(): Promise<ScrapeReport & { readonly lastPage: string }> {
    stopping.abort();
    const failed = await watching;
    if (failed !== undefined) throw failed.error;
    await scrape();
    return { scrapes, mostPending, violations: [...violations], lastPage };
  }

  return { stop };
}
