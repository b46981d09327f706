import type { Builder, Dataquery } from "@grafana/grafana-foundation-sdk/cog";
import type * as Grafana from "@grafana/grafana-foundation-sdk/dashboard";
import type { PromQueryFormat } from "@grafana/grafana-foundation-sdk/prometheus";
import type { Dashboard, DashboardVariable } from "../dashboard.ts";
import { bottomOf, gridColumns, placesOf, type GridPlace } from "../layout.ts";
import { dataLinksOf } from "../links.ts";
import type { Panel, PanelQuery } from "../panel.ts";
import { describeHeatmap, describeHeatTable, describeLines, describeNumber, describeTable } from "./look.ts";
import type { GrafanaSdk } from "./sdk.ts";
import { refIdOf, transformationsOf } from "./transformations.ts";

const datasource = { type: "prometheus", uid: "${datasource}" };

/** The dashboard in the format that every Grafana imports. */
export function classicDashboard(sdk: GrafanaSdk, { rows, ...model }: Dashboard): Grafana.Dashboard {
  const { DashboardBuilder, DashboardCursorSync, RowBuilder } = sdk.dashboard;
  const builder = new DashboardBuilder(model.title)
    .uid(model.uid)
    .description(model.description)
    .tags(["rag", "rag-triad"])
    .readonly()
    .tooltip(DashboardCursorSync.Crosshair)
    .time({ from: `now-${model.range}`, to: "now" })
    .timezone("browser")
    .refresh("1m")
    .variables(model.variables.map((variable) => variableOf(sdk, variable)))
    .links(model.links.map((link) => linkOf(sdk, link)))
    .annotation(
      new sdk.dashboard.AnnotationQueryBuilder()
        .name("Alerts")
        .datasource(datasource)
        .enable(true)
        .iconColor("red")
        .expr(model.alerts)
        .titleFormat("{{alertname}}")
        .textFormat("{{rag_pipeline}} {{rag_intent_class}}"),
    );
  let [id, top] = [0, 0];
  for (const { title, panels } of rows) {
    builder.withRow(new RowBuilder(title).id(++id).collapsed(false).gridPos({ x: 0, y: top, w: gridColumns, h: 1 }));
    const places = placesOf(panels, top + 1);
    for (const [index, panel] of panels.entries()) {
      const place = places[index];
      if (place !== undefined) builder.withPanel(panelOf(sdk, panel, ++id, place));
    }
    top = bottomOf(places, top + 1);
  }
  return withoutPlacement(builder.build());
}

/** The SDK puts links and annotations into a menu unless they have no placement at all. */
function withoutPlacement(dashboard: Grafana.Dashboard): Grafana.Dashboard {
  for (const part of [...(dashboard.links ?? []), ...(dashboard.annotations?.list ?? [])]) delete part.placement;
  return dashboard;
}

function panelOf(sdk: GrafanaSdk, panel: Panel, id: number, place: GridPlace): Builder<Grafana.Panel> {
  const builder = lookOf(sdk, panel);
  builder
    .id(id)
    .title(panel.title)
    .description(panel.description)
    .datasource(datasource)
    .gridPos({ ...place })
    .targets(panel.queries.map((query, index) => targetOf(sdk, panel, query, index)))
    .transformations(transformationsOf(panel).map(({ id: name, options }) => ({ id: name, options })));
  if (panel.repeat !== undefined) builder.repeat(panel.repeat).repeatDirection("v");
  const links = dataLinksOf(panel).map((link) => ({ build: () => link as unknown as Grafana.DashboardLink }));
  if (links.length > 0) builder.dataLinks(links);
  return builder;
}

type PanelBuilder = InstanceType<GrafanaSdk["heatmap" | "stat" | "table" | "timeseries"]["PanelBuilder"]>;

function lookOf(sdk: GrafanaSdk, panel: Panel): PanelBuilder {
  const { FieldColorBuilder, FieldColorModeId, ThresholdsConfigBuilder, ThresholdsMode } = sdk.dashboard;
  switch (panel.kind) {
    case "lines": {
      const builder = new sdk.timeseries.PanelBuilder();
      describeLines(sdk, builder, panel);
      return builder;
    }
    case "number": {
      const builder = new sdk.stat.PanelBuilder();
      describeNumber(sdk, builder, panel);
      const steps = panel.steps.map(({ from, colour }) => ({ value: from, color: colour }));
      return builder
        .thresholds(new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps))
        .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Thresholds));
    }
    case "heatmap": {
      const builder = new sdk.heatmap.PanelBuilder();
      describeHeatmap(sdk, builder, panel);
      return builder;
    }
    case "table": {
      const builder = new sdk.table.PanelBuilder();
      describeTable(builder, panel);
      return builder;
    }
    case "heat-table": {
      const builder = new sdk.table.PanelBuilder();
      describeHeatTable(sdk, builder, panel);
      return builder.colorScheme(new FieldColorBuilder().mode(FieldColorModeId.ContinuousRdYlGr));
    }
  }
}

function targetOf(sdk: GrafanaSdk, panel: Panel, query: PanelQuery, index: number): Builder<Dataquery> {
  const { DataqueryBuilder } = sdk.prometheus;
  const builder = new DataqueryBuilder()
    .datasource(datasource)
    .refId(refIdOf(index))
    .expr(query.expr)
    .legendFormat(query.legend)
    .format(formatOf(sdk, panel));
  return isInstant(panel) ? builder.instant() : builder.range();
}

/** Whether a panel shows what holds now, and not what held over time. */
export function isInstant({ kind }: Panel): boolean {
  return kind === "number" || kind === "table" || kind === "heat-table";
}

/** The shape that Prometheus' answer is brought into. */
export function formatOf({ prometheus: { PromQueryFormat } }: GrafanaSdk, { kind }: Panel): PromQueryFormat {
  if (kind === "heatmap") return PromQueryFormat.Heatmap;
  return kind === "table" || kind === "heat-table" ? PromQueryFormat.Table : PromQueryFormat.TimeSeries;
}

function variableOf({ dashboard }: GrafanaSdk, variable: DashboardVariable): Builder<Grafana.VariableModel> {
  const { name, label } = variable;
  switch (variable.kind) {
    case "datasource":
      return new dashboard.DatasourceVariableBuilder(name).label(label).type(variable.type);
    case "text":
      return new dashboard.TextBoxVariableBuilder(name)
        .label(label)
        .description(variable.description)
        .defaultValue(variable.value)
        .current({ text: variable.value, value: variable.value });
    case "labels":
      return new dashboard.QueryVariableBuilder(name)
        .label(label)
        .datasource(datasource)
        .query(variable.query)
        .refresh(dashboard.VariableRefresh.OnTimeRangeChanged)
        .sort(dashboard.VariableSort.AlphabeticalAsc)
        .multi(true)
        .includeAll(true)
        .allValue(".*")
        .current({ text: "All", value: "$__all" });
  }
}

function linkOf(
  { dashboard }: GrafanaSdk,
  { title, url, tooltip, keepsVariables }: Dashboard["links"][number],
): Builder<Grafana.DashboardLink> {
  return new dashboard.DashboardLinkBuilder(title)
    .type(dashboard.DashboardLinkType.Link)
    .icon("external link")
    .url(url)
    .tooltip(tooltip)
    .includeVars(keepsVariables)
    .keepTime(keepsVariables)
    .targetBlank(!keepsVariables);
}
