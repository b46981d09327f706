import * as api from "@opentelemetry/api";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { RagTriadError } from "../core/errors.ts";
import { sdkInstallLine } from "./install-line.ts";

/** A class of the OpenTelemetry SDK. Its option types differ between SDK 2 and SDK 3, so each caller states what it needs. */
export type SdkClass<Instance> = new (...options: readonly unknown[]) => Instance;

/** The OpenTelemetry SDK that the application has installed. */
export interface SdkPackages {
  /**
   * A class exported by `@opentelemetry/sdk-node`, or by a package that it depends on.
   * @throws RagTriadError `ERR_RAG_TRIAD_PEER_MISSING` that names the package.
   */
  classOf<Instance>(packageName: string, className: string): SdkClass<Instance>;
  /** Anything else that such a package exports; throws the same. */
  valueOf(packageName: string, name: string): unknown;
}

const sdkNode = "@opentelemetry/sdk-node";

/**
 * Finds `@opentelemetry/sdk-node`, the one package that an application installs for this subpath. Exporters and
 * processors are taken from its own dependencies: always of its version, also under package managers that hide them.
 * @throws RagTriadError `ERR_RAG_TRIAD_PEER_MISSING` when it is not installed.
 */
export function findSdkPackages(from: string = import.meta.url): SdkPackages {
  const own = createRequire(from);
  const ofSdk = createRequire(resolvePackage(own, sdkNode));
  const valueOf = (packageName: string, name: string): unknown => {
    const value = loadPackage(packageName === sdkNode ? own : ofSdk, packageName)[name];
    if (value === undefined) throw peerMissing(packageName, new TypeError(`no export ${name}`));
    return value;
  };
  return {
    valueOf,
    classOf: <Instance>(packageName: string, className: string) =>
      valueOf(packageName, className) as SdkClass<Instance>,
  };
}

/**
 * Loads the ES module form where there is one. The CommonJS form of SDK 3 would register with the CommonJS copy of the
 * API, and tracers that ES modules took before that would stay dead.
 */
function loadPackage(require: NodeJS.Require, packageName: string): Record<string, unknown> {
  const file = resolvePackage(require, packageName);
  const moduleFile = file.replace(/\.cjs$/, ".mjs");
  if (moduleFile !== file && existsSync(moduleFile)) {
    try {
      return require(moduleFile) as Record<string, unknown>;
    } catch {
      // Not yet fully loaded by an import that is under way, or a Node that cannot require ES modules.
    }
  }
  return require(file) as Record<string, unknown>;
}

function resolvePackage(require: NodeJS.Require, packageName: string): string {
  try {
    return require.resolve(packageName);
  } catch (cause) {
    throw peerMissing(packageName, cause);
  }
}

function peerMissing(packageName: string, cause: unknown): RagTriadError {
  const line = sdkInstallLine("logs" in api, process.versions.node);
  return new RagTriadError(
    "ERR_RAG_TRIAD_PEER_MISSING",
    `rag-triad/sdk needs the package ${packageName}, which is not installed or too old. Run: npm install ${line}`,
    { cause },
  );
}
