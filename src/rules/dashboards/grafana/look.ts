import type { Builder } from "@grafana/grafana-foundation-sdk/cog";
import type * as Common from "@grafana/grafana-foundation-sdk/common";
import type * as Heatmap from "@grafana/grafana-foundation-sdk/heatmap";
import type { LinesPanel, NumberPanel, Panel, TablePanel } from "../panel.ts";
import type { GrafanaSdk } from "./sdk.ts";
import { refIdOf } from "./transformations.ts";

// The SDK has two generations of builders, one for each format of dashboards. These are the methods that both have.

interface Property {
  id: string;
  value?: unknown;
}

interface FieldBuilder {
  unit(unit: string): unknown;
  decimals(decimals: number): unknown;
  min(min: number): unknown;
  max(max: number): unknown;
  noValue(noValue: string): unknown;
}

interface LinesBuilder extends FieldBuilder {
  lineWidth(width: number): unknown;
  fillOpacity(percent: number): unknown;
  showPoints(mode: Common.VisibilityMode): unknown;
  spanNulls(spans: boolean): unknown;
  legend(legend: Builder<Common.VizLegendOptions>): unknown;
  tooltip(tooltip: Builder<Common.VizTooltipOptions>): unknown;
  stacking(stacking: Builder<Common.StackingConfig>): unknown;
  overrideByQuery(refId: string, properties: Property[]): unknown;
}

interface NumberBuilder extends FieldBuilder {
  colorMode(mode: Common.BigValueColorMode): unknown;
  graphMode(mode: Common.BigValueGraphMode): unknown;
  textMode(mode: Common.BigValueTextMode): unknown;
  reduceOptions(options: Builder<Common.ReduceDataOptions>): unknown;
  overrideByRegexp(pattern: string, properties: Property[]): unknown;
}

interface HeatmapBuilder extends FieldBuilder {
  calculate(calculate: boolean): unknown;
  cellGap(gap: number): unknown;
  color(color: Builder<Heatmap.HeatmapColorOptions>): unknown;
}

interface TableBuilder extends FieldBuilder {
  showHeader(show: boolean): unknown;
  overrideByName(name: string, properties: Property[]): unknown;
}

interface HeatTableBuilder extends TableBuilder {
  cellOptions(options: Common.TableColoredBackgroundCellOptions): unknown;
}

/** Unit, decimals and range: what every kind of panel has. */
export function describeField(builder: FieldBuilder, { unit, decimals, min, max, noValue }: Panel): void {
  builder.unit(unit);
  if (decimals !== undefined) builder.decimals(decimals);
  if (min !== undefined) builder.min(min);
  if (max !== undefined) builder.max(max);
  if (noValue !== undefined) builder.noValue(noValue);
}

/** Thin lines with a gap where nothing is; limits dashed. */
export function describeLines({ common }: GrafanaSdk, builder: LinesBuilder, panel: LinesPanel): void {
  describeField(builder, panel);
  const { LegendDisplayMode, LegendPlacement, SortOrder, StackingMode, TooltipDisplayMode, VisibilityMode } = common;
  builder.lineWidth(1);
  builder.fillOpacity(panel.stacked === true ? 30 : 0);
  builder.showPoints(VisibilityMode.Auto);
  builder.spanNulls(false);
  builder.legend(
    new common.VizLegendOptionsBuilder()
      .displayMode(LegendDisplayMode.List)
      .placement(LegendPlacement.Bottom)
      .showLegend(true)
      .calcs([]),
  );
  builder.tooltip(new common.VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Ascending));
  if (panel.stacked === true) builder.stacking(new common.StackingConfigBuilder().mode(StackingMode.Normal));
  for (const [index, { limit }] of panel.queries.entries()) {
    if (limit === undefined) continue;
    builder.overrideByQuery(refIdOf(index), [
      { id: "color", value: { mode: "fixed", fixedColor: limit } },
      { id: "custom.lineStyle", value: { fill: "dash", dash: [6, 6] } },
    ]);
  }
}

/** One large number for each series; other thresholds for the series of some judges. */
export function describeNumber({ common }: GrafanaSdk, builder: NumberBuilder, panel: NumberPanel): void {
  describeField(builder, panel);
  builder.colorMode(common.BigValueColorMode.Value);
  builder.graphMode(common.BigValueGraphMode.None);
  builder.textMode(common.BigValueTextMode.Auto);
  builder.reduceOptions(new common.ReduceDataOptionsBuilder().calcs(["lastNotNull"]).values(false).fields(""));
  for (const { legendEnd, steps } of panel.stepsOf ?? []) {
    builder.overrideByRegexp(`/${legendEnd.replaceAll(/[/\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$/`, [
      {
        id: "thresholds",
        value: { mode: "absolute", steps: steps.map(({ from, colour }) => ({ value: from, color: colour })) },
      },
    ]);
  }
}

/** Prometheus has counted the buckets: nothing is calculated. */
export function describeHeatmap({ heatmap }: GrafanaSdk, builder: HeatmapBuilder, panel: Panel): void {
  describeField(builder, panel);
  builder.calculate(false);
  builder.cellGap(1);
  builder.color(
    new heatmap.HeatmapColorOptionsBuilder()
      .mode(heatmap.HeatmapColorMode.Scheme)
      .scheme("Oranges")
      .scale(heatmap.HeatmapColorScale.Exponential)
      .exponent(0.5)
      .steps(64)
      .reverse(false)
      .fill("dark-orange"),
  );
}

/** Units by column. */
export function describeTable(builder: TableBuilder, panel: TablePanel): void {
  describeField(builder, panel);
  builder.showHeader(true);
  for (const { title, unit, decimals } of panel.values) {
    builder.overrideByName(title, [
      { id: "unit", value: unit },
      { id: "decimals", value: decimals },
    ]);
  }
}

/** Cells in the colour of their value. */
export function describeHeatTable({ common }: GrafanaSdk, builder: HeatTableBuilder, panel: Panel): void {
  describeField(builder, panel);
  builder.showHeader(true);
  builder.cellOptions({
    type: common.TableCellDisplayMode.ColorBackground,
    mode: common.TableCellBackgroundDisplayMode.Basic,
  } as Common.TableColoredBackgroundCellOptions);
}
