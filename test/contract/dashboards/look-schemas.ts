import { anyText, either, flag, list, number, object, one, record, text, whole, type Schema } from "./strict-schema.ts";

// What both formats of dashboards have: the options and fields of Grafana's panels, as far as ours use them.

const thresholds = object({
  mode: one("absolute"),
  steps: list(object({ value: { type: ["number", "null"] }, color: text })),
});

const dataLinks = list(object({ title: text, url: text, targetBlank: flag }));

const property = either(
  object({ id: one("thresholds"), value: thresholds }),
  object({ id: one("color"), value: object({ mode: one("fixed"), fixedColor: text }) }),
  object({ id: one("custom.lineStyle"), value: object({ fill: one("dash"), dash: list(number) }) }),
  object({ id: one("unit"), value: text }),
  object({ id: one("decimals"), value: whole }),
);

function fields(custom: Readonly<Record<string, Schema>>, colour?: string): Schema {
  return object({
    defaults: object({
      unit: text,
      "decimals?": whole,
      "min?": number,
      "max?": number,
      "noValue?": text,
      "thresholds?": thresholds,
      ...(colour === undefined ? {} : { "color?": object({ mode: one(colour) }) }),
      "links?": dataLinks,
      ...custom,
    }),
    overrides: list(
      object({
        matcher: object({ id: one("byRegexp", "byFrameRefID", "byName"), options: text }),
        properties: list(property),
      }),
    ),
  });
}

const linesCustom = object({
  lineWidth: whole,
  fillOpacity: whole,
  showPoints: one("auto"),
  spanNulls: flag,
  "stacking?": object({ mode: one("normal") }),
});

const linesOptions = object({
  legend: object({ displayMode: one("list"), placement: one("bottom"), showLegend: flag, calcs: list(text) }),
  tooltip: object({ mode: one("multi"), sort: one("asc") }),
});

const numberOptions = object({
  graphMode: one("none"),
  colorMode: one("value"),
  justifyMode: one("auto"),
  textMode: one("auto"),
  wideLayout: flag,
  showPercentChange: flag,
  reduceOptions: object({ calcs: list(one("lastNotNull")), values: flag, fields: anyText }),
  percentChangeColorMode: one("standard"),
  orientation: one("auto"),
});

const heatmapOptions = object({
  calculate: one(false),
  color: object({
    mode: one("scheme"),
    scheme: one("Oranges"),
    fill: text,
    scale: one("exponential"),
    exponent: number,
    steps: whole,
    reverse: flag,
  }),
  filterValues: object({ le: number }),
  showValue: one("auto"),
  cellGap: whole,
  yAxis: object({}),
  legend: object({ show: flag }),
  tooltip: object({ mode: one("single") }),
  exemplars: object({ color: text }),
  selectionMode: one("x"),
});

const tableOptions = object({
  frameIndex: whole,
  showHeader: flag,
  showTypeIcons: flag,
  footer: object({ show: flag, reducer: list(text), countRows: flag }),
  cellHeight: one("sm"),
});

const tableCustom = object({
  align: one("auto"),
  inspect: flag,
  "cellOptions?": object({ type: one("color-background"), mode: one("basic") }),
});

/** Options and fields of each type of panel. */
export const looks: Readonly<Record<string, { readonly options: Schema; readonly fieldConfig: Schema }>> = {
  timeseries: { options: linesOptions, fieldConfig: fields({ custom: linesCustom }) },
  stat: { options: numberOptions, fieldConfig: fields({}, "thresholds") },
  heatmap: { options: heatmapOptions, fieldConfig: fields({ "custom?": object({}) }) },
  table: { options: tableOptions, fieldConfig: fields({ custom: tableCustom }, "continuous-RdYlGr") },
};

const texts = record(text);

/** The options of each transformation. */
export const transformationOptions: Readonly<Record<string, Schema>> = {
  merge: object({}),
  organize: object({ excludeByName: record(flag), indexByName: record(whole), renameByName: texts }),
  groupingToMatrix: object({ rowField: text, columnField: text, valueField: one("Value"), emptyValue: one("null") }),
};
