import { embeddedJudges } from "../../src/judge/embedded/embedded-judges.ts";
import type { TriadMetric } from "../../src/core/metric.ts";
import { areaUnderRoc, mean, quantile } from "../../src/core/statistics.ts";
import { interactionOf, readLabels } from "./label-files.ts";
import { outcomeOf } from "./score.ts";

const files: readonly { readonly name: string; readonly metric: TriadMetric; readonly floor?: number }[] = [
  { name: "ragtruth", metric: "groundedness", floor: 0.761 },
  { name: "wice_claim", metric: "groundedness", floor: 0.774 },
  { name: "mtrag_human", metric: "groundedness", floor: 0.887 },
  { name: "uhgeval_keyword", metric: "groundedness", floor: 0.765 },
  { name: "summedits", metric: "groundedness" },
  { name: "begin", metric: "groundedness" },
  { name: "expertqa", metric: "groundedness" },
  { name: "mnli", metric: "groundedness" },
  { name: "halueval_gen", metric: "groundedness" },
  { name: "clapnq", metric: "context_relevance" },
  { name: "msmarco_hardneg", metric: "context_relevance" },
  { name: "haluquestqa_relevance", metric: "answer_relevance" },
];

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Usage: node scripts/judges/measure.ts <folder of label files> [file name …]");
  process.exit(2);
}
const wanted = new Set(process.argv.slice(3));
const judges = embeddedJudges();
let measured = 0;
let below = 0;
console.log(["file", "metric", "rows", "AUROC", "floor", "mean 1", "mean 0", "unscored", "ms each"].join("\t"));
for (const { name, metric, floor } of files) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  const rows = (await readLabels(folder, name)).filter((row) => row.label === 0 || row.label === 1);
  if (rows.length === 0) continue;
  measured++;
  const scores: (number | undefined)[] = [];
  const reasons = new Map<string, number>();
  const started = performance.now();
  for (const row of rows) {
    const outcome = await outcomeOf(judges, metric, interactionOf(row));
    scores.push("score" in outcome ? outcome.score : undefined);
    if ("reason" in outcome) reasons.set(outcome.reason, (reasons.get(outcome.reason) ?? 0) + 1);
  }
  const each = (performance.now() - started) / rows.length;
  // Unscored rows stay in, at the median score.
  const middle =
    quantile(
      scores.filter((score) => score !== undefined),
      0.5,
    ) ?? 0;
  const withLabel = (label: number) => rows.flatMap((row, index) => (row.label === label ? [scores[index]] : []));
  const filled = (label: number) => withLabel(label).map((score) => score ?? middle);
  const average = (label: number) => mean(withLabel(label).filter((score) => score !== undefined))?.toFixed(3) ?? "-";
  const area = areaUnderRoc(filled(1), filled(0));
  if (area !== undefined && floor !== undefined && area < floor) below++;
  const unscored = [...reasons].map(([reason, count]) => `${reason} ${count}`).join(", ");
  console.log(
    [
      name,
      metric,
      rows.length,
      area?.toFixed(4) ?? "-",
      floor ?? "-",
      average(1),
      average(0),
      unscored || "-",
      each.toFixed(2),
    ].join("\t"),
  );
}
if (measured === 0) {
  console.error(
    `No label files in ${folder}: nothing measured. The files are not part of this repository; see docs/embedded-judge.md.`,
  );
  process.exitCode = 2;
} else if (below > 0) {
  console.error(`${below} file(s) below the floor.`);
  process.exitCode = 1;
}
