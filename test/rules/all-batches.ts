import type { Batch } from "./batch.ts";
import { budgetBatches } from "./batches/budget.ts";
import { configuredBatches } from "./batches/configured.ts";
import { dayBatch } from "./batches/day.ts";
import { judgeNameBatch } from "./batches/judge-names.ts";
import { longBatches } from "./batches/long.ts";
import { judgingBatch, monitorBatch } from "./batches/monitor.ts";
import { qualityBatches } from "./batches/quality.ts";
import { notFiniteBatch } from "./batches/not-finite.ts";
import { usualRefusalBatches } from "./batches/usual-refusals.ts";
import { recordBatch } from "./batches/records.ts";
import { retrievalBatch } from "./batches/retrieval.ts";
import { retrievalFirstBatch } from "./batches/retrieval-first.ts";
import { retrievalTroubleBatch } from "./batches/retrieval-trouble.ts";
import { retrievalWaitBatch } from "./batches/retrieval-waits.ts";
import { rolloutBatches } from "./batches/rollout.ts";
import { scenarioBatch } from "./batches/scenarios.ts";
import { thinTrafficBatches } from "./batches/thin-traffic.ts";

/** Everything that promtool is asked. The slow ones first, so that none is waited for alone. */
export const allBatches: readonly Batch[] = [
  scenarioBatch,
  ...qualityBatches,
  ...thinTrafficBatches,
  monitorBatch,
  ...longBatches,
  ...budgetBatches,
  dayBatch,
  ...configuredBatches,
  retrievalBatch,
  retrievalFirstBatch,
  retrievalTroubleBatch,
  retrievalWaitBatch,
  ...rolloutBatches,
  judgingBatch,
  judgeNameBatch,
  recordBatch,
  ...usualRefusalBatches,
  notFiniteBatch,
];
