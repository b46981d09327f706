import type { TriadMetric } from "../../src/core/metric.ts";
import { mean, quantile } from "../../src/core/statistics.ts";
import { embeddedJudges } from "../../src/judge/embedded/embedded-judges.ts";
import { embeddedThresholds, relevantChunkThreshold } from "../../src/judge/embedded/thresholds.ts";
import { interactionOf, readLabels, type LabelRow } from "./label-files.ts";
import { outcomeOf } from "./score.ts";

/** Where good and bad interactions of a metric come from: labels of its own, or bad ones made by pairing queries with another group's text. */
interface Source {
  readonly file: string;
  readonly bad: "labelled" | "other contexts" | "other answers";
}

const sources: Readonly<Record<TriadMetric, readonly Source[]>> = {
  // Not the keywords of uhgeval_keyword: many good ones are words of the answer's own, and a keyword that is nowhere is unsupported.
  groundedness: ["ragtruth", "wice_claim", "mtrag_human"].map((file) => ({ file, bad: "labelled" })),
  context_relevance: ["clapnq", "msmarco_hardneg", "ragtruth", "mtrag_human", "uhgeval_keyword"].map((file) => ({
    file,
    bad: "other contexts",
  })),
  answer_relevance: ["haluquestqa_relevance", "clapnq"].map((file) => ({ file, bad: "other answers" })),
};

/** Rows a file are enough: more change the third decimal. */
const rowLimit = 600;

interface Scores {
  readonly file: string;
  readonly good: readonly number[];
  readonly bad: readonly number[];
}

const judges = embeddedJudges();

async function scoresOf(metric: TriadMetric, rows: readonly LabelRow[]): Promise<number[]> {
  const scores: number[] = [];
  for (const row of rows) {
    const outcome = await outcomeOf(judges, metric, interactionOf(row));
    if ("score" in outcome) scores.push(outcome.score);
  }
  return scores;
}

async function readSource(folder: string, metric: TriadMetric, { file, bad }: Source): Promise<Scores | undefined> {
  const all = await readLabels(folder, file);
  const usable = all.filter(
    (row) =>
      (metric === "groundedness" || row.query !== null) && (metric !== "context_relevance" || row.contexts.length > 0),
  );
  const stride = Math.ceil(usable.length / rowLimit);
  const rows = usable.filter((_row, index) => index % stride === 0);
  // Where only groundedness is labelled, a grounded answer shows that the contexts were relevant.
  const good = rows.filter((row) => row.label === 1);
  const ungood = bad === "labelled" ? rows.filter((row) => row.label === 0) : paired(good, bad);
  if (good.length === 0 || ungood.length === 0) return undefined;
  return { file, good: await scoresOf(metric, good), bad: await scoresOf(metric, ungood) };
}

function paired(rows: readonly LabelRow[], bad: "other contexts" | "other answers"): LabelRow[] {
  return rows.flatMap((row, index) => {
    const other = rows[(index + Math.floor(rows.length / 2)) % rows.length];
    if (other === undefined || other.group === row.group) return [];
    return [bad === "other contexts" ? { ...row, contexts: other.contexts } : { ...row, answer: other.answer }];
  });
}

/** The mean score of a mixture with this share of bad interactions. */
function mixed({ good, bad }: Scores, share: number): number {
  return (1 - share) * (mean(good) ?? 0) + share * (mean(bad) ?? 0);
}

function roundTo2(value: number): number {
  return Math.round(value * 100) / 100;
}

interface Derived {
  readonly warning: number;
  readonly page: number;
}

/**
 * Warning: half-way between the lowest mean at 10 % bad (must be silent) and the highest at 30 % (must warn). Page: a
 * quarter of the way from the highest mean at 50 % (must page) up to the warning, so that a page comes late rather than early.
 */
function derive(found: readonly Scores[]): Derived {
  const silent = Math.min(...found.map((scores) => mixed(scores, 0.1)));
  const warn = Math.max(...found.map((scores) => mixed(scores, 0.3)));
  const page = Math.max(...found.map((scores) => mixed(scores, 0.5)));
  const warning = (silent + warn) / 2;
  return { warning: roundTo2(warning), page: roundTo2(page + (warning - page) / 4) };
}

function report(found: readonly Scores[], { warning, page }: Derived): void {
  for (const scores of found) {
    const means = [0, 0.1, 0.3, 0.5, 1].map((share) => mixed(scores, share).toFixed(3)).join("  ");
    const holds =
      mixed(scores, 0.1) >= warning &&
      mixed(scores, 0.3) < warning &&
      mixed(scores, 0.5) < page &&
      mixed(scores, 0) >= page;
    console.log(
      `  ${scores.file.padEnd(24)}${String(scores.good.length).padStart(5)} good ${String(scores.bad.length).padStart(5)} bad   ${means}   ${holds ? "holds" : "DOES NOT HOLD"}`,
    );
  }
}

const folder = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
const check = process.argv.includes("--check");
if (folder === undefined) {
  console.error("Usage: node scripts/judges/derive-thresholds.ts <folder of label files> [--check]");
  process.exit(2);
}
let missing = 0;
let different = 0;
for (const metric of ["context_relevance", "groundedness", "answer_relevance"] as const) {
  const found: Scores[] = [];
  for (const source of sources[metric]) {
    const scores = await readSource(folder, metric, source);
    if (scores !== undefined) found.push(scores);
  }
  if (found.length < sources[metric].length) {
    missing++;
    console.error(
      `${metric}: label files are missing in ${folder}, nothing derived. They are not part of this repository; see docs/embedded-judge.md.`,
    );
    continue;
  }
  const derived = derive(found);
  console.log(`${metric}: means at 0, 10, 30, 50 and 100 % bad`);
  report(found, derived);
  const shipped = embeddedThresholds[metric];
  const same = shipped.warning === derived.warning && shipped.page === derived.page;
  if (!same) different++;
  console.log(
    `  derived: warning ${derived.warning}, page ${derived.page}; shipped: warning ${shipped.warning}, page ${shipped.page}${same ? "" : "  DIFFERENT"}`,
  );
  if (metric === "context_relevance") {
    // Half-way between what nine of ten relevant chunks reach and what one of ten irrelevant ones does.
    const low = Math.min(...found.map((scores) => quantile(scores.good, 0.1) ?? 0));
    const high = Math.max(...found.map((scores) => quantile(scores.bad, 0.9) ?? 0));
    const chunk = roundTo2((low + high) / 2);
    if (chunk !== relevantChunkThreshold) different++;
    console.log(
      `  a chunk is relevant from: derived ${chunk}, shipped ${relevantChunkThreshold}${chunk === relevantChunkThreshold ? "" : "  DIFFERENT"}`,
    );
  }
}
if (missing > 0) process.exitCode = 2;
else if (check && different > 0) {
  console.error(`${different} constant(s) in src/judge/embedded/thresholds.ts differ from what the labels say.`);
  process.exitCode = 1;
}
