import type * as common from "@grafana/grafana-foundation-sdk/common";
import type * as dashboard from "@grafana/grafana-foundation-sdk/dashboard";
import type * as dashboardv2 from "@grafana/grafana-foundation-sdk/dashboardv2";
import type * as heatmap from "@grafana/grafana-foundation-sdk/heatmap";
import type * as prometheus from "@grafana/grafana-foundation-sdk/prometheus";
import type * as stat from "@grafana/grafana-foundation-sdk/stat";
import type * as table from "@grafana/grafana-foundation-sdk/table";
import type * as timeseries from "@grafana/grafana-foundation-sdk/timeseries";
import { RagTriadError } from "../../../core/errors.ts";

/** The parts of Grafana's Foundation SDK that dashboards are built with. */
export interface GrafanaSdk {
  readonly common: typeof common;
  readonly dashboard: typeof dashboard;
  readonly dashboardv2: typeof dashboardv2;
  readonly heatmap: typeof heatmap;
  readonly prometheus: typeof prometheus;
  readonly stat: typeof stat;
  readonly table: typeof table;
  readonly timeseries: typeof timeseries;
}

async function importSdk(): Promise<GrafanaSdk> {
  return {
    common: await import("@grafana/grafana-foundation-sdk/common"),
    dashboard: await import("@grafana/grafana-foundation-sdk/dashboard"),
    dashboardv2: await import("@grafana/grafana-foundation-sdk/dashboardv2"),
    heatmap: await import("@grafana/grafana-foundation-sdk/heatmap"),
    prometheus: await import("@grafana/grafana-foundation-sdk/prometheus"),
    stat: await import("@grafana/grafana-foundation-sdk/stat"),
    table: await import("@grafana/grafana-foundation-sdk/table"),
    timeseries: await import("@grafana/grafana-foundation-sdk/timeseries"),
  };
}

/**
 * Loads the optional package; another loader in tests. Rejects with `ERR_RAG_TRIAD_PEER_MISSING` when it is not
 * installed.
 */
export async function loadGrafanaSdk(load: () => Promise<GrafanaSdk> = importSdk): Promise<GrafanaSdk> {
  try {
    return await load();
  } catch (cause) {
    throw new RagTriadError(
      "ERR_RAG_TRIAD_PEER_MISSING",
      "rag-triad rules needs the package @grafana/grafana-foundation-sdk for the dashboards, which is not installed. Run: npm install --save-dev @grafana/grafana-foundation-sdk@0.0.21, or leave the dashboards out: --no-dashboards",
      { cause },
    );
  }
}
