import { heatColour } from "./colours.js";
import { element } from "./elements.js";
import { formatValue } from "./format.js";

/** A table: what Grafana's transformations make of the results, for those that the dashboards use. */
export function drawTable(body, panel, series) {
  const matrix = panel.transformations.find(({ id }) => id === "groupingToMatrix");
  body.append(matrix === undefined ? rowsAndColumns(panel, series) : heatTable(panel, matrix.options, series));
}

function rowsAndColumns({ fieldConfig, transformations, targets }, series) {
  const { indexByName, renameByName } = transformations.find(({ id }) => id === "organize").options;
  const names = Object.keys(indexByName).toSorted((a, b) => indexByName[a] - indexByName[b]);
  const isValue = (name) => name.startsWith("Value");
  const labels = names.filter((name) => !isValue(name));
  const rows = new Map();
  for (const { labels: own, refId, value } of series) {
    const key = JSON.stringify(labels.map((label) => own[label]));
    const row = rows.get(key) ?? Object.fromEntries(labels.map((label) => [label, own[label] ?? ""]));
    row[targets.length === 1 ? "Value" : `Value #${refId}`] = value;
    rows.set(key, row);
  }
  const unitOf = (name) => {
    const properties =
      fieldConfig.overrides.find(({ matcher }) => matcher.options === renameByName[name])?.properties ?? [];
    return (id) => properties.find((property) => property.id === id)?.value ?? fieldConfig.defaults[id];
  };
  const head = names.map((name) => element("th", isValue(name) ? { class: "value" } : {}, renameByName[name]));
  const lines = [...rows.keys()].toSorted(byText).map((key) => {
    const row = rows.get(key);
    const cells = names.map((name) => {
      if (!isValue(name)) return element("td", {}, row[name]);
      const text =
        row[name] === undefined ? "" : formatValue(row[name], unitOf(name)("unit"), unitOf(name)("decimals"));
      return element("td", { class: "value" }, text);
    });
    return element("tr", {}, ...cells);
  });
  return element("table", {}, element("tr", {}, ...head), ...lines);
}

function heatTable({ fieldConfig, transformations }, { rowField, columnField }, series) {
  const { unit, decimals, min, max } = fieldConfig.defaults;
  const { renameByName } = transformations.find(({ id }) => id === "organize").options;
  const different = (field) => [...new Set(series.map(({ labels }) => labels[field] ?? ""))].toSorted(byText);
  const columns = different(columnField);
  const lines = different(rowField).map((row) => {
    const cells = columns.map((column) => {
      const found = series.find(({ labels }) => labels[rowField] === row && (labels[columnField] ?? "") === column);
      if (found === undefined) return element("td");
      const style = `background: ${heatColour((found.value - min) / (max - min))}`;
      return element("td", { class: "heat", style }, formatValue(found.value, unit, decimals));
    });
    return element("tr", {}, element("td", {}, row), ...cells);
  });
  const head = [renameByName[`${rowField}\\${columnField}`], ...columns].map((name) => element("th", {}, name));
  return element("table", {}, element("tr", {}, ...head), ...lines);
}

function byText(a, b) {
  return a.localeCompare(b, "en");
}
