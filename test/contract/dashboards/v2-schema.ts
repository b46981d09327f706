import { looks, transformationOptions } from "./look-schemas.ts";
import { anyText, either, flag, list, object, one, record, text, whole, type Schema } from "./strict-schema.ts";

/** `{ kind, spec }`. */
function kind(name: string, spec: Schema): Schema {
  return object({ kind: one(name), spec });
}

function dataQuery(spec: Schema): Schema {
  return object({
    kind: one("DataQuery"),
    group: one("prometheus"),
    version: one("v0"),
    datasource: object({ name: one("${datasource}") }),
    spec,
  });
}

const panelQuery = dataQuery(
  object({
    expr: text,
    legendFormat: anyText,
    format: one("time_series", "table", "heatmap"),
    instant: flag,
    range: flag,
  }),
);

const panel = kind(
  "Panel",
  object({
    id: whole,
    title: text,
    description: text,
    links: { type: "array", maxItems: 0 },
    data: kind(
      "QueryGroup",
      object({
        queries: list(
          kind(
            "PanelQuery",
            object({ query: panelQuery, refId: { type: "string", pattern: "^[A-Z]$" }, hidden: one(false) }),
          ),
        ),
        transformations: list(
          either(
            ...Object.entries(transformationOptions).map(([group, options]) =>
              object({ kind: one("Transformation"), group: one(group), spec: object({ options }) }),
            ),
          ),
        ),
        queryOptions: object({}),
      }),
    ),
    vizConfig: either(
      ...Object.entries(looks).map(([group, look]) =>
        object({ kind: one("VizConfig"), group: one(group), version: anyText, spec: object({ ...look }) }),
      ),
    ),
  }),
);

const current = object({ text: anyText, value: anyText });
const shown = { hide: one("dontHide"), skipUrlSync: one(false) };

const variable = either(
  kind(
    "DatasourceVariable",
    object({
      name: text,
      label: text,
      pluginId: one("prometheus", "tempo"),
      refresh: one("never"),
      regex: anyText,
      current,
      options: list(current),
      multi: one(false),
      includeAll: one(false),
      allowCustomValue: flag,
      ...shown,
    }),
  ),
  kind(
    "QueryVariable",
    object({
      name: text,
      label: text,
      current,
      refresh: one("onTimeRangeChanged"),
      query: dataQuery(object({ qryType: one(1), query: text, refId: text })),
      definition: text,
      regex: anyText,
      regexApplyTo: one("value"),
      sort: one("alphabeticalAsc"),
      options: list(current),
      multi: one(true),
      includeAll: one(true),
      allValue: one(".*"),
      allowCustomValue: flag,
      ...shown,
    }),
  ),
  kind("TextVariable", object({ name: text, label: text, description: text, query: text, current, ...shown })),
);

const gridItem = kind(
  "GridLayoutItem",
  object({
    x: whole,
    y: whole,
    width: whole,
    height: whole,
    element: object({ kind: one("ElementReference"), name: { type: "string", pattern: "^panel-\\d+$" } }),
    "repeat?": object({ mode: one("variable"), value: one("judge"), direction: one("v") }),
  }),
);

/** A resource `dashboard.grafana.app/v2` as ours are: nothing else is let through. */
export const v2Schema: Schema = object({
  apiVersion: one("dashboard.grafana.app/v2"),
  kind: one("Dashboard"),
  metadata: object({ name: text }),
  spec: object({
    title: text,
    description: text,
    tags: list(text),
    editable: one(false),
    cursorSync: one("Crosshair"),
    preload: flag,
    "liveNow?": flag,
    timeSettings: object({
      timezone: one("browser"),
      from: text,
      to: one("now"),
      autoRefresh: text,
      autoRefreshIntervals: list(text),
      hideTimepicker: one(false),
      fiscalYearStartMonth: whole,
    }),
    variables: list(variable),
    annotations: list(
      kind(
        "AnnotationQuery",
        object({
          name: text,
          enable: one(true),
          hide: one(false),
          iconColor: text,
          builtIn: one(false),
          query: dataQuery(object({ expr: text, refId: text })),
        }),
      ),
    ),
    links: list(
      object({
        title: text,
        type: one("link"),
        icon: text,
        tooltip: text,
        url: text,
        tags: list(text),
        asDropdown: one(false),
        targetBlank: flag,
        includeVars: flag,
        keepTime: flag,
      }),
    ),
    elements: record(panel),
    layout: kind(
      "RowsLayout",
      object({
        rows: list(
          kind(
            "RowsLayoutRow",
            object({
              title: text,
              collapse: one(false),
              layout: kind("GridLayout", object({ items: list(gridItem) })),
            }),
          ),
        ),
      }),
    ),
  }),
});
