import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { batchesOf } from "../../src/judge/nli/batches.ts";
import { loadEntailmentModel } from "../../src/nli/load-entailment-model.ts";

/** What is measured. */
export interface PairMeasurement {
  /** Tokens of a pair, special ones included. */
  readonly tokens: number;
  readonly pairs: number;
  /** By the CPU time of the process, which runs nothing else: what one thread does when it has a core to itself. */
  readonly pairsPerCpuSecond: number;
  /** By the clock, on the machine as it is. */
  readonly pairsPerSecond: number;
}

/** Options of {@link measurePairs}. */
export interface MeasureOptions {
  readonly modelPath: string;
  /** Tokens of a pair, about. @default 60 */
  readonly tokens?: number;
  /** @default 64 */
  readonly pairs?: number;
  /** @default 2_048 */
  readonly maxBatchTokens?: number;
}

/** Measures how many pairs of a premise and a claim one thread judges in a second, once the model is loaded and warm. */
export async function measurePairs(options: MeasureOptions): Promise<PairMeasurement> {
  const { modelPath, tokens = 60, pairs: count = 64, maxBatchTokens = 2_048 } = options;
  const model = await loadEntailmentModel({ path: resolve(modelPath), threads: 1 });
  const claim = "The fee costs five euros.";
  const sentence = "The refund window lasts thirty days. ";
  const premise = (number: number): string => {
    let text = `Entry ${number}. `;
    while (model.encode(text + sentence, claim).ids.length <= tokens) text += sentence;
    return text;
  };
  const pairs = Array.from({ length: count }, (_, number) => model.encode(premise(number), claim));
  const batches = batchesOf(pairs, ({ ids }) => ids.length, maxBatchTokens);
  const runAll = async (): Promise<void> => {
    for (const batch of batches) await model.classify(batch);
  };
  await runAll();
  const [cpu, startMs] = [process.cpuUsage(), performance.now()];
  await runAll();
  const used = process.cpuUsage(cpu);
  const seconds = (performance.now() - startMs) / 1_000;
  return {
    tokens: Math.max(...pairs.map(({ ids }) => ids.length)),
    pairs: count,
    pairsPerCpuSecond: Math.round((count / (used.user + used.system)) * 1e6),
    pairsPerSecond: Math.round(count / seconds),
  };
}

// `node scripts/models/measure-pairs.ts <model folder> [tokens]`
const [, script, folder, tokens] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  if (folder === undefined)
    throw new Error("Say which model: node scripts/models/measure-pairs.ts <model folder> [tokens]");
  console.log(await measurePairs({ modelPath: folder, ...(tokens !== undefined && { tokens: Number(tokens) }) }));
}
