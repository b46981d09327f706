import type { GrafanaDashboard, GrafanaPanel } from "./grafana-dashboard.ts";

/** A resource `dashboard.grafana.app/v2`, as far as it is compared. */
export interface V2Resource {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly title: string;
    readonly description: string;
    readonly timeSettings: { readonly from: string };
    readonly variables: readonly {
      readonly spec: {
        readonly name: string;
        readonly label: string;
        readonly query?: string | { readonly spec: { readonly query: string } };
        readonly pluginId?: string;
      };
    }[];
    readonly annotations: readonly {
      readonly spec: { readonly query: { readonly spec: { readonly expr: string } } };
    }[];
    readonly links: readonly { readonly title: string; readonly url: string }[];
    readonly elements: Readonly<Record<string, { readonly spec: V2Panel }>>;
    readonly layout: { readonly spec: { readonly rows: readonly { readonly spec: V2Row }[] } };
  };
}

interface V2Row {
  readonly title: string;
  readonly layout: { readonly spec: { readonly items: readonly { readonly spec: V2Item }[] } };
}

interface V2Item {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly element: { readonly name: string };
  readonly repeat?: { readonly value: string };
}

interface V2Panel {
  readonly title: string;
  readonly description: string;
  readonly data: {
    readonly spec: {
      readonly queries: readonly {
        readonly spec: { readonly refId: string; readonly query: { readonly spec: Readonly<Record<string, unknown>> } };
      }[];
      readonly transformations: readonly { readonly group: string; readonly spec: { readonly options: unknown } }[];
    };
  };
  readonly vizConfig: {
    readonly group: string;
    readonly spec: { readonly options: unknown; readonly fieldConfig: unknown };
  };
}

/** What a classic dashboard shows, in a form that both formats have. */
export function classicSummary(dashboard: GrafanaDashboard): unknown {
  const rows: { title: string | undefined; top: number; panels: GrafanaPanel[] }[] = [];
  for (const panel of dashboard.panels) {
    if (panel.type === "row") rows.push({ title: panel.title, top: panel.gridPos.y + 1, panels: [] });
    else rows.at(-1)?.panels.push(panel);
  }
  return {
    uid: dashboard.uid,
    title: dashboard.title,
    description: dashboard.description,
    from: dashboard.time.from,
    variables: dashboard.templating.list.map(({ name, label, query }) => ({ name, label, query })),
    annotations: dashboard.annotations.list.map(({ expr }) => expr),
    links: dashboard.links.map(({ title, url }) => ({ title, url })),
    rows: rows.map(({ title, top, panels }) => ({
      title,
      panels: panels.map((panel) => ({
        title: panel.title,
        description: panel.description,
        place: { ...panel.gridPos, y: panel.gridPos.y - top },
        repeat: panel.repeat,
        type: panel.type,
        look: [(panel as { options?: unknown }).options, panel.fieldConfig],
        queries: (panel.targets ?? []).map(({ refId, expr, legendFormat, format, instant, range }) => ({
          ...{ refId, expr, legendFormat, format, instant, range },
        })),
        transformations: (panel.transformations ?? []).map(({ id, options }) => [id, options]),
      })),
    })),
  };
}

/** What a resource shows, in the same form. */
export function v2Summary({ metadata, spec }: V2Resource): unknown {
  return {
    uid: metadata.name,
    title: spec.title,
    description: spec.description,
    from: spec.timeSettings.from,
    variables: spec.variables.map(({ spec: { name, label, query, pluginId } }) => ({
      name,
      label,
      query: typeof query === "object" ? query.spec.query : (query ?? pluginId),
    })),
    annotations: spec.annotations.map(({ spec: { query } }) => query.spec.expr),
    links: spec.links.map(({ title, url }) => ({ title, url })),
    rows: spec.layout.spec.rows.map(({ spec: { title, layout } }) => ({
      title,
      panels: layout.spec.items.map(({ spec: { x, y, width, height, element, repeat } }) => {
        const panel = spec.elements[element.name]?.spec;
        return {
          title: panel?.title,
          description: panel?.description,
          place: { x, y, w: width, h: height },
          repeat: repeat?.value,
          type: panel?.vizConfig.group,
          look: [panel?.vizConfig.spec.options, panel?.vizConfig.spec.fieldConfig],
          queries: panel?.data.spec.queries.map(({ spec: { refId, query } }) => ({ refId, ...query.spec })),
          transformations: panel?.data.spec.transformations.map(({ group, spec: { options } }) => [group, options]),
        };
      }),
    })),
  };
}
