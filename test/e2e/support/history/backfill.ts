import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startPrometheus } from "../../../../scripts/e2e/prometheus.ts";
import type { Recording } from "../../../../src/rules/rule.ts";
import type { History } from "./history.ts";

const run = promisify(execFile);
/** A few blocks instead of a hundred: a hidden flag of promtool. */
const fewBlocks = "--max-block-duration=240h";

/** The programs that write history. */
export interface BackfillPrograms {
  readonly prometheus: string;
  readonly promtool: string;
}

/** Writes a history that ends at `endSeconds` into Prometheus's data folder. */
export async function backfillHistory(
  { promtool }: BackfillPrograms,
  { series, steps, stepSeconds }: History,
  { endSeconds, dataFolder }: { readonly endSeconds: number; readonly dataFolder: string },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "rag-triad-history-"));
  try {
    const file = join(folder, "history.om");
    const timeOf = (step: number): number => endSeconds - (steps - 1 - step) * stepSeconds;
    for (const [name, values] of series) {
      const lines = values.map((value, step) => (value === undefined ? "" : `${name} ${value} ${timeOf(step)}\n`));
      await appendFile(file, lines.join(""));
    }
    await appendFile(file, "# EOF\n");
    await run(promtool, ["tsdb", "create-blocks-from", "openmetrics", "--quiet", fewBlocks, file, dataFolder]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes what recording rules would have recorded over a history. promtool sees no rule's result while it writes another's:
 * layer by layer, each over a Prometheus that has the layers below. promtool shifts the times of a group by a hash of its
 * file's name: the same relative one for all, else a layer reads what the layer below said up to an interval before.
 */
export async function backfillRecordings(
  { prometheus, promtool }: BackfillPrograms,
  recordings: readonly Recording[],
  range: { readonly startSeconds: number; readonly endSeconds: number; readonly stepSeconds: number },
  dataFolder: string,
): Promise<void> {
  for (const layer of layersOf(recordings)) {
    const folder = await mkdtemp(join(tmpdir(), "rag-triad-layer-"));
    const reader = await startPrometheus(prometheus, { config: {}, flags: retention, dataFolder });
    try {
      const rules = layer.map(({ record, expr, labels = {} }) => ({ record, expr, labels }));
      const file = "layer.rules.yml";
      await writeFile(join(folder, file), JSON.stringify({ groups: [{ name: "layer", rules }] }));
      const args = [
        ...["tsdb", "create-blocks-from", "rules", fewBlocks, `--url=${reader.url}`],
        ...[`--start=${range.startSeconds}`, `--end=${range.endSeconds}`, `--eval-interval=${range.stepSeconds}s`],
        ...[`--output-dir=${join(folder, "blocks")}`, file],
      ];
      await run(promtool, args, { cwd: folder });
    } finally {
      await reader.stop();
    }
    for (const block of await readdir(join(folder, "blocks")))
      await rename(join(folder, "blocks", block), join(dataFolder, block));
    await rm(folder, { recursive: true, force: true });
  }
}

/** So that no block of the history is too old. */
export const retention: readonly string[] = ["--storage.tsdb.retention.time=90d"];

/** Recordings in an order in which each layer needs the layers before it alone. */
export function layersOf(recordings: readonly Recording[]): readonly (readonly Recording[])[] {
  const layers: Recording[][] = [];
  const done = new Set<string>();
  let left = recordings;
  while (left.length > 0) {
    const names = new Set(left.map(({ record }) => record));
    const isWaiting = ({ expr }: Recording): boolean => recordedNames(expr).some((name) => names.has(name));
    // A name is there when all of its rules are.
    const waiting = new Set(left.filter(isWaiting).map(({ record }) => record));
    const layer = left.filter(({ record }) => !waiting.has(record));
    if (layer.length === 0) throw new Error(`These rules need one another: ${[...names].join(", ")}`);
    layers.push([...layer]);
    for (const { record } of layer) done.add(record);
    left = left.filter(({ record }) => !done.has(record));
  }
  return layers;
}

/** Names with a colon in an expression: those that rules record. */
function recordedNames(expr: string): readonly string[] {
  return expr.match(/\b[a-z_]+(?::[a-z0-9_]+)+/g) ?? [];
}
