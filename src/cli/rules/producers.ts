import type { ArtifactProducer } from "../../rules/artifacts/artifact.ts";
import { grafanaArtifacts } from "../../rules/artifacts/grafana.ts";
import { prometheusArtifacts } from "../../rules/artifacts/prometheus.ts";
import { prometheusRuleObjects } from "../../rules/artifacts/prometheus-rule-objects.ts";
import { runbookIndex } from "../../rules/artifacts/runbook-index.ts";

/** What `rag-triad rules` writes, in this order. */
export const artifactProducers: readonly ArtifactProducer[] = [
  prometheusArtifacts,
  grafanaArtifacts,
  prometheusRuleObjects,
  runbookIndex,
];
