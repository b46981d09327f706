import { looks, transformationOptions } from "./look-schemas.ts";
import { anyText, either, flag, list, number, object, one, text, whole, type Schema } from "./strict-schema.ts";

const datasource = object({ type: one("prometheus"), uid: one("${datasource}") });
const place = object({ x: whole, y: whole, w: whole, h: whole });
const current = object({ text, value: text });

const target = object({
  expr: text,
  datasource,
  refId: { type: "string", pattern: "^[A-Z]$" },
  legendFormat: anyText,
  format: one("time_series", "table", "heatmap"),
  instant: flag,
  range: flag,
});

const row = object({
  type: one("row"),
  collapsed: one(false),
  id: whole,
  title: text,
  gridPos: place,
  panels: { type: "array", maxItems: 0 },
});

function panel(type: string): Schema {
  return object({
    type: one(type),
    ...looks[type],
    id: whole,
    title: text,
    description: text,
    transparent: one(false),
    datasource,
    gridPos: place,
    targets: list(target),
    transformations: list(
      either(...Object.entries(transformationOptions).map(([id, options]) => object({ id: one(id), options }))),
    ),
    repeatDirection: one("h", "v"),
    "repeat?": one("judge"),
  });
}

const variable = object({
  type: one("datasource", "query", "textbox"),
  name: text,
  label: text,
  "description?": text,
  skipUrlSync: one(false),
  multi: flag,
  includeAll: flag,
  allowCustomValue: flag,
  auto: one(false),
  auto_min: text,
  auto_count: whole,
  query: text,
  "datasource?": datasource,
  "refresh?": one(2),
  "sort?": one(1),
  "allValue?": one(".*"),
  "current?": current,
});

/** The classic format as our dashboards use it: nothing else is let through. */
export const classicSchema: Schema = object({
  uid: text,
  title: text,
  description: text,
  tags: list(text),
  timezone: one("browser"),
  editable: one(false),
  graphTooltip: one(1),
  time: object({ from: { type: "string", pattern: "^now-\\d+[mhd]$" }, to: one("now") }),
  fiscalYearStartMonth: number,
  refresh: text,
  schemaVersion: { type: "integer", minimum: 41 },
  "preload?": flag,
  templating: object({ list: list(variable) }),
  annotations: object({
    list: list(
      object({
        name: text,
        enable: one(true),
        hide: one(false),
        iconColor: text,
        builtIn: one(0),
        datasource,
        expr: text,
        titleFormat: text,
        textFormat: text,
      }),
    ),
  }),
  links: list(
    object({
      title: text,
      type: one("link"),
      icon: text,
      tooltip: text,
      tags: list(text),
      asDropdown: one(false),
      targetBlank: flag,
      includeVars: flag,
      keepTime: flag,
      url: text,
    }),
  ),
  panels: list(either(row, ...Object.keys(looks).map(panel))),
});
