import { parseArgs } from "node:util";
import { findCommand } from "../e2e/programs.ts";
import { allBatches } from "../../test/rules/all-batches.ts";
import { batchContext } from "../../test/rules/batch.ts";
import { countsBothBorders } from "../../test/rules/run-promtool.ts";
import { ruleFiles } from "../../src/rules/rule-files.ts";
import { explainedSurvivors } from "./explained-survivors.ts";
import { mutantName, mutantsOf, ruleName } from "./rule-mutants.ts";
import { inPairs, runMutant, timeBatches } from "./run-mutants.ts";
import { sampleMutants } from "./sample.ts";
import { problemsOf } from "./verdict.ts";

// `npm run test:mutation`: makes one mistake at a time in the rules, and sees whether the promtool tests notice.
const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    "per-rule": { type: "string", default: "2" },
    only: { type: "string" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(
    "Usage: npm run test:mutation -- [--all] [--per-rule N] [--only REGEXP] [--list]\n\nMutates the generated rules and runs the promtool tests on each mutant. --per-rule: how many mutants of each rule (2), the same ones each time; --all: all of them. --only: mutants whose names match. --list: names them and runs nothing.",
  );
  process.exit(0);
}

const promtool = requiredPromtool();

// The rules of every configuration that is tested, each rule once; those with further labels are the same ones again.
const files = allBatches
  .map(batchContext)
  .filter(({ settings }) => settings.labels.length === 0)
  .flatMap(ruleFiles);
const rules = new Map(
  files.flatMap(({ groups }) =>
    groups.flatMap((group) => group.rules.map((rule) => [`${ruleName(rule)} ${rule.expr}`, rule] as const)),
  ),
);
const all = [...rules.values()].flatMap(mutantsOf);
const named =
  values.only === undefined ? all : all.filter((mutant) => new RegExp(values.only ?? "").test(mutantName(mutant)));
const mutants = values.all ? named : sampleMutants(named, Number(values["per-rule"]));
if (values.list) for (const mutant of mutants) console.log(mutantName(mutant));
else await run();

async function run(): Promise<void> {
  const started = performance.now();
  if (!(await countsBothBorders(promtool))) {
    throw new Error(
      `${promtool} is of Prometheus 3, and the stories are told for 2: put its promtool first on the PATH.`,
    );
  }
  console.log(`${rules.size} rules, ${all.length} mutants, of which ${mutants.length} are run`);
  const batches = await timeBatches(promtool, allBatches);
  let done = 0;
  const results = await inPairs(mutants, async (mutant) => {
    const result = await runMutant(promtool, mutant, batches);
    done += 1;
    if (result.killedBy === undefined) {
      console.log(`[${done}/${mutants.length}] survived ${result.batches} batches: ${mutantName(mutant)}`);
    } else if (done % 20 === 0) console.log(`[${done}/${mutants.length}]`);
    return result;
  });

  const kinds = Map.groupBy(results, ({ mutant }) => mutant.kind);
  for (const [kind, ofKind] of kinds) {
    console.log(
      `${kind}: ${ofKind.filter(({ killedBy }) => killedBy !== undefined).length} of ${ofKind.length} killed`,
    );
  }
  const outcomes = results.map(({ mutant, killedBy }) => ({
    name: mutantName(mutant),
    survived: killedBy === undefined,
  }));
  const survivors = outcomes.filter(({ survived }) => survived).length;
  const problems = problemsOf(outcomes, explainedSurvivors, values.all && values.only === undefined);
  for (const problem of problems) console.log(problem);
  console.log(
    `${outcomes.length - survivors} killed, ${survivors} survived, ${problems.length} problems, ${Math.round((performance.now() - started) / 1000)} s`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function requiredPromtool(): string {
  const path = findCommand("promtool");
  if (path === undefined) throw new Error("promtool is not installed (apt-get install prometheus).");
  return path;
}
