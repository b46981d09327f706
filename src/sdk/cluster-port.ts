import { RagTriadError } from "../core/errors.ts";
import { defaultPrometheusPort, type ResolvedPrometheus } from "./resolve-options.ts";

/**
 * Workers of a cluster that share a port answer scrapes in turn, each with its own numbers, and counters seem to jump
 * back and forth. The default port is everybody's, so a worker may not take it, chosen or not. Another port that
 * siblings share goes to the first of them; the others find it taken.
 * @throws RagTriadError `ERR_RAG_TRIAD_CLUSTER_PORT`
 */
export function refuseSharedPort(prometheus: ResolvedPrometheus, isClusterWorker: boolean): void {
  if (!isClusterWorker || (prometheus.portIsChosen && prometheus.port !== defaultPrometheusPort)) return;
  throw clusterPortError("A cluster worker would share the metrics port with its siblings.");
}

/** The error for a cluster worker that has no port to itself, with the ways out. */
export function clusterPortError(what: string, options?: ErrorOptions): RagTriadError {
  return new RagTriadError(
    "ERR_RAG_TRIAD_CLUSTER_PORT",
    `${what} Push the metrics over OTLP instead: \`metrics: "otlp"\` (or OTEL_METRICS_EXPORTER=otlp without the \`prometheus\` option). Or give each worker a port of its own, \`prometheus: { port: 9464 + cluster.worker.id }\`, and scrape them all.`,
    options,
  );
}
