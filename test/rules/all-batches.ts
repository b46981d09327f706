import type { Batch } from "./batch.ts";
import { longBatches } from "./batches/long.ts";
import { monitorBatch } from "./batches/monitor.ts";
import { qualityBatches } from "./batches/quality.ts";
import { retrievalBatch } from "./batches/retrieval.ts";

/** Everything that promtool is asked. The slow ones first, so that none is waited for alone. */
export const allBatches: readonly Batch[] = [...qualityBatches, monitorBatch, ...longBatches, retrievalBatch];
