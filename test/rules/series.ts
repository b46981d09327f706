/** A series as promtool reads it. */
export interface InputSeries {
  readonly series: string;
  readonly values: string;
}

/** A selector text: `name{a="b"}`, labels in the order given. */
export function seriesName(name: string, labels: Readonly<Record<string, string | undefined>>): string {
  const matchers = Object.entries(labels).flatMap(([label, value]) =>
    value === undefined ? [] : [`${label}=${JSON.stringify(value)}`],
  );
  return `${name}{${matchers.join(",")}}`;
}

/**
 * Samples in promtool's notation, `undefined` for none. Runs of equal steps are shortened only where adding the step
 * again and again gives exactly these numbers: what is a hair lower would look like a counter's reset.
 */
export function valuesText(values: readonly (number | undefined)[]): string {
  const parts: string[] = [];
  let index = 0;
  while (index < values.length) {
    const first = values[index];
    const length = first === undefined ? gapLength(values, index) : runLength(values, index, first);
    if (first === undefined) parts.push(length > 1 ? `_x${length}` : "_");
    else if (length > 2) parts.push(runText(first, (values[index + 1] ?? 0) - first, length));
    else for (const value of values.slice(index, index + length)) parts.push(numberText(value ?? 0));
    index += length;
  }
  return parts.join(" ");
}

function gapLength(values: readonly (number | undefined)[], from: number): number {
  const end = values.findIndex((value, index) => index >= from && value !== undefined);
  return (end === -1 ? values.length : end) - from;
}

function runLength(values: readonly (number | undefined)[], from: number, first: number): number {
  const second = values[from + 1];
  if (second === undefined || !Number.isFinite(first) || !Number.isFinite(second)) return 1;
  const step = second - first;
  let sum = first;
  let end = from;
  while (end < values.length && values[end] === sum) {
    sum += step;
    end += 1;
  }
  return Math.max(1, end - from);
}

/** `a+bxn` has n + 1 samples. */
function runText(first: number, step: number, length: number): string {
  const sign = step < 0 ? "-" : "+";
  return `${numberText(first)}${sign}${numberText(Math.abs(step))}x${length - 1}`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? String(value) : "Inf";
}
