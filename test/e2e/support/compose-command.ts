import { readFileSync } from "node:fs";
import { parse } from "yaml";

const folder = new URL("../../../deploy/", import.meta.url);

interface ComposeFile {
  readonly services: Readonly<
    Record<string, { readonly command?: readonly string[]; readonly volumes?: readonly string[] }>
  >;
}

/** A Compose file that is shipped in deploy/. */
export type ComposePath = "compose.yaml" | "thanos/compose.yaml";

/** The flags of a service, but for those whose names are given: addresses and folders of its container. */
export function composeFlags(path: ComposePath, service: string, without: readonly string[]): readonly string[] {
  const flags = serviceOf(path, service).command ?? [];
  return flags.filter((flag) => !without.includes(flag.split("=")[0] ?? ""));
}

/** The mounts of a service that are files or folders of the repository: where they are, by where the container has them. */
export function composeMounts(service: string): ReadonlyMap<string, URL> {
  const mounts = (serviceOf("compose.yaml", service).volumes ?? []).filter((volume) => volume.startsWith("."));
  return new Map(
    mounts.map((volume) => {
      const [source = "", target = ""] = volume.split(":");
      return [target, new URL(source, folder)];
    }),
  );
}

function serviceOf(path: ComposePath, service: string): ComposeFile["services"][string] {
  const found = (parse(readFileSync(new URL(path, folder), "utf8"), { merge: true }) as ComposeFile).services[service];
  if (found === undefined) throw new Error(`${path} has no service ${service}.`);
  return found;
}
