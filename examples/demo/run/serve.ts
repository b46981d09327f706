import { outcomeText } from "../report/query-table.ts";
import type { Evaluations } from "./evaluations.ts";
import type { Output } from "./output.ts";
import { stopSignal } from "./stop-signal.ts";

/** What is kept up. */
export interface Served {
  readonly url?: string;
  readonly metricsUrl: string;
  readonly evaluations: Evaluations;
  readonly output: Output;
}

/** Says where things are, and a line for every evaluation, until SIGINT or SIGTERM. */
export async function serveUntilStopped({ url, metricsUrl, evaluations, output }: Served): Promise<void> {
  const { style } = output;
  output.section("Still here; Ctrl-C ends it", [
    ...(url === undefined
      ? []
      : [
          `Ask:      curl -N ${url}/ask -d '{"query": "What is the default of k1 in Lucene?"}'`,
          `Degrade:  curl -X POST ${url}/control/run -d '{"corrupt": 0.6}'   (another round; its figures as JSON)`,
          `Break:    curl -X POST ${url}/control/trouble -d '{"corrupt": "faq"}'   (or emptyRetriever, brokenJudge; {} repairs)`,
        ]),
    `Metrics:  curl ${metricsUrl}`,
  ]);
  const stopListening = evaluations.on(({ id, intentClass, outcomes, quality, diagnosis, corrupted }) => {
    const scores = Object.entries(outcomes).map(([metric, outcome]) => `${metric} ${outcomeText(outcome)}`);
    const truth = corrupted === undefined ? "" : `  (corrupted: ${corrupted})`;
    output.say(style.dim(`${id}  ${intentClass}  ${scores.join("  ")}  ${quality ?? "–"}  ${diagnosis}${truth}`));
  });
  await stopSignal();
  stopListening();
}
