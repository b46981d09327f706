import { reasonsOutsideCoverage, unscoredReasons } from "../../src/core/outcome.ts";
import { attributeTable } from "../../src/telemetry/attribute-table.ts";
import { differenceBounds, scoreBounds, secondsBounds } from "../../src/telemetry/buckets.ts";
import { instrumentTable, scoreInstrument, type InstrumentDefinition } from "../../src/telemetry/instruments.ts";
import { zeroedOutcomes } from "../../src/telemetry/zeros.ts";
import { codes, differences, sectionAfter, tableAfter } from "./signals-docs.ts";

const instruments: readonly InstrumentDefinition[] = [
  ...Object.values(instrumentTable),
  scoreInstrument("criteria.<id>"),
];

/** The name an instrument has on the exporter's page. */
export function prometheusName({ name, kind }: InstrumentDefinition): string {
  return name.replaceAll(".", "_") + (kind === "counter" ? "_total" : "");
}

/** Everything in which a signals page and the tables of the source disagree, in words. */
export function signalDisagreements(markdown: string): string[] {
  return [
    ...differences(
      "spans",
      tableAfter(markdown, "## Spans").map(([name = ""]) => name),
      ["rag_request", "retrieval", "generation", "rag_evaluation"].map((name) => `\`${name}\``),
    ),
    ...differences(
      "attributes",
      tableAfter(markdown, "## Attributes").map((row) => row.slice(0, 3).join(" | ")),
      attributeTable.map(
        ({ key, type, on }) => `\`${key}\` | ${type} | ${on.map((place) => `\`${place}\``).join(" ")}`,
      ),
    ),
    ...missingValues(markdown),
    ...differences(
      "instruments",
      tableAfter(markdown, "## Metrics").map((row) => row.slice(0, 6).join(" | ")),
      instruments.map(instrumentRow),
    ),
    ...missingMeanings(markdown),
    ...differences(
      "bounds",
      [...sectionAfter(markdown, "### Bucket bounds").matchAll(/^- \w+: `([^`]+)`$/gm)].map((match) => match[1] ?? ""),
      [scoreBounds, secondsBounds, differenceBounds].map((bounds) => bounds.join(" ")),
    ),
    ...differences(
      "outcomes",
      tableAfter(markdown, "## Outcomes").map((row) => row.slice(0, 2).join(" | ")),
      unscoredReasons.map((reason) => `\`${reason}\` | ${reasonsOutsideCoverage.has(reason) ? "no" : "yes"}`),
    ),
    ...coverageDisagreements(sectionAfter(markdown, "## Coverage")),
    ...differences(
      "zeros",
      codes(/`rag_evaluations_total` \(([^)]+)\)/.exec(sectionAfter(markdown, "### Slices"))?.[1] ?? ""),
      zeroedOutcomes,
    ),
    ...unknownNames(markdown),
  ];
}

function instrumentRow(definition: InstrumentDefinition): string {
  const { name, kind, unit, scope, labels } = definition;
  return [
    `\`${name}\``,
    `\`${prometheusName(definition)}\``,
    kind,
    `\`${unit}\``,
    scope,
    labels.map((label) => `\`${label}\``).join(" "),
  ].join(" | ");
}

function missingValues(markdown: string): string[] {
  const rows = new Map(tableAfter(markdown, "## Attributes").map((row) => [codes(row[0] ?? "")[0], row[3] ?? ""]));
  return attributeTable.flatMap(({ key, values = [] }) => {
    const meaning = rows.get(key) ?? "";
    const isReasons = meaning.includes("[reasons](#outcomes)");
    return values
      .filter((value) => !codes(meaning).includes(value) && !isReasons)
      .map((value) => `attributes: ${key} does not say \`${value}\``);
  });
}

function missingMeanings(markdown: string): string[] {
  const rows = ["## Attributes", "## Metrics", "## Outcomes", "## Spans"].flatMap((heading) =>
    tableAfter(markdown, heading),
  );
  return rows.filter((row) => (row.at(-1) ?? "").length < 5).map(([name]) => `no meaning: ${name}`);
}

function coverageDisagreements(section: string): string[] {
  const outside = [...reasonsOutsideCoverage];
  const formula = (/\(all − ([^)]+)\)/.exec(section)?.[1] ?? "").split(" − ");
  const query = (/rag_outcome!~"([^"]+)"/.exec(section)?.[1] ?? "").split("|");
  return [...differences("coverage formula", formula, outside), ...differences("coverage query", query, outside)];
}

/** Series and labels in the queries that nothing emits. */
function unknownNames(markdown: string): string[] {
  const series = instruments.flatMap((definition) => {
    const name = prometheusName(definition);
    return definition.kind === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => name + suffix) : [name];
  });
  const labels = attributeTable.filter(({ on }) => on.includes("label")).map(({ key }) => key.replaceAll(".", "_"));
  const queries = [...markdown.matchAll(/```promql\n([^`]+)```/g)].map((match) => match[1] ?? "");
  const used = queries.flatMap((query) => [...query.matchAll(/\b(?:rag|gen_ai)_\w+/g)].map(([name]) => name));
  return [
    ...(queries.length > 0 ? [] : ["no queries"]),
    ...[...new Set(used)]
      .filter((name) => !series.includes(name) && !labels.includes(name))
      .map((name) => `queries: nothing emits ${name}`),
  ];
}
