import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { scoreBounds } from "../../../src/telemetry/buckets.ts";

/** A service that says what one with rag-triad says, as far as long-term storage is about it. */
export interface ScoreExporter {
  /** `host:port`. */
  readonly address: string;
  stop(): Promise<void>;
}

const slice = 'rag_pipeline="support",rag_intent_class="faq",rag_model_version="v1"';
const judged = `${slice},rag_judge="embedded/1"`;

/** Starts it on a free port of 127.0.0.1. Between two scrapes, ten answers are scored 0.5. */
export async function startScoreExporter(): Promise<ScoreExporter> {
  let scrapes = 0;
  const server = createServer((_request, response) => {
    scrapes++;
    response.setHeader("content-type", "text/plain; version=0.0.4").end(exposition(10 * scrapes));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function exposition(count: number): string {
  return [
    ...histogram("rag_groundedness", judged, count),
    ...histogram("rag_criteria_polite", judged, count),
    ...histogram("gen_ai_retrieval_duration", slice, count),
    `rag_requests_total{${slice},rag_request_outcome="ok"} ${count}`,
    `rag_evaluations_total{${slice},rag_metric="groundedness",rag_outcome="scored"} ${count}`,
    `rag_evaluation_pending{rag_pipeline="support",rag_metric="groundedness"} 0`,
    `rag_threshold{rag_pipeline="support",rag_intent_class="default",rag_metric="groundedness",rag_severity="page",rag_judge="embedded/1"} 0.36`,
    `rag_build{rag_version="0.1.0",rag_api_line="1.10"} 1`,
    `process_cpu_seconds_total ${count}`,
    `http_server_request_duration_seconds_count ${count}`,
    "",
  ].join("\n");
}

function histogram(name: string, labels: string, count: number): readonly string[] {
  const below = (bound: number): number => (bound < 0.5 ? 0 : count);
  return [
    `# TYPE ${name} histogram`,
    ...scoreBounds.map((bound) => `${name}_bucket{${labels},le="${bound}"} ${below(bound)}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${count / 2}`,
    `${name}_count{${labels}} ${count}`,
  ];
}
