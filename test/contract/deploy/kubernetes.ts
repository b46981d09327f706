import {
  Alertmanager,
  Prometheus,
  PrometheusRule,
  ServiceMonitor,
} from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { parseAllDocuments } from "yaml";

/** An object of Kubernetes. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

interface Validated {
  spec?: unknown;
  validate(): void;
}

const models: Readonly<Record<string, (manifest: Manifest) => Validated>> = {
  Alertmanager: (manifest) => new Alertmanager(manifest as never),
  Prometheus: (manifest) => new Prometheus(manifest as never),
  PrometheusRule: (manifest) => new PrometheusRule(manifest as never),
  ServiceMonitor: (manifest) => new ServiceMonitor(manifest as never),
};

/** The objects in a text. */
export function manifestsIn(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/**
 * What the Operator's own types say against the objects of its group in a text. The validators of the types let unknown
 * fields pass, as an API server drops them without a word; a field that the validator never looked at is one.
 */
export function operatorProblems(text: string): readonly string[] {
  const own = manifestsIn(text).filter(({ apiVersion }) => apiVersion.startsWith("monitoring.coreos.com/"));
  return own.flatMap((manifest) => {
    const place = `${manifest.kind} ${manifest.metadata.name}`;
    const model = models[manifest.kind]?.(structuredClone(manifest));
    if (model === undefined || manifest.apiVersion !== "monitoring.coreos.com/v1") return [`${place}: no such kind`];
    nameClaim(model);
    const unread = new Set<string>();
    model.spec = watched(model.spec, "spec", unread);
    try {
      model.validate();
    } catch (error) {
      return [`${place}: ${(error as Error).message}`];
    }
    return [...unread].map((path) => `${place}: nothing reads ${path}`);
  });
}

/** The types want a claim within `storage` to name a kind of theirs; the Operator's API does not. */
function nameClaim({ spec }: Validated): void {
  const claim = (spec as { storage?: { volumeClaimTemplate?: object } } | undefined)?.storage?.volumeClaimTemplate;
  if (claim !== undefined) {
    Object.assign(claim, { apiVersion: "monitoring.coreos.com/v1", kind: "EmbeddedPersistentVolumeClaim" });
  }
}

/** The value, whose fields are taken off the list of unread ones when somebody reads them. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const isList = Array.isArray(value);
  const copy = isList ? [...(value as readonly unknown[])] : { ...value };
  for (const [key, field] of Object.entries(value)) {
    const place = isList ? `${path}[${key}]` : `${path}.${key}`;
    Reflect.set(copy, key, watched(field, place, unread));
    if (!isList) unread.add(place);
  }
  return new Proxy(copy, {
    get(target, key) {
      if (typeof key === "string") unread.delete(`${path}.${key}`);
      return Reflect.get(target, key) as unknown;
    },
  });
}
