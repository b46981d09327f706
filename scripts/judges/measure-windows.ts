import { embeddedJudges } from "../../src/judge/embedded/embedded-judges.ts";
import { embeddedThresholds } from "../../src/judge/embedded/thresholds.ts";
import { interactionOf, readLabels } from "./label-files.ts";
import { outcomeOf } from "./score.ts";

// How often the mean groundedness of a window of n scores is below the page threshold by chance: docs/alerting.md has
// the figures. Each window is drawn, with replacement, from the scores of a label file.

const files = ["ragtruth", "wice_claim", "mtrag_human"];
const sizes = [20, 50, 100, 200];
const badShares = [0, 0.1, 0.5];
const windows = 20_000;

/** A linear congruential generator (Numerical Recipes' constants), so that two runs give the same figures. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Scores {
  readonly good: readonly number[];
  readonly bad: readonly number[];
}

async function readScores(folder: string, file: string): Promise<Scores> {
  const judges = embeddedJudges();
  const good: number[] = [];
  const bad: number[] = [];
  for (const row of await readLabels(folder, file)) {
    const outcome = await outcomeOf(judges, "groundedness", interactionOf(row));
    if ("score" in outcome) (row.label === 1 ? good : bad).push(outcome.score);
  }
  return { good, bad };
}

/** The share of windows of `size` scores, a share of them bad, whose mean is below the threshold. */
function shareBelow({ good, bad }: Scores, size: number, badShare: number, random: () => number): number {
  const draw = (): number => {
    const from = random() < badShare ? bad : good;
    return from[Math.floor(random() * from.length)] ?? 0;
  };
  let below = 0;
  for (let window = 0; window < windows; window++) {
    let sum = 0;
    for (let index = 0; index < size; index++) sum += draw();
    if (sum / size < embeddedThresholds.groundedness.page) below++;
  }
  return below / windows;
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Usage: node scripts/judges/measure-windows.ts <folder of label files>");
  process.exit(2);
}
for (const file of files) {
  const scores = await readScores(folder, file);
  if (scores.good.length === 0 || scores.bad.length === 0) {
    console.error(`${file}: no labels in ${folder}`);
    process.exitCode = 2;
    continue;
  }
  console.log(`${file}: standard deviation of good scores ${deviation(scores.good).toFixed(2)}`);
  for (const size of sizes) {
    const random = seeded(1);
    const shares = badShares.map((share) => `${(shareBelow(scores, size, share, random) * 100).toFixed(2)} %`);
    console.log(`| ${file} | ${size} | ${shares.join(" | ")} |`);
  }
}
