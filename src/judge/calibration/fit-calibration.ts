import { refuseOption } from "../../core/check-options.ts";
import { isRecord } from "../../core/violation.ts";
import type { CalibrationPoint, MetricCalibration } from "./calibration.ts";

/** One labelled interaction: what the judge measured, and how good people say it is, in [0, 1]. */
export interface CalibrationSample {
  /** In [-1, 1]. */
  readonly raw: number;
  /** In [0, 1]; 0 and 1 for bad and good. */
  readonly label: number;
}

/** Points that a calibration may have; two a block. */
const maxBlocks = 500;

/** Samples that have the same mean label in the fit. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly sum: number;
  readonly count: number;
}

/**
 * The calibration that fits labelled samples best by least squares among those that never fall: isotonic regression by pooling
 * adjacent violators (Ayer, Brunk, Ewing, Reid and Silverman 1955), as lines between the pools.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` when a sample is out of range, or the samples have fewer than two raw values.
 */
export function fitCalibration(samples: readonly CalibrationSample[]): MetricCalibration {
  const blocks: Block[] = [];
  for (const block of byRaw(samples)) {
    let pooled = block;
    for (let last = blocks.at(-1); last !== undefined && mean(last) >= mean(pooled); last = blocks.at(-1)) {
      blocks.pop();
      pooled = { from: last.from, to: pooled.to, sum: last.sum + pooled.sum, count: last.count + pooled.count };
    }
    blocks.push(pooled);
  }
  const points = thinned(blocks).flatMap((block): CalibrationPoint[] => {
    const score = Math.min(1, mean(block));
    return block.from === block.to
      ? [[block.from, score]]
      : [
          [block.from, score],
          [block.to, score],
        ];
  });
  if (points.length < 2) refuseOption(["samples"], "labelled samples with at least two different raw values", samples);
  return { points };
}

/** One block a raw value, rising. */
function byRaw(samples: readonly CalibrationSample[]): readonly Block[] {
  const blocks = new Map<number, Block>();
  if (!Array.isArray(samples)) refuseOption(["samples"], "an array of labelled samples", samples);
  for (const [index, sample] of samples.entries()) {
    if (!isRecord(sample as unknown)) refuseOption(["samples", index], "an object with raw and label", sample);
    const { raw, label } = sample;
    if (!(raw >= -1 && raw <= 1)) refuseOption(["samples", index, "raw"], "a number from -1 to 1", raw);
    if (!(label >= 0 && label <= 1)) refuseOption(["samples", index, "label"], "a number from 0 to 1", label);
    const { sum, count } = blocks.get(raw) ?? { sum: 0, count: 0 };
    blocks.set(raw, { from: raw, to: raw, sum: sum + label, count: count + 1 });
  }
  return [...blocks.values()].sort((left, right) => left.from - right.from);
}

/** Every n-th block when there are too many for a file, the last one always. */
function thinned(blocks: readonly Block[]): readonly Block[] {
  const step = Math.ceil(blocks.length / (maxBlocks - 1));
  return blocks.filter((_, index) => index % step === 0 || index === blocks.length - 1);
}

function mean({ sum, count }: Block): number {
  return sum / count;
}
