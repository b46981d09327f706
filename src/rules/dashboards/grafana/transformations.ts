import type { HeatTablePanel, Panel, TablePanel } from "../panel.ts";

/** One of Grafana's transformations of query results. */
export interface Transformation {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** What makes tables of query results. */
export function transformationsOf(panel: Panel): readonly Transformation[] {
  if (panel.kind === "table") return rowsAndColumns(panel);
  return panel.kind === "heat-table" ? matrix(panel) : [];
}

function rowsAndColumns({ labels, values, queries }: TablePanel): readonly Transformation[] {
  const valueNames = queries.map((_, index) => (queries.length === 1 ? "Value" : `Value #${refIdOf(index)}`));
  const names = [...labels.map(([label]) => label), ...valueNames];
  const titles = [...labels.map(([, title]) => title), ...values.map(({ title }) => title)];
  return [
    { id: "merge", options: {} },
    {
      id: "organize",
      options: {
        excludeByName: { Time: true, __name__: true },
        indexByName: Object.fromEntries(names.map((name, index) => [name, index])),
        renameByName: Object.fromEntries(names.map((name, index) => [name, titles[index] ?? name])),
      },
    },
  ];
}

function matrix({ rowLabel, rowTitle, columnLabel }: HeatTablePanel): readonly Transformation[] {
  return [
    {
      id: "groupingToMatrix",
      options: { rowField: rowLabel, columnField: columnLabel, valueField: "Value", emptyValue: "null" },
    },
    {
      id: "organize",
      options: { excludeByName: {}, indexByName: {}, renameByName: { [`${rowLabel}\\${columnLabel}`]: rowTitle } },
    },
  ];
}

/** `A`, `B`, … */
export function refIdOf(index: number): string {
  return "ABCDEFGHIJKLMNOPQRSTUVWXYZ".charAt(index);
}
