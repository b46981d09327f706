import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadYamlWriter } from "../../src/cli/rules/load-yaml.ts";
import { prometheusRuleObjects } from "../../src/rules/artifacts/prometheus-rule-objects.ts";
import { defaultContext } from "../../src/rules/catalogue.ts";
import { ruleProfiles } from "../../src/rules/profile.ts";
import { manifestsIn, operatorProblems, type Manifest } from "./deploy/kubernetes.ts";
import type { PrometheusConfig } from "./deploy/prometheus-config.ts";
import { shippedText, yamlOf } from "./deploy/shipped-text.ts";
import { root } from "./lint-fixtures.ts";

const folder = "deploy/kubernetes";
const files = globSync(`${folder}/*/*.yaml`, { cwd: root }).filter((path) => basename(path) !== "kustomization.yaml");
const kustomizations = globSync(`${folder}/*/kustomization.yaml`, { cwd: root });

interface PrometheusSpec {
  readonly version: string;
  readonly retention: string;
  readonly scrapeInterval: string;
  readonly scrapeTimeout: string;
  readonly evaluationInterval: string;
  readonly externalLabels: Readonly<Record<string, string>>;
  readonly ruleSelector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly serviceMonitorSelector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly serviceAccountName: string;
  readonly remoteWrite: readonly {
    readonly name: string;
    readonly url: string;
    readonly writeRelabelConfigs: readonly {
      readonly sourceLabels: readonly string[];
      readonly regex: string;
      readonly action: string;
    }[];
  }[];
}

interface MonitorSpec {
  readonly sampleLimit: number;
  readonly jobLabel: string;
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly endpoints: readonly { readonly port: string; readonly interval: string; readonly scrapeTimeout: string }[];
}

const config = yamlOf<PrometheusConfig>(shippedText("prometheus/prometheus.yml"));
const manifests = files.flatMap((path) => manifestsIn(shippedText(path)));
const ofKind = (kind: string): readonly Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const prometheus = ofKind("Prometheus")[0]?.spec as PrometheusSpec;

test.each(files)("%s is what the Operator's types say", (path) => {
  expect(operatorProblems(shippedText(path))).toEqual([]);
});

test("each kustomization names all files of its folder, and nothing that is not there", () => {
  const named = kustomizations.flatMap((path) =>
    yamlOf<{ resources: readonly string[] }>(shippedText(path)).resources.map((resource) =>
      join(dirname(path), resource),
    ),
  );
  expect(named.toSorted()).toEqual([...files, `${folder}/rules`].toSorted());
});

test("the PrometheusRule objects have the groups of the rule files", () => {
  const shipped = globSync("prometheus/rules/*", { cwd: root }).sort();
  const groups = shipped.map((path) => yamlOf<{ groups: unknown }>(shippedText(path)).groups);
  const rules = ofKind("PrometheusRule").toSorted((a, b) => a.metadata.name.localeCompare(b.metadata.name));
  expect(rules.map(({ metadata }) => metadata.name)).toEqual(shipped.map((path) => basename(path, ".rules.yml")));
  expect(rules.map(({ spec }) => (spec as { groups: unknown }).groups)).toEqual(groups);
});

test("objects for tests say so at their head", async () => {
  const context = {
    ...defaultContext,
    profile: ruleProfiles.e2e,
    source: "rag.json",
    writeYaml: await loadYamlWriter(),
  };
  const [artifact] = await prometheusRuleObjects(context);
  expect(artifact?.text).toMatch(/^# .* from rag\.json \(profile e2e: for tests\)\.\n/);
  expect(operatorProblems(artifact?.text ?? "")).toEqual([]);
});

test("the Prometheus is that of prometheus.yml, with 30 days", () => {
  expect(prometheus).toMatchObject({
    retention: "30d",
    scrapeInterval: config.global.scrape_interval,
    scrapeTimeout: config.global.scrape_timeout,
    evaluationInterval: config.global.evaluation_interval,
    externalLabels: config.global.external_labels,
  });
  expect(
    prometheus.remoteWrite.map(({ writeRelabelConfigs, ...rest }) => ({
      ...rest,
      write_relabel_configs: writeRelabelConfigs.map(({ sourceLabels, ...rule }) => ({
        source_labels: sourceLabels,
        ...rule,
      })),
    })),
  ).toEqual(config.remote_write.map(({ name, url, write_relabel_configs }) => ({ name, url, write_relabel_configs })));
});

test("it selects the rules and the monitor, and acts as an account that there is", () => {
  for (const { metadata } of ofKind("PrometheusRule"))
    expect(metadata.labels).toMatchObject(prometheus.ruleSelector.matchLabels);
  for (const { metadata } of ofKind("ServiceMonitor")) {
    expect(metadata.labels).toMatchObject(prometheus.serviceMonitorSelector.matchLabels);
  }
  expect(ofKind("ServiceAccount").map(({ metadata }) => metadata.name)).toEqual([prometheus.serviceAccountName]);
});

test("the monitor scrapes as prometheus.yml does", () => {
  const monitor = ofKind("ServiceMonitor")[0]?.spec as MonitorSpec;
  expect(monitor.sampleLimit).toBe(config.scrape_configs.find(({ job_name }) => job_name === "rag")?.sample_limit);
  for (const { interval, scrapeTimeout } of monitor.endpoints) {
    expect(interval).toBe(config.global.scrape_interval);
    expect(scrapeTimeout).toBe(config.global.scrape_timeout);
  }
});

test("the Service of docs/deploy.md is one that the monitor finds", () => {
  const monitor = ofKind("ServiceMonitor")[0]?.spec as MonitorSpec;
  const [text = ""] = /(?<=```yaml\n)[^`]+kind: Service\n[^`]+/.exec(shippedText("docs/deploy.md")) ?? [];
  const { metadata, spec } = yamlOf<{
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: { readonly ports: readonly { readonly name: string }[] };
  }>(text);
  expect(metadata.labels).toMatchObject(monitor.selector.matchLabels);
  expect(Object.keys(metadata.labels)).toContain(monitor.jobLabel);
  expect(spec.ports.map(({ name }) => name)).toEqual(monitor.endpoints.map(({ port }) => port));
});

test("the sidecar of docs/long-term-storage.md is what the Operator's types say", () => {
  const [text = ""] = /(?<=```yaml\n)spec:\n[^`]+/.exec(shippedText("docs/long-term-storage.md")) ?? [];
  const addition = yamlOf<{ readonly spec: { readonly thanos: { readonly image: string } } }>(text);
  const [shipped] = ofKind("Prometheus");
  const manifest = { ...shipped, spec: { ...(shipped?.spec as object), ...addition.spec } };
  expect(operatorProblems(JSON.stringify(manifest))).toEqual([]);
  expect(shippedText("deploy/thanos/compose.yaml")).toContain(`image: ${addition.spec.thanos.image}\n`);
});

test("docs/deploy.md puts into the Secrets what alertmanager.yml reads, and the template where it is mounted", () => {
  const page = shippedText("docs/deploy.md");
  const [script = ""] = /(?<=sed ')[^']+(?=' alertmanager\/)/.exec(page) ?? [];
  const { stdout } = spawnSync("sed", [script, join(root, "alertmanager/alertmanager.yml")], { encoding: "utf8" });
  const alertmanager = ofKind("Alertmanager")[0]?.spec as {
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  };
  const mounts = Object.fromEntries(alertmanager.volumeMounts.map(({ name, mountPath }) => [name, mountPath]));
  expect(yamlOf<{ templates: readonly string[] }>(stdout).templates).toEqual([`${mounts["templates"]}/*.tmpl`]);
  const read = [...stdout.matchAll(/_file: (\S+)/g)].map(([, path]) => path);
  const given = [...page.matchAll(/--from-file=deploy\/secrets\/([\w-]+)/g)].map(
    ([, name]) => `${mounts["receivers"]}/${name}`,
  );
  expect(given.toSorted()).toEqual(read.toSorted());
});

test("the images are those of compose.yaml", () => {
  const images = shippedText("deploy/compose.yaml");
  const alertmanager = ofKind("Alertmanager")[0]?.spec as { readonly version: string };
  expect(images).toContain(`prom/prometheus:${prometheus.version}\n`);
  expect(images).toContain(`prom/alertmanager:${alertmanager.version}\n`);
});

describe("the check of types bites", () => {
  test.each<[file: string, problem: string, right: string, wrong: string]>([
    ["prometheus", "nothing reads spec.remoteWrite[0].writeRelabelConfig", "writeRelabelConfigs", "writeRelabelConfig"],
    ["prometheus", "nothing reads spec.retentionTime", "retention:", "retentionTime:"],
    ["prometheus", "/spec/replicas", "replicas: 1", 'replicas: "1"'],
    ["prometheus", "/spec/retention", "retention: 30d", "retention: thirty days"],
    ["prometheus", "no such kind", "kind: Prometheus", "kind: Prometheuses"],
    ["prometheus", "no such kind", "com/v1", "com/v1beta1"],
    ["alertmanager", "nothing reads spec.volumeMounts[0].readonly", "readOnly:", "readonly:"],
    ["../rules/service-monitor", "required property selector", "  selector:", "  selectors:"],
    ["../rules/service-monitor", "nothing reads spec.endpoints[0].scrape_timeout", "scrapeTimeout", "scrape_timeout"],
    [
      "../rules/prometheus-rules",
      "nothing reads spec.groups[0].rules[1].exprs",
      "expr: vector(0.37)",
      "exprs: 1\n          expr: vector(0.37)",
    ],
    ["../rules/prometheus-rules", "/spec/groups/0/rules/0", "expr: vector(", "expression: vector("],
    ["../rules/prometheus-rules", "/spec/groups/0/interval", "interval: 30s", "interval: thirty seconds"],
  ])("%s: %s", (file, problem, right, wrong) => {
    const text = shippedText(join(folder, "prometheus", `${file}.yaml`));
    expect(text).toContain(right);
    expect(operatorProblems(text.replace(right, wrong)).join("\n")).toContain(problem);
  });
});
