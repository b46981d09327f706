import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAlertmanager, type RunningAlertmanager } from "../../scripts/e2e/alertmanager.ts";
import { quickAlertmanagerConfig } from "../../scripts/e2e/alertmanager-config.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { startHttpCapture, type HttpCapture } from "./support/http-capture.ts";
import { requiredProgram } from "./support/required-program.ts";
import { shippedAlert, type RaisedAlert } from "./support/shipped-alerts.ts";

const command = requiredProgram("prometheus-alertmanager");

const page = shippedAlert({ alertname: "RagGroundednessVeryLow", scope: "intent" });
const freeze = shippedAlert({ policy: "freeze" });
const warning = shippedAlert({ alertname: "RagCoverageLow" });
const watchdog = shippedAlert({ alertname: "RagWatchdog" });
const ended = new Date(0).toISOString();

/** A page that Alertmanager puts last: alerts with fewer labels come first, then they go by name. */
const mixed = [
  shippedAlert({ alertname: "RagContextRelevanceLow", scope: "intent" }),
  page,
  shippedAlert({ alertname: "RagRefusalShareHigh" }),
].map((alert) => ({
  annotations: {
    ...alert.annotations,
    summary: `${alert.labels["alertname"]} in billing`,
    dashboard_url: `https://grafana.example.invalid/${alert.labels["alertname"]}`,
  },
  labels: { ...alert.labels, rag_intent_class: "billing" },
}));

/** The same with a label of `alerting.labels`. */
const mixedInProd = mixed.map(({ labels, annotations }) => ({ annotations, labels: { ...labels, env: "prod" } }));

describe.skipIf(command === undefined)("the shipped receivers, with secrets from files", () => {
  let capture: HttpCapture;
  let alertmanager: RunningAlertmanager;
  let secrets: string;

  beforeAll(async () => {
    capture = await startHttpCapture();
    secrets = await mkdtemp(join(tmpdir(), "rag-triad-secrets-"));
    await writeFile(join(secrets, "slack-webhook-url"), `${capture.url}/slack`);
    await writeFile(join(secrets, "pagerduty-routing-key"), "routing-key-of-the-team");
    await writeFile(join(secrets, "release-webhook-token"), "token-of-the-release-hook");
    await writeFile(join(secrets, "deadman-token"), "token-of-the-switch");
    // Only addresses and the secrets' folder differ from what is shipped, and env as the file itself says.
    const config = await quickAlertmanagerConfig();
    const text = JSON.stringify(config)
      .replaceAll("/etc/alertmanager/secrets", secrets)
      .replaceAll(/"(group_by|equal)":\[([^\]]+)\]/g, '"$1":[$2,"env"]')
      .replaceAll(/https:\/\/(release|deadman)\.example\.invalid/g, capture.url)
      .replaceAll('"pagerduty_configs":[{', `"pagerduty_configs":[{"url":"${capture.url}/pagerduty",`);
    alertmanager = await startAlertmanager(command ?? "", JSON.parse(text) as object);
    await alertmanager.raise([page, freeze, warning, watchdog]);
  });

  afterAll(async () => {
    await alertmanager?.stop();
    await capture?.stop();
    await rm(secrets, { recursive: true, force: true });
  });

  async function sent(path: string, about: string) {
    return eventually(`${about} at ${path}`, async () =>
      capture.requests().find((request) => request.path === path && JSON.stringify(request.body).includes(about)),
    );
  }

  const summary = page.annotations["summary"] ?? "";
  const runbook = page.annotations["runbook_url"] ?? "";
  const dashboard = page.annotations["dashboard_url"] ?? "";

  it("PagerDuty gets a page with its summary, diagnosis and links", async () => {
    const { body } = await sent("/pagerduty", "RagGroundednessVeryLow");
    expect(body).toMatchObject({
      routing_key: "routing-key-of-the-team",
      event_action: "trigger",
      client: "rag-triad",
      client_url: dashboard,
      links: [
        { href: runbook, text: "Runbook" },
        { href: dashboard, text: "Dashboard" },
      ],
      payload: {
        summary: "[FIRING: 1 page] rag/support intent faq: RagGroundednessVeryLow",
        severity: "critical",
        class: "quality",
        component: "support",
        group: "rag",
        custom_details: { alerts: expect.stringContaining(summary) },
      },
    });
    const { payload } = body as { readonly payload: { readonly custom_details: { readonly alerts: string } } };
    expect(payload.custom_details.alerts.split("\n")).toEqual([
      summary,
      page.annotations["description"],
      `Diagnosis: ${page.annotations["diagnosis"]}`,
      `Runbook: ${runbook}`,
      `Dashboard: ${dashboard}`,
      "",
      "",
    ]);
  });

  it("Slack gets pages in red and warnings in yellow, with the link to the dashboard", async () => {
    const { body } = await sent("/slack", "RagGroundednessVeryLow");
    expect(body).toMatchObject({
      channel: "#rag-quality",
      attachments: [
        {
          title: "[FIRING: 1 page] rag/support intent faq: RagGroundednessVeryLow",
          title_link: dashboard,
          color: "danger",
          text: expect.stringContaining(`Runbook: ${runbook}`),
        },
      ],
    });
    // The warnings of the service, in one message: the title names the freeze notice, the rest is in the text.
    const service = await sent("/slack", "RagCoverageLow");
    expect(service.body).toMatchObject({
      attachments: [
        {
          title: "[FIRING: 2 warnings, release freeze] rag/support: RagErrorBudgetExhausted and others",
          color: "warning",
          text: expect.stringMatching(
            inOrder([freeze, warning].map(({ annotations }) => annotations["summary"] ?? "")),
          ),
        },
      ],
    });
  });

  it("the release webhook gets the freeze notice, and the dead man's switch the watchdog, with their tokens", async () => {
    const notice = await sent("/hooks/rag-freeze", "RagErrorBudgetExhausted");
    expect(notice.headers.authorization).toBe("Bearer token-of-the-release-hook");
    expect(notice.body).toMatchObject({ status: "firing", groupLabels: { job: "rag", rag_pipeline: "support" } });
    const alive = await sent("/ping/rag-watchdog", "RagWatchdog");
    expect(alive.headers.authorization).toBe("Bearer token-of-the-switch");
  });

  it("tells PagerDuty, Slack and the release webhook when it is over", async () => {
    await alertmanager.raise([page, freeze, warning].map((alert) => ({ ...alert, endsAt: ended })));
    const [opened, resolved] = [await sent("/pagerduty", '"trigger"'), await sent("/pagerduty", '"resolve"')];
    const key = ({ body }: { readonly body: unknown }) => (body as { readonly dedup_key: string }).dedup_key;
    expect(key(resolved)).toBe(key(opened));
    const slack = await sent("/slack", "[RESOLVED: 1 page]");
    expect(slack.body).toMatchObject({ attachments: [{ color: "good", text: expect.stringContaining("Resolved: ") }] });
    expect((await sent("/hooks/rag-freeze", '"status":"resolved"')).body).toMatchObject({ status: "resolved" });
  });

  it("a page among warnings is named first, counted, and linked to", async () => {
    await alertmanager.raise(mixed);
    const { body } = await sent("/slack", "RagGroundednessVeryLow in billing");
    expect(body).toMatchObject({
      attachments: [
        {
          title: "[FIRING: 1 page, 2 warnings] rag/support intent billing: RagGroundednessVeryLow and others",
          title_link: "https://grafana.example.invalid/RagGroundednessVeryLow",
          color: "danger",
          text: expect.stringMatching(
            inOrder(["RagGroundednessVeryLow", "RagRefusalShareHigh", "RagContextRelevanceLow"].map(inBilling)),
          ),
        },
      ],
    });
  });

  it("once the page is over, title, links and colour are those of what still fires", async () => {
    await alertmanager.raise(mixed.filter(isPage).map((alert) => ({ ...alert, endsAt: ended })));
    const { body } = await sent(
      "/slack",
      "[FIRING: 2 warnings] rag/support intent billing: RagRefusalShareHigh and others",
    );
    expect(body).toMatchObject({
      attachments: [
        {
          title_link: "https://grafana.example.invalid/RagRefusalShareHigh",
          color: "warning",
          text: expect.stringMatching(
            inOrder(["RagRefusalShareHigh", "RagContextRelevanceLow", "RagGroundednessVeryLow"].map(inBilling)),
          ),
        },
      ],
    });
  });

  it("labels that the groups have besides ours are in the title, when it begins and when it is over", async () => {
    await alertmanager.raise(mixedInProd);
    const place = "rag/support intent billing (env=prod): RagGroundednessVeryLow";
    const onCall = await sent("/pagerduty", "env=prod");
    expect(onCall.body).toMatchObject({ payload: { summary: `[FIRING: 1 page] ${place}` } });
    await sent("/slack", `[FIRING: 1 page, 2 warnings] ${place} and others`);
    await alertmanager.raise(mixedInProd.map((alert) => ({ ...alert, endsAt: ended })));
    const { body } = await sent("/slack", `[RESOLVED: 1 page, 2 warnings] ${place} and others`);
    expect(body).toMatchObject({
      attachments: [
        {
          title_link: "https://grafana.example.invalid/RagGroundednessVeryLow",
          color: "good",
          text: expect.stringMatching(
            inOrder(["RagGroundednessVeryLow", "RagRefusalShareHigh", "RagContextRelevanceLow"].map(inBilling)),
          ),
        },
      ],
    });
  });

  it("no secret is in the configuration that Alertmanager shows", async () => {
    const shown = await (await fetch(`${alertmanager.url}/api/v2/status`)).text();
    expect(shown).toContain("rag-oncall");
    expect(shown).not.toMatch(/routing-key-of|token-of|\/slack"/);
  });
});

function isPage({ labels }: RaisedAlert): boolean {
  return labels["severity"] === "page";
}

function inBilling(name: string): string {
  return `${name} in billing`;
}

/** These texts one after another, with anything between them. */
function inOrder(texts: readonly string[]): RegExp {
  return new RegExp(
    texts.map((text) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)).join(String.raw`[\s\S]*`),
  );
}
