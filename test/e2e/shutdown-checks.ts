import type { OtlpReceiver, ReceivedSpan } from "../helpers/otlp-receiver.ts";

/** The request spans that arrived, one a request. */
export function requestSpans(receiver: OtlpReceiver): readonly ReceivedSpan[] {
  return receiver.spans.filter(({ name }) => name === "rag_request");
}

/** How often each value of an attribute came. */
export function countBy(spans: readonly ReceivedSpan[], attribute: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { attributes } of spans) {
    const value = String(attributes[attribute]);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

/** Scrapes again and again until nobody answers; every text that came. */
export async function scrapeToTheEnd(url: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (;;) {
    try {
      const response = await fetch(url, { headers: { connection: "close" } });
      const text = await response.text();
      if (response.status === 200) texts.push(text);
    } catch {
      return texts;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What a scrape says of one metric: requests = outcomes + pending must hold in every one. */
export function conservation(text: string, metric: string): { requests: number; resolved: number; pending: number } {
  return {
    requests: sum(text, "rag_requests_total"),
    resolved: sum(text, "rag_evaluations_total", `rag_metric="${metric}"`),
    pending: sum(text, "rag_evaluation_pending", `rag_metric="${metric}"`),
  };
}

/** The sum over the series of a name that carry a label. */
export function sum(text: string, name: string, label = ""): number {
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(" "))), 0);
}
