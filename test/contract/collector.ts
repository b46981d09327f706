import { parse } from "yaml";
import { optionSpecs } from "../../src/config/option-specs.ts";
import { keys } from "../../src/telemetry/attributes.ts";
import { attributeTable, type AttributeDefinition } from "../../src/telemetry/attribute-table.ts";
import { instrumentTable } from "../../src/telemetry/instruments.ts";
import { scopeName } from "../../src/telemetry/version.ts";
import { differences } from "./signals-docs.ts";

/** The shipped configurations as text, and the page about them. */
export interface CollectorTexts {
  readonly gateway: string;
  readonly persistent: string;
  readonly agent: string;
  readonly loadBalancing: string;
  readonly docs: string;
}

interface Pipeline {
  readonly processors?: readonly string[];
  readonly exporters: readonly string[];
}

interface Queue {
  readonly queue_size: number;
}

interface Exporter {
  readonly timeout?: string;
  readonly sending_queue?: Queue;
  readonly remote_write_queue?: Queue;
  readonly retry_on_failure: Readonly<
    Record<"initial_interval" | "max_interval" | "max_elapsed_time", string> & { enabled: boolean }
  >;
}

interface Config {
  readonly processors: Readonly<Record<string, unknown>> & {
    readonly tail_sampling: {
      readonly decision_wait: string;
      readonly num_traces: number;
      readonly decision_cache: { readonly sampled_cache_size: number; readonly non_sampled_cache_size: number };
      readonly policies: readonly {
        readonly string_attribute?: { readonly key: string; readonly values: readonly string[] };
      }[];
    };
  };
  readonly exporters: Readonly<Record<string, Exporter>>;
  readonly service: { readonly pipelines: Readonly<Record<string, Pipeline>> };
}

const metrics = ["context_relevance", "groundedness", "answer_relevance"];
/** What the batch processors of an SDK and of the agent may add to the hold time, in seconds. */
const batchDelays = 5 + 1;

/** Everything in which the Collector's configurations disagree with what is emitted, with each other or with their page. */
export function collectorDisagreements(texts: CollectorTexts): string[] {
  const gateway = parse(texts.gateway) as Config;
  const agent = parse(texts.agent) as Config;
  return [
    ...unknownMetrics(texts.gateway),
    ...unknownAttributes(texts.gateway),
    ...unknownPolicyValues(gateway),
    ...wrongScopes(texts.gateway),
    ...redactionGaps(texts.gateway),
    ...differences(
      "redaction of the agent",
      [JSON.stringify(agent.processors["transform/redact"])],
      [JSON.stringify(gateway.processors["transform/redact"])],
    ),
    ...wrongTimes(gateway.processors.tail_sampling),
    ...wrongPipelines("gateway", gateway),
    ...wrongPipelines("agent", agent),
    ...wrongVariables(texts),
    ...wrongQueues(gateway, agent, texts.docs),
  ];
}

/** Metrics in statements that nothing emits. */
function unknownMetrics(text: string): string[] {
  const emitted = Object.values(instrumentTable).map(({ name }) => name);
  const used = [...text.matchAll(/metric\.name == "([^"]+)"/g)].map((match) => match[1] ?? "");
  return used.filter((name) => !emitted.includes(name)).map((name) => `nothing emits ${name}`);
}

/** The definition of a span attribute's key. */
function definitionOf(key: string): AttributeDefinition | undefined {
  const names = [key, ...metrics.map((metric) => key.replace(metric, "<metric>"))];
  return attributeTable.find((definition) => definition.on.includes("rag_request") && names.includes(definition.key));
}

/** Span attributes in conditions that nothing writes. */
function unknownAttributes(text: string): string[] {
  const used = [...text.matchAll(/span\.attributes\["([^"]+)"\]/g)].map((match) => match[1] ?? "");
  return [
    ...used.filter((key) => definitionOf(key) === undefined).map((key) => `no span has ${key}`),
    ...metrics.filter((metric) => !used.includes(`rag.${metric}`)).map((metric) => `no floor for ${metric}`),
  ];
}

/** Values in policies that an attribute never has. */
function unknownPolicyValues({ processors: { tail_sampling: sampling } }: Config): string[] {
  return sampling.policies.flatMap(({ string_attribute: policy }) => {
    if (policy === undefined) return [];
    const definition = definitionOf(policy.key);
    if (definition === undefined) return [`no span has ${policy.key}`];
    return policy.values
      .filter((value) => definition.values?.includes(value) !== true)
      .map((value) => `${policy.key} is never ${value}`);
  });
}

function wrongScopes(text: string): string[] {
  const scopes = [...text.matchAll(/scope\.name == "([^"]+)"/g)].map((match) => match[1] ?? "");
  if (scopes.length === 0) return ["units are cleared of every scope's metrics, or of none"];
  return scopes.filter((name) => name !== scopeName).map((name) => `no scope is called ${name}`);
}

/** The patterns of keys that are deleted, by where: `span`, `spanevent`, `log`. */
function redactionPatterns(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [, where = "", pattern = ""] of text.matchAll(
    /- delete_matching_keys\((\w+)\.attributes, "((?:[^"\\]|\\.)*)"\)/g,
  )) {
    found.set(where, [...(found.get(where) ?? []), pattern.replaceAll("\\\\", "\\")]);
  }
  return found;
}

/** Content of ours that would pass, what would be lost though it is no content, and lists that differ. */
function redactionGaps(text: string): string[] {
  const patterns = redactionPatterns(text);
  const places = ["span", "spanevent", "log"];
  const ofSpans = patterns.get("span") ?? [];
  const isDeleted = (key: string): boolean => ofSpans.some((pattern) => new RegExp(pattern).test(key));
  const isContent = (key: string): boolean => key.startsWith("rag.content.") || key === keys.evaluationExplanation;
  return [
    ...places.flatMap((place) => differences(`redaction of a ${place}`, patterns.get(place) ?? [], ofSpans)),
    ...attributeTable
      .filter(({ key }) => isDeleted(key.replace("<metric>", "groundedness")) !== isContent(key))
      .map(({ key }) => `${key} is ${isContent(key) ? "content and passes" : "no content and is deleted"}`),
  ];
}

/** Exporters that give up, and bounds of queues that are not those of the page. */
function wrongQueues(gateway: Config, agent: Config, docs: string): string[] {
  const page = docs.replaceAll(/\s+/g, " ");
  const size = ({ exporters }: Config, name: string): string => {
    const { sending_queue: sending, remote_write_queue: remote } = exporters[name] ?? {};
    return (sending ?? remote)?.queue_size.toLocaleString("en") ?? "none";
  };
  const items = size(gateway, "otlp_http/backend");
  const pushes = size(gateway, "prometheus_remote_write");
  const minutes = /^(\d+)m$/.exec(gateway.exporters["prometheus_remote_write"]?.timeout ?? "")?.[1];
  const held = size(agent, "otlp_grpc/gateway");
  const heldPushes = size(agent, "otlp_grpc/gateway_metrics");
  const sentences = [
    `| ${items} spans, ${items} records |`,
    `| ${pushes} pushes; ${minutes} minutes for the push at the head |`,
    `| ${held} spans, ${held} records, ${heldPushes} pushes |`,
    "retries of spans and log events go on every 1 s to 30 s without end",
  ];
  return [
    ...sentences.filter((sentence) => !page.includes(sentence)).map((sentence) => `the page does not say ${sentence}`),
    ...[gateway, agent].flatMap(({ exporters }) =>
      Object.entries(exporters)
        .filter(([, { retry_on_failure: retry }]) => {
          const { enabled, initial_interval: first, max_interval: last, max_elapsed_time: end } = retry;
          return !enabled || first !== "1s" || last !== "30s" || end !== "0s";
        })
        .map(([name]) => `${name} does not retry every 1 s to 30 s without end`),
    ),
  ];
}

function wrongTimes(sampling: Config["processors"]["tail_sampling"]): string[] {
  const wait = Number(/:-(\d+)s\}$/.exec(sampling.decision_wait)?.[1] ?? Number.NaN);
  const held = Number(optionSpecs.holdTimeoutMs.default) / 1000;
  const { sampled_cache_size: sampled, non_sampled_cache_size: nonSampled } = sampling.decision_cache;
  return [
    ...(wait > held + batchDelays ? [] : [`decision_wait is ${wait} s, and a span is held for ${held} s`]),
    ...(Math.min(sampled, nonSampled) > sampling.num_traces ? [] : ["a decision cache is no larger than num_traces"]),
  ];
}

function wrongPipelines(name: string, { service: { pipelines } }: Config): string[] {
  return Object.entries(pipelines).flatMap(([signal, { processors = [] }]) => [
    ...(processors[0] === "memory_limiter" ? [] : [`${name}: ${signal} does not begin with the memory limiter`]),
    ...(signal === "metrics" || processors[1] === "transform/redact" ? [] : [`${name}: ${signal} is not redacted`]),
  ]);
}

/** Environment variables that a file does not list at its head, or the page does not have with the same default. */
function wrongVariables({ docs, ...files }: CollectorTexts): string[] {
  const used = new Map<string, Set<string>>();
  const unlisted = Object.entries(files).flatMap(([file, text]) => {
    const head = text.slice(0, text.search(/^\w/m));
    return [...text.matchAll(/\$\{env:(\w+)(?::-([^}]*))?\}/g)].flatMap(([, name = "", byDefault = ""]) => {
      used.set(name, (used.get(name) ?? new Set()).add(byDefault));
      return head.includes(name) && head.includes(byDefault) ? [] : [`${file}: the head does not list ${name}`];
    });
  });
  const rows = [...docs.matchAll(/^\| `(RAG_\w+)` \| (.+?) \|/gm)].map(([, name = "", cell = ""]) => `${name} ${cell}`);
  const actual = [...used].map(([name, values]) => `${name} ${[...values].map((value) => `\`${value}\``).join(", ")}`);
  return [...unlisted, ...differences("variables", rows, actual)];
}
