/** From a value on (from the least, if `null`), a colour. */
export interface ColourStep {
  readonly from: number | null;
  readonly colour: string;
}

/** One query of a panel. */
export interface PanelQuery {
  readonly expr: string;
  /** The name of a series, with `{{label}}` for its labels. */
  readonly legend: string;
  /** A dashed line of this colour: a limit, not a measurement. */
  readonly limit?: string;
}

/** A column of a table that shows the value of one of its queries. */
export interface ValueColumn {
  readonly title: string;
  readonly unit: string;
  readonly decimals: number;
}

/** The traces that a value of a panel leads to. */
export interface TracesOfPanel {
  /** Of which requests. */
  readonly show: "low quality" | "errors" | "requests";
  /** What the panel's series or rows are of; a table has columns of the same labels. */
  readonly level: "pipeline" | "intent";
}

interface PanelBase {
  readonly title: string;
  /** What is shown and how to read it. */
  readonly description: string;
  /** Of the grid's 24 columns. */
  readonly width: number;
  readonly height: number;
  /** One of Grafana's units. */
  readonly unit: string;
  readonly decimals?: number;
  readonly min?: number;
  readonly max?: number;
  /** Shown when there is no value. */
  readonly noValue?: string;
  readonly queries: readonly PanelQuery[];
  /** The variable that each value of gets a panel of its own. */
  readonly repeat?: string;
  /** Where its values lead. */
  readonly traces?: TracesOfPanel;
}

/** Lines over time; `stacked` ones are areas that add up. */
export interface LinesPanel extends PanelBase {
  readonly kind: "lines";
  readonly stacked?: boolean;
}

/** The last value, large. */
export interface NumberPanel extends PanelBase {
  readonly kind: "number";
  readonly steps: readonly ColourStep[];
  /** Other colours for series whose name ends so. */
  readonly stepsOf?: readonly { readonly legendEnd: string; readonly steps: readonly ColourStep[] }[];
}

/** Buckets of a histogram over time. */
export interface HeatmapPanel extends PanelBase {
  readonly kind: "heatmap";
}

/** One row for each set of labels, one column for each query. */
export interface TablePanel extends PanelBase {
  readonly kind: "table";
  /** Labels in their order, with the heading of each; others are hidden. */
  readonly labels: readonly (readonly [label: string, title: string])[];
  readonly values: readonly ValueColumn[];
}

/** A cell for each pair of two labels, coloured by its value. */
export interface HeatTablePanel extends PanelBase {
  readonly kind: "heat-table";
  readonly rowLabel: string;
  readonly rowTitle: string;
  readonly columnLabel: string;
}

/** A panel as data. */
export type Panel = LinesPanel | NumberPanel | HeatmapPanel | TablePanel | HeatTablePanel;
