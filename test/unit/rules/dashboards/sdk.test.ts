import { expect, test } from "vitest";
import { loadGrafanaSdk } from "../../../../src/rules/dashboards/grafana/sdk.ts";

test("without Grafana's SDK it is said what to install, and how to do without", async () => {
  const cause = new Error("Cannot find package");
  await expect(loadGrafanaSdk(() => Promise.reject(cause))).rejects.toMatchObject({
    code: "ERR_RAG_TRIAD_PEER_MISSING",
    message: expect.stringMatching(/npm install --save-dev @grafana\/grafana-foundation-sdk@.*--no-dashboards/),
    cause,
  });
});

test("with it all parts are there", async () => {
  const sdk = await loadGrafanaSdk();
  expect(sdk.dashboard.DashboardBuilder).toBeTypeOf("function");
  expect(sdk.dashboardv2.DashboardBuilder).toBeTypeOf("function");
});
