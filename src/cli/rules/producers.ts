import type { ArtifactProducer } from "../../rules/artifacts/artifact.ts";
import { prometheusArtifacts } from "../../rules/artifacts/prometheus.ts";
import { runbookIndex } from "../../rules/artifacts/runbook-index.ts";

/** What `rag-triad rules` writes, in this order. */
export const artifactProducers: readonly ArtifactProducer[] = [prometheusArtifacts, runbookIndex];
