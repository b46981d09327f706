/** A panel or a row of a classic dashboard, as far as the checks read it. */
export interface GrafanaPanel {
  id?: number;
  type: string;
  title?: string;
  description?: string;
  datasource?: { type?: string; uid?: string };
  gridPos: { x: number; y: number; w: number; h: number };
  repeat?: string;
  targets?: GrafanaTarget[];
  transformations?: { id: string; options: unknown }[];
  fieldConfig?: {
    defaults: { unit?: string; links?: { url: string }[]; noValue?: string };
    overrides: { matcher: { id: string; options: string }; properties: { id: string; value: unknown }[] }[];
  };
}

/** One query of a panel. */
export interface GrafanaTarget {
  refId: string;
  expr: string;
  legendFormat: string;
  format: string;
  instant: boolean;
  range: boolean;
  datasource?: { uid?: string };
}

/** A classic dashboard, as far as the checks read it. */
export interface GrafanaDashboard {
  id?: number;
  uid: string;
  title: string;
  description: string;
  editable: boolean;
  schemaVersion: number;
  panels: GrafanaPanel[];
  time: { from: string };
  templating: {
    list: {
      type: string;
      name: string;
      label: string;
      query: string;
      refresh?: number;
      datasource?: { uid: string };
    }[];
  };
  annotations: { list: { name: string; expr: string; datasource: { uid: string } }[] };
  links: { title: string; url: string }[];
}

/** The panels that show something. */
export function panelsOf({ panels }: GrafanaDashboard): GrafanaPanel[] {
  return panels.filter(({ type }) => type !== "row");
}

/** Every query of the panels and annotations, with the place where it is. */
export function queriesOf(dashboard: GrafanaDashboard): { readonly place: string; readonly expression: string }[] {
  return [
    ...panelsOf(dashboard).flatMap(({ title, targets = [] }) =>
      targets.map(({ expr, refId }) => ({ place: `${dashboard.uid}: ${title} (${refId})`, expression: expr })),
    ),
    ...dashboard.annotations.list.map(({ name, expr }) => ({ place: `${dashboard.uid}: ${name}`, expression: expr })),
  ];
}
