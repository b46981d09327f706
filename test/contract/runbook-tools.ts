import type { Alert } from "../../src/rules/rule.ts";
import { attributeTable } from "../../src/telemetry/attribute-table.ts";
import { differences } from "./signals-docs.ts";

/** What the runbooks of a kind say below their second line, in the same words: whoever was woken reads it once. */
const notes = {
  changed: "What has changed is the cause: `rag.diagnosis` tells only which threshold was missed first.",
  quality:
    "After the repair it fires for 20 minutes or so (a window of 15, then 10 more) with the last bad value in its text.",
  retrieval:
    "After the repair it fires for up to 45 minutes (a window of 5 or 15, then 30 more, so that groundedness does not page next) with the last bad value in its text.",
  budget:
    "After the repair it fires until the window `short` is good again and for 10 minutes more, with the last bad value in its text.",
  labels: "With `alerting.labels` (such as `env`) add them to every selector and to the silence.",
};

/** Problems of a runbook's note, of its query for spans and of its silence. */
export function toolProblems(text: string, alerts: readonly Alert[]): string[] {
  const [traceql, silences] = [blocksOf(text, "traceql"), blocksOf(text, "sh")];
  const wanted = hasTools(alerts) ? 1 : 0;
  return [
    ...differences("note", [noteOf(text)], [expectedNote(alerts)]),
    ...(traceql.length === wanted ? [] : [`has ${traceql.length} queries for spans, not ${wanted}`]),
    ...(silences.length === wanted ? [] : [`has ${silences.length} silences, not ${wanted}`]),
    ...(wanted === 0 || /^time\(\) - max_over_time\(timestamp\(/m.test(text)
      ? []
      : ["does not ask for the last score"]),
    ...traceql.flatMap((query) => [...spanProblems(query), ...unexplained(text, query)]),
    ...silences.flatMap((command) => [...silenceProblems(command, alerts), ...unexplained(text, command)]),
  ];
}

function hasTools(alerts: readonly Alert[]): boolean {
  return alerts.some(({ labels }) => ["quality", "retrieval"].includes(labels.category) || labels.severity === "page");
}

function expectedNote(alerts: readonly Alert[]): string {
  const isPage = alerts.some(({ labels }) => labels.severity === "page");
  const category = alerts[0]?.labels.category;
  const isMean = category === "quality" && alerts.some(({ alert }) => /Low(?:Slow)?$/.test(alert));
  return [
    ...(isMean ? [notes.changed] : []),
    ...(isPage && (category === "quality" || category === "retrieval" || category === "budget")
      ? [notes[category]]
      : []),
    ...(isPage || isMean ? [notes.labels] : []),
  ].join(" ");
}

function noteOf(text: string): string {
  const lines = text.split("\n").filter((line) => line.startsWith("> "));
  return lines.map((line) => line.slice(2)).join(" ");
}

function blocksOf(text: string, language: string): readonly string[] {
  return [...text.matchAll(/^```(\w+)\n([^`]*)```$/gm)].flatMap(([, name, block = ""]) =>
    name === language ? [block.trim()] : [],
  );
}

/** Attributes that no request's span has, and values that it never has. `resource.` is the process's. */
function spanProblems(query: string): string[] {
  return [...query.matchAll(/\bspan\.([\w.]+) (?:=~?|!=) (?:"([^"]*)")?/g)].flatMap(([, key, values = ""]) => {
    const attribute = attributeTable.find((each) => each.key === key);
    if (!attribute?.on.includes("rag_request")) return [`no rag_request has ${key}`];
    return values
      .split("|")
      .filter((value) => !/^[A-Z]*$/.test(value) && attribute.values?.includes(value) === false)
      .map((value) => `${key} is never ${value}`);
  });
}

function silenceProblems(command: string, alerts: readonly Alert[]): string[] {
  const [first] = alerts;
  return [
    ...(command.startsWith("amtool silence add --duration=") ? [] : ["its silence is no command of amtool"]),
    ...(command.includes(` alertname=${first?.alert} `) ? [] : ["silences another alert"]),
    ...["job", "rag_pipeline"]
      .filter((label) => !command.includes(` '${label}="`))
      .map((label) => `silences every ${label}`),
    ...(first?.labels.category === "budget" || command.includes(` 'rag_intent_class="INTENT"'`)
      ? []
      : ["silences every rag_intent_class"]),
  ];
}

function unexplained(text: string, block: string): string[] {
  const line = text.split("\n").find((each) => each.startsWith("Substitute ")) ?? "";
  return [...block.matchAll(/"([A-Z]+)"/g)].flatMap(([, name = ""]) =>
    name === "TICKET" || line.includes(`\`${name}\` = `) ? [] : [`${name} is not explained`],
  );
}
