import type { Panel } from "./panel.ts";

/** A choice above a dashboard; links and queries know it by its name. */
export type DashboardVariable =
  | {
      readonly kind: "datasource";
      readonly name: string;
      readonly label: string;
      readonly type: "prometheus" | "tempo";
    }
  | {
      readonly kind: "labels";
      readonly name: string;
      readonly label: string;
      /** `label_values(…)`. */
      readonly query: string;
    }
  | {
      readonly kind: "text";
      readonly name: string;
      readonly label: string;
      readonly description: string;
      readonly value: string;
    };

/** Panels under one heading. */
export interface DashboardRow {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** A dashboard as data: Grafana's two formats are made from it. */
export interface Dashboard {
  /** Stays the same for ever: links to the dashboard are made of it. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  /** The time range that it opens with, from so long ago until now. */
  readonly range: string;
  readonly variables: readonly DashboardVariable[];
  /** The alerts that are marked on the time axes. */
  readonly alerts: string;
  readonly links: readonly DashboardLink[];
  readonly rows: readonly DashboardRow[];
}

/** A link at the top of a dashboard. */
export interface DashboardLink {
  readonly title: string;
  readonly url: string;
  readonly tooltip: string;
  /** Whether it stays in Grafana's dashboards: variables and time go along, and it opens in their place. */
  readonly keepsVariables: boolean;
}
