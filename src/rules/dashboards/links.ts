import type { DashboardLink } from "./dashboard.ts";

/** The uid of *RAG quality*: the annotation `dashboard_url` of alerts leads to it. */
export const qualityUid = "rag-quality";

/** The uid of *RAG request path*. */
export const requestPathUid = "rag-request-path";

/** The address that links to traces open: whatever the variable `traces` says. */
export const tracesUrl = "${traces:raw}";

/** The link at the top. */
export const tracesLink: DashboardLink = {
  title: "Traces",
  url: tracesUrl,
  tooltip: "Search for spans rag_request with rag.quality=fail; the address is the variable Trace search",
  keepsVariables: false,
};

/** The alerts that are marked on time axes. */
export const alertsFiring = `ALERTS{alertname=~"Rag.+", alertname!="RagWatchdog", alertstate="firing", job=~"$job"}`;
