import type { HeatmapPanel, LinesPanel, NumberPanel, PanelQuery } from "./panel.ts";

/** What a panel needs to be said; the rest has defaults. */
type Given<P> = Omit<P, "kind" | "width" | "height"> & { readonly width?: number; readonly height?: number };

/** Lines, half as wide as the dashboard. */
export function lines(given: Given<LinesPanel>): LinesPanel {
  return { width: 12, height: 8, ...given, kind: "lines" };
}

/** A large number, a sixth as wide as the dashboard. */
export function number(given: Given<NumberPanel>): NumberPanel {
  return { width: 4, height: 5, ...given, kind: "number" };
}

/** Buckets over time, half as wide as the dashboard. */
export function heatmap(given: Given<HeatmapPanel>): HeatmapPanel {
  return { width: 12, height: 8, ...given, kind: "heatmap" };
}

/** A query. */
export function query(expr: string, legend: string, more: Pick<PanelQuery, "limit"> = {}): PanelQuery {
  return { expr, legend, ...more };
}

/** A share or score: from 0 to 1. */
export const unitRange = { min: 0, max: 1 } as const;

/** Colours with a meaning. */
export const colours = { good: "green", warning: "orange", page: "red", neutral: "blue" } as const;
