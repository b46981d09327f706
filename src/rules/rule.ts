/** A recording rule: an expression whose result gets a name. */
export interface Recording {
  readonly record: string;
  /** What it is, for comments and docs. */
  readonly doc: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** What a rule watches; Alertmanager's inhibitions go by it. */
export type AlertCategory = "quality" | "retrieval" | "behaviour" | "budget" | "monitor";

/** What an alert is about: the level its labels name. */
export type AlertScope = "intent" | "service" | "model" | "judge" | "job" | "rules";

/** The labels every alert sets. */
export interface AlertLabels {
  readonly severity: "page" | "warning" | "none";
  readonly category: AlertCategory;
  readonly scope: AlertScope;
  readonly [label: string]: string;
}

/** An alerting rule. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  /** A nominal `for`, before the profile. */
  readonly for?: string;
  readonly keepFiringFor?: string;
  readonly labels: AlertLabels;
  readonly annotations: Readonly<Record<string, string>>;
}

/** One rule of a group. */
export type Rule = Recording | Alert;

/** Rules that are evaluated one after the other, so that a later one sees what an earlier one recorded. */
export interface RuleGroup {
  readonly name: string;
  readonly interval: string;
  readonly rules: readonly Rule[];
}

/** One file under `prometheus/rules/`. */
export interface RuleFile {
  readonly name: string;
  /** What is in it, for the comment at its head. */
  readonly doc: string;
  readonly groups: readonly RuleGroup[];
}

/** Whether a rule records. */
export function isRecording(rule: Rule): rule is Recording {
  return "record" in rule;
}
