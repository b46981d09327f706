import { loadYamlWriter } from "../../src/cli/rules/load-yaml.ts";
import { renderRuleFile } from "../../src/rules/artifacts/render-rule-file.ts";
import type { RuleFile } from "../../src/rules/rule.ts";
import { alertNames, ruleCatalogue } from "../../src/rules/catalogue.ts";
import { batchContext, type Batch } from "./batch.ts";
import { watchdog } from "./expected/monitor.ts";

const writeYaml = await loadYamlWriter();

/** Files for promtool by name. The tests are JSON, which is YAML. */
export type PromtoolFiles = ReadonlyMap<string, string>;

/** Rule files as they are shipped, without the head. */
export function ruleTexts(rules: readonly RuleFile[]): PromtoolFiles {
  return new Map(rules.map((file) => [file.name, renderRuleFile(file, [], writeYaml)]));
}

/** The test file of a batch, and the rule files it names. */
export function promtoolFiles(batch: Batch, rules: readonly RuleFile[]): PromtoolFiles {
  const files = new Map(ruleTexts(rules));
  const groups = rules.flatMap((file) => file.groups.map(({ name }) => name));
  files.set(
    "batch.test.yml",
    JSON.stringify({
      rule_files: rules.map(({ name }) => name),
      evaluation_interval: batch.evaluation,
      group_eval_order: [...new Set([...(batch.groupsFirst ?? []).filter((name) => groups.includes(name)), ...groups])],
      tests: [
        {
          interval: batch.interval ?? "1m",
          name: batch.name,
          input_series: batch.stories.flatMap(({ series }) => series),
          alert_rule_test: alertTests(batch),
          promql_expr_test: batch.stories.flatMap(({ results = [] }) =>
            results.map(({ at, expression, samples }) => ({ eval_time: at, expr: expression, exp_samples: samples })),
          ),
        },
      ],
    }),
  );
  return files;
}

/** Every alert at every checkpoint: what no story names must be silent. */
function alertTests(batch: Batch): readonly object[] {
  for (const { job, fires = {} } of batch.stories) {
    const unseen = Object.keys(fires).filter((at) => !batch.checkpoints.includes(at));
    if (unseen.length > 0) throw new Error(`Nobody looks at ${unseen.join(", ")} of ${job} in ${batch.name}.`);
  }
  const names = batch.alerts ?? alertNames(ruleCatalogue(batchContext(batch)).alerts);
  return batch.checkpoints.flatMap((at) =>
    names.map((name) => ({
      eval_time: at,
      alertname: name,
      exp_alerts: [
        ...(name === "RagWatchdog" ? [watchdog] : []),
        ...batch.stories.flatMap(({ fires }) => fires?.[at] ?? []),
      ]
        .filter(({ alert }) => alert === name)
        .map(({ labels, annotations }) => ({ exp_labels: labels, exp_annotations: annotations })),
    })),
  );
}
