import type { RuleContext } from "../../src/rules/context.ts";
import { isRecording, type Rule, type RuleFile } from "../../src/rules/rule.ts";
import { metricsIn } from "../../scripts/promql/metrics-in.ts";
import { queriesIn } from "../../scripts/promql/template-queries.ts";
import { ruleFiles } from "../../src/rules/rule-files.ts";
import { contextOf } from "../unit/rules/contexts.ts";
import type { InputSeries } from "./series.ts";

/** An alert that must fire: every label and annotation. */
export interface ExpectedAlert {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** What an expression must give. Values are compared exactly: round what is not. */
export interface ExpectedResult {
  readonly at: string;
  readonly expression: string;
  readonly samples: readonly { readonly labels: string; readonly value: number }[];
}

/** One story, under a job of its own: what happens, and which alerts fire at the checkpoints. None where none are named. */
export interface Story {
  readonly job: string;
  readonly series: readonly InputSeries[];
  readonly fires?: Readonly<Record<string, readonly ExpectedAlert[]>>;
  readonly results?: readonly ExpectedResult[];
}

/** Stories that happen at the same time in one Prometheus, and must not touch each other. */
export interface Batch {
  readonly name: string;
  /** The content of the configuration file. */
  readonly config?: unknown;
  /** The alerts whose rules are loaded, with the records they need; all of them when left out. */
  readonly alerts?: readonly string[];
  /** Records that are given as series: their rules are left out, so that a week does not have to be evaluated every minute. */
  readonly given?: readonly string[];
  /** The time between two samples, `1m` when left out. */
  readonly interval?: string;
  /** The groups that are evaluated before the others, which are in the order of the files. */
  readonly groupsFirst?: readonly string[];
  /** How often rules are evaluated. */
  readonly evaluation: string;
  /** When every alert is looked at. */
  readonly checkpoints: readonly string[];
  readonly stories: readonly Story[];
  /**
   * Windows begin where samples are. Prometheus 2 counts the first one and Prometheus 3 does not, which no real scrape is
   * exact enough to meet: the numbers expected are those of 2.
   */
  readonly meetsBorders?: true;
  /** What else is done to the files before they are loaded, such as leaving one out. */
  readonly change?: (files: readonly RuleFile[]) => readonly RuleFile[];
}

/** The context of a batch's configuration. */
export function batchContext({ config = {} }: Batch): RuleContext {
  return contextOf(config);
}

/** The rule files of a batch, after the mutation of the files if any. */
export function batchRules(
  batch: Batch,
  mutate: (files: readonly RuleFile[]) => readonly RuleFile[] = (files) => files,
): readonly RuleFile[] {
  const files = keepRules(
    mutate(ruleFiles(batchContext(batch))),
    (rule) => !isRecording(rule) || batch.given?.includes(rule.record) !== true,
  );
  const needed = batch.alerts === undefined ? files : closure(files, batch);
  return batch.change?.(needed) ?? needed;
}

/** The files with the rules that pass, without empty groups and files. */
export function keepRules(files: readonly RuleFile[], isKept: (rule: Rule) => boolean): readonly RuleFile[] {
  return files
    .map((file) => ({
      ...file,
      groups: file.groups
        .map((group) => ({ ...group, rules: group.rules.filter(isKept) }))
        .filter(({ rules }) => rules.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
}

/** The alerts, what results are asked of, and all records that those need. */
function closure(files: readonly RuleFile[], batch: Batch): readonly RuleFile[] {
  const alerts = new Set(batch.alerts);
  const rules = files.flatMap(({ groups }) => groups.flatMap((group) => group.rules));
  const needed = new Set<string>();
  const visit = (expression: string): void => {
    for (const metric of metricsIn(expression)) {
      if (needed.has(metric)) continue;
      needed.add(metric);
      for (const rule of rules) if (isRecording(rule) && rule.record === metric) visit(rule.expr);
    }
  };
  for (const { results = [] } of batch.stories) for (const { expression } of results) visit(expression);
  for (const rule of rules) {
    if (isRecording(rule) || !alerts.has(rule.alert)) continue;
    visit(rule.expr);
    for (const text of Object.values(rule.annotations)) for (const query of queriesIn(text)) visit(query);
  }
  return keepRules(files, (rule) => (isRecording(rule) ? needed.has(rule.record) : alerts.has(rule.alert)));
}
