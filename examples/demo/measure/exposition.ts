/** One sample of Prometheus's text format. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const linePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/;
const labelPattern = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of a page in Prometheus's text format, comments left out. */
export function parseExposition(text: string): MetricSample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = linePattern.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, labels: parseLabels(labels), value: Number(value.replace("Inf", "Infinity")) }];
  });
}

/** The sum of the samples of a name whose labels have the given values. */
export function sumOf(
  samples: readonly MetricSample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  let sum = 0;
  for (const sample of samples) {
    if (sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
      sum += sample.value;
  }
  return sum;
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [, key = "", value = ""] of text.matchAll(labelPattern)) {
    labels[key] = value.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
  }
  return labels;
}
