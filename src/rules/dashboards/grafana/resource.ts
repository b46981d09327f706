import type { Builder } from "@grafana/grafana-foundation-sdk/cog";
import type * as Grafana from "@grafana/grafana-foundation-sdk/dashboardv2";
import type { Manifest } from "@grafana/grafana-foundation-sdk/resource";
import type { Dashboard, DashboardVariable } from "../dashboard.ts";
import { placesOf } from "../layout.ts";
import { dataLinksOf } from "../links.ts";
import type { Panel, PanelQuery } from "../panel.ts";
import { formatOf, isInstant } from "./classic.ts";
import { describeHeatmap, describeHeatTable, describeLines, describeNumber, describeTable } from "./look.ts";
import type { GrafanaSdk } from "./sdk.ts";
import { refIdOf, transformationsOf } from "./transformations.ts";

const datasource = { name: "${datasource}" };

/** The dashboard as a resource `dashboard.grafana.app/v2`. */
export function dashboardResource(sdk: GrafanaSdk, { rows, ...model }: Dashboard): Manifest {
  const { dashboardv2: v2 } = sdk;
  const builder = new v2.DashboardBuilder(model.title)
    .description(model.description)
    .tags(["rag", "rag-triad"])
    .editable(false)
    .cursorSync(v2.DashboardCursorSync.Crosshair)
    .timeSettings(
      new v2.TimeSettingsBuilder().from(`now-${model.range}`).to("now").timezone("browser").autoRefresh("1m"),
    )
    .variables(model.variables.map((variable) => variableOf(sdk, variable)))
    .links(model.links.map((link) => linkOf(sdk, link)))
    .annotations([
      new v2.AnnotationQueryBuilder()
        .name("Alerts")
        .enable(true)
        .iconColor("red")
        .query(new sdk.prometheus.QueryV2Builder().datasource(datasource).expr(model.alerts).refId("Alerts")),
    ]);
  const layout = v2.rows();
  let id = 0;
  for (const { title, panels } of rows) {
    const grid = v2.grid();
    for (const [index, place] of placesOf(panels, 0).entries()) {
      const panel = panels[index];
      if (panel === undefined) continue;
      const name = `panel-${++id}`;
      builder.element(name, panelOf(sdk, panel, id));
      const item = v2.gridItem(name).x(place.x).y(place.y).width(place.w).height(place.h);
      if (panel.repeat !== undefined) item.repeat(new v2.RepeatOptionsBuilder().value(panel.repeat).direction("v"));
      grid.item(item);
    }
    layout.row(v2.row(title).collapse(false).layout(grid));
  }
  const built = builder.layout(layout).build();
  // The SDK puts links into a menu unless they have no placement at all.
  for (const link of built.links) delete link.placement;
  return v2.manifest(model.uid, { build: () => built }).build();
}

function panelOf(sdk: GrafanaSdk, panel: Panel, id: number): Builder<Grafana.PanelKind> {
  const { PanelBuilder, QueryGroupBuilder, TransformationBuilder } = sdk.dashboardv2;
  const look = lookOf(sdk, panel);
  const links = dataLinksOf(panel);
  if (links.length > 0) look.dataLinks([...links]);
  return new PanelBuilder()
    .id(id)
    .title(panel.title)
    .description(panel.description)
    .visualization(look)
    .data(
      new QueryGroupBuilder()
        .targets(panel.queries.map((query, index) => targetOf(sdk, panel, query, index)))
        .transformations(
          transformationsOf(panel).map(({ id: group, options }) =>
            new TransformationBuilder().group(group).options(options),
          ),
        ),
    );
}

interface Look extends Builder<Grafana.VizConfigKind> {
  dataLinks(links: unknown[]): unknown;
}

function lookOf(sdk: GrafanaSdk, panel: Panel): Look {
  const { FieldColorBuilder, FieldColorModeId, ThresholdsConfigBuilder, ThresholdsMode } = sdk.dashboardv2;
  switch (panel.kind) {
    case "lines": {
      const builder = new sdk.timeseries.VisualizationV2Builder();
      describeLines(sdk, builder, panel);
      return builder;
    }
    case "number": {
      const builder = new sdk.stat.VisualizationV2Builder();
      describeNumber(sdk, builder, panel);
      const steps = panel.steps.map(({ from, colour }) => ({ value: from, color: colour }));
      return builder
        .thresholds(new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps))
        .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Thresholds));
    }
    case "heatmap": {
      const builder = new sdk.heatmap.VisualizationV2Builder();
      describeHeatmap(sdk, builder, panel);
      return builder;
    }
    case "table": {
      const builder = new sdk.table.VisualizationV2Builder();
      describeTable(builder, panel);
      return builder;
    }
    case "heat-table": {
      const builder = new sdk.table.VisualizationV2Builder();
      describeHeatTable(sdk, builder, panel);
      return builder.colorScheme(new FieldColorBuilder().mode(FieldColorModeId.ContinuousRdYlGr));
    }
  }
}

function targetOf(
  sdk: GrafanaSdk,
  panel: Panel,
  { expr, legend }: PanelQuery,
  index: number,
): Builder<Grafana.PanelQueryKind> {
  const refId = refIdOf(index);
  const query = new sdk.prometheus.QueryV2Builder()
    .datasource(datasource)
    .expr(expr)
    .legendFormat(legend)
    .format(formatOf(sdk, panel));
  return new sdk.dashboardv2.TargetBuilder()
    .refId(refId)
    .query(isInstant(panel) ? query.instant(true).range(false) : query.range(true).instant(false));
}

function variableOf({ dashboardv2: v2 }: GrafanaSdk, variable: DashboardVariable): Builder<Grafana.VariableKind> {
  const { name, label } = variable;
  switch (variable.kind) {
    case "datasource":
      return new v2.DatasourceVariableBuilder(name).label(label).pluginId(variable.type);
    case "text":
      return new v2.TextVariableBuilder(name)
        .label(label)
        .description(variable.description)
        .query(variable.value)
        .current({ text: variable.value, value: variable.value });
    case "labels": {
      const query: Grafana.DataQueryKind = {
        kind: "DataQuery",
        group: "prometheus",
        version: "v0",
        datasource,
        // 1 is "label values", as the query editor of variables writes it.
        spec: { qryType: 1, query: variable.query, refId: "PrometheusVariableQueryEditor-VariableQuery" },
      };
      return new v2.QueryVariableBuilder(name)
        .label(label)
        .query({ build: () => query })
        .definition(variable.query)
        .refresh(v2.VariableRefresh.OnTimeRangeChanged)
        .sort(v2.VariableSort.AlphabeticalAsc)
        .multi(true)
        .includeAll(true)
        .allValue(".*")
        .current({ text: "All", value: "$__all" });
    }
  }
}

function linkOf(
  { dashboardv2: v2 }: GrafanaSdk,
  { title, url, tooltip, keepsVariables }: Dashboard["links"][number],
): Builder<Grafana.DashboardLink> {
  return new v2.DashboardLinkBuilder()
    .title(title)
    .type(v2.DashboardLinkType.Link)
    .icon("external link")
    .url(url)
    .tooltip(tooltip)
    .includeVars(keepsVariables)
    .keepTime(keepsVariables)
    .targetBlank(!keepsVariables);
}
