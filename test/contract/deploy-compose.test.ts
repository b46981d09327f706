import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  composeProblems,
  mountsOf,
  schemaProblems,
  secretTargets,
  unknownHosts,
  withAddition,
  type Compose,
} from "./deploy/compose.ts";
import { shippedText, yamlOf } from "./deploy/shipped-text.ts";
import { root } from "./lint-fixtures.ts";

const composeText = shippedText("deploy/compose.yaml");
const thanosText = shippedText("deploy/thanos/compose.yaml");
const compose = yamlOf<Compose>(composeText);
const withThanos = withAddition(compose, yamlOf<Compose>(thanosText));

test.each([
  ["compose.yaml", composeText],
  ["thanos/compose.yaml", thanosText],
])("%s is a Compose file", (_path, text) => {
  expect(schemaProblems(text)).toEqual([]);
});

test.each([
  ["compose.yaml", compose],
  ["compose.yaml with thanos/compose.yaml", withThanos],
])("%s: pinned images, mounts that are there, secrets as files, health checks, closed ports", (_path, value) => {
  expect(composeProblems(value, root)).toEqual([]);
});

const configurations = {
  "deploy/compose.yaml": composeText,
  "prometheus/prometheus.yml": shippedText("prometheus/prometheus.yml"),
  "deploy/grafana/datasources.yaml": shippedText("deploy/grafana/datasources.yaml"),
};
const ownNames = ["localhost"];

test("configurations address the services by their names", () => {
  expect(unknownHosts(configurations, compose, ownNames)).toEqual([]);
});

test("Alertmanager reads the secrets where they are mounted", () => {
  const read = [...shippedText("alertmanager/alertmanager.yml").matchAll(/_file: (\S+)/g)].map(([, path]) => path);
  const mounted = Object.values(secretTargets(compose.services["alertmanager"] ?? {}));
  expect(mounted.toSorted()).toEqual(read.toSorted());
});

test("Alertmanager is alone: it opens no port for a cluster, which would need an address of its own", () => {
  expect(compose.services["alertmanager"]?.command).toContain("--cluster.listen-address=");
});

test("what is in secrets/ is neither committed nor published", () => {
  expect(shippedText("deploy/secrets/.gitignore").split("\n")[0]).toBe("*");
  const { files } = JSON.parse(shippedText("package.json")) as { readonly files: readonly string[] };
  // In `files` the last word counts: nothing after it takes any back in.
  const place = files.indexOf("!deploy/secrets");
  expect(place).toBeGreaterThan(files.indexOf("deploy"));
  expect(files.slice(place).filter((pattern) => !pattern.startsWith("!"))).toEqual([]);
});

test("docs/deploy.md makes every secret", () => {
  const made = [...shippedText("docs/deploy.md").matchAll(/^ *printf .* > (\S+)$/gm)].map(([, name]) => name);
  expect(made.toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
});

test("docs/deploy.md names every service and its ports", () => {
  const rows = [...shippedText("docs/deploy.md").matchAll(/^\| `([a-z-]+)` \| ([^|]*)\|/gm)];
  const documented = rows.map(([, name = "", cell = ""]) => [name, (cell.match(/\d{4,5}/g) ?? []).join(" ")]);
  const ports = Object.entries(compose.services).map(([name, service]) => [
    name,
    (service.ports ?? []).map((port) => port.split(":")[1]).join(" "),
  ]);
  expect(documented).toEqual(ports);
});

test("Grafana reads the password where it is mounted, and what the provisioning asks for is set", () => {
  const grafana = compose.services["grafana"] ?? {};
  const values = Object.entries(grafana.environment ?? {});
  expect(values.filter(([name]) => name.endsWith("__FILE")).map(([, path]) => path)).toEqual(
    Object.values(secretTargets(grafana)),
  );
  const provisioned = mountsOf(grafana).filter(({ target }) =>
    target.startsWith("/etc/grafana/provisioning/datasources/"),
  );
  const asked = provisioned.flatMap(({ source }) =>
    [...shippedText(source).matchAll(/\$\{(\w+)\}|\$(?=\w)(\w+)/g)].map(([, braced, bare]) => braced ?? bare),
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(values.map(([name]) => name)).toEqual(expect.arrayContaining(asked));
});

test("the folder that Grafana looks for dashboards in is mounted and has some", () => {
  const mounts = mountsOf(compose.services["grafana"] ?? {});
  const provider = mounts.find(({ target }) => target === "/etc/grafana/provisioning/dashboards");
  const { providers } = yamlOf<{ providers: { options: { path: string } }[] }>(
    readFileSync(join(root, provider?.source ?? "", "rag-triad.yaml"), "utf8"),
  );
  expect(mounts.map(({ target }) => target)).toEqual(
    expect.arrayContaining(providers.map(({ options }) => options.path)),
  );
});

test("the Collector's addition changes a pipeline that is there, and brings the exporter that it names", () => {
  interface Collector {
    readonly exporters: object;
    readonly service: { readonly pipelines: Record<string, { readonly exporters: readonly string[] }> };
  }
  const addition = yamlOf<Collector>(shippedText("deploy/collector.yaml"));
  const gateway = yamlOf<Collector>(shippedText("otel-collector/gateway.yaml"));
  const changed = Object.entries(addition.service.pipelines);
  expect(Object.keys(gateway.service.pipelines)).toEqual(expect.arrayContaining(changed.map(([signal]) => signal)));
  expect(changed.flatMap(([, { exporters }]) => exporters)).toEqual(Object.keys(addition.exporters));
});

test("the uids of data sources differ", () => {
  const files = ["grafana/provisioning/datasources/rag-triad.yaml", "deploy/grafana/datasources.yaml"];
  const sources = files.flatMap(
    (path) =>
      yamlOf<{ datasources: { uid: string; name: string; isDefault?: boolean }[] }>(shippedText(path)).datasources,
  );
  expect(new Set(sources.map(({ uid }) => uid)).size).toBe(sources.length);
  expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
  expect(sources.filter(({ isDefault }) => isDefault === true)).toHaveLength(1);
});

test("30 days here, 90 days there; with Thanos the same Prometheus, merging no blocks", () => {
  const commandOf = (value: Compose, name: string): readonly string[] => value.services[name]?.command ?? [];
  expect(commandOf(compose, "prometheus")).toContain("--storage.tsdb.retention.time=30d");
  expect(commandOf(compose, "prometheus")).toContain("--web.enable-remote-write-receiver");
  expect(commandOf(compose, "long-term")).toContain("-retentionPeriod=90d");
  expect(commandOf(withThanos, "prometheus")).toEqual([
    ...commandOf(compose, "prometheus"),
    "--storage.tsdb.min-block-duration=2h",
    "--storage.tsdb.max-block-duration=2h",
  ]);
  expect(commandOf(withThanos, "thanos-compactor")).toEqual(
    expect.arrayContaining(["raw", "5m", "1h"].map((resolution) => `--retention.resolution-${resolution}=90d`)),
  );
});

describe("the checks bite", () => {
  test.each<[what: string, right: string, wrong: string]>([
    ["a key is misspelt", "    healthcheck:", "    healthchecks:"],
    ["a value has a wrong type", "restart: unless-stopped", "restart: [unless-stopped]"],
    [
      "a secret is no mapping",
      "deadman-token: { file: ./secrets/deadman-token }",
      "deadman-token: ./secrets/deadman-token",
    ],
  ])("the schema: %s", (_what, right, wrong) => {
    expect(composeText).toContain(right);
    expect(schemaProblems(composeText.replaceAll(right, wrong))).not.toEqual([]);
  });

  test.each<[problem: string, right: string, wrong: string]>([
    ["prometheus: image prom/prometheus:latest has no full version", "prometheus:v3.5.0", "prometheus:latest"],
    ["grafana: image grafana/grafana has no full version", "grafana:12.4.0", "grafana"],
    ["prometheus: deploy/prometheus is not there", "../prometheus:/etc", "./prometheus:/etc"],
    ["tempo: deploy/tempo.yaml can be written", "/etc/tempo.yaml:ro", "/etc/tempo.yaml"],
    ["grafana: port 3000:3000 is open to everybody", "127.0.0.1:3000:3000", "3000:3000"],
    ["grafana: GF_SECURITY_ADMIN_PASSWORD is a secret in the environment", "PASSWORD__FILE:", "PASSWORD:"],
    [
      "long-term: healthcheck is missing or cannot run",
      'test: [CMD, wget, --quiet, --output-document=/dev/null, "http://127.0.0.1:8428/health"]',
      "",
    ],
    [
      "grafana: waits for the health of tempo, which says nothing about it",
      "prometheus: { condition",
      "tempo: { condition",
    ],
    [
      "alertmanager: something is mounted below /etc/alertmanager, which cannot be written",
      "../alertmanager/templates:/etc/alertmanager/templates:ro",
      "../alertmanager:/etc/alertmanager:ro",
    ],
    ["tempo: /etc/tempo.yaml is read and not mounted", "tempo.yaml:/etc/tempo.yaml", "tempo.yaml:/etc/tempo.yml"],
    ["otel-collector: /etc/otelcol/compose.yaml is read and not mounted", ":/etc/otelcol/compose.yaml", ":/etc/x.yaml"],
    ["volume tempo-data is not declared", "  tempo-data:\n", ""],
    ["volume long-term-data is not used", "long-term-data:/storage", "./tempo.yaml:/storage:ro"],
    ["secret deadman-token is not declared", "  deadman-token: {", "  deadman: {"],
    ["secret slack-webhook-url: not a file of secrets/", "file: ./secrets/slack-webhook-url", "environment: SLACK"],
  ])("%s", (problem, right, wrong) => {
    expect(composeText).toContain(right);
    const broken = composeText
      .split(right)
      .join(wrong)
      .replace(/ {4}healthcheck:\n {6}<<: \*check\n {6}\n/, "");
    expect(composeProblems(yamlOf<Compose>(broken), root)).toContain(problem);
  });

  test("a host that is no service", () => {
    const path = "prometheus/prometheus.yml";
    const broken = {
      [path]: configurations[path].replaceAll("alertmanager:9093", "alerts:9093").replace("//long-term", "//store"),
    };
    expect(unknownHosts(broken, compose, ownNames)).toEqual([
      `${path}: no service is called alerts`,
      `${path}: no service is called alerts`,
      `${path}: no service is called store`,
    ]);
  });
});
