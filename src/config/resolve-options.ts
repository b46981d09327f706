import type { ThresholdOverride } from "../core/thresholds.ts";
import { resolveContentTargets } from "./capture-content.ts";
import { thresholdKey } from "./check-thresholds.ts";
import { checkValue, labelRule } from "./check-value.ts";
import { checkFileValues, loadConfig } from "./config-file.ts";
import { readEnvironment, variable, type Environment } from "./environment.ts";
import { optionError } from "../core/option-error.ts";
import { environmentName } from "./option-spec.ts";
import { optionNames, optionSpecs } from "./option-specs.ts";
import type { RagTriadConfig, RagTriadOptions } from "./options.ts";
import type { ResolvedRagTriadOptions } from "./resolved-options.ts";
import { broken, isRecord, unknownKey } from "../core/violation.ts";

/** Where options come from besides the call: injected, so that tests hold them. */
export interface OptionSources {
  readonly environment: Environment;
  /** Reads a whole text file, or throws. Called only for the file named by `RAG_TRIAD_CONFIG`. */
  readonly readFile: (path: string) => string;
}

/**
 * Merges and checks every source: options, then environment, then configuration file, then defaults.
 * @throws RagTriadError `ERR_RAG_TRIAD_OPTION` or `ERR_RAG_TRIAD_CONFIG_FILE`.
 */
export function resolveOptions(options: RagTriadOptions, sources: OptionSources): ResolvedRagTriadOptions {
  const given = checkGiven(options);
  const fromEnvironment = readEnvironment(sources.environment) as PresentOptions;
  const fromFile = withoutUndefined(findConfig(given, sources)?.values ?? {});
  const explicit: PresentOptions = { ...fromFile, ...fromEnvironment, ...given };
  const contentTargets = resolveContentTargets(explicit.captureContent, sources.environment);
  const set = { ...defaults, ...explicit };
  if (set.pipeline === undefined) throw optionError(broken(["pipeline"], labelRule, undefined), { kind: "option" });
  return Object.freeze({
    pipeline: set.pipeline,
    modelVersion: set.modelVersion,
    intentClass: set.intentClass,
    judges: set.judges === undefined ? undefined : { ...set.judges },
    canaries: set.canaries,
    sampleRatio: typeof set.sampleRatio === "number" ? set.sampleRatio : { ...set.sampleRatio },
    maxPending: set.maxPending,
    concurrency: set.concurrency,
    workers: set.workers,
    maxSlices: set.maxSlices,
    captureContent: contentTargets.spans || contentTargets.events,
    contentTargets,
    redact: set.redact,
    maxContentCharacters: set.maxContentCharacters,
    tracerProvider: set.tracerProvider,
    meterProvider: set.meterProvider,
    logger: set.logger,
    waitUntil: set.waitUntil,
    disabled: set.disabled,
    holdTimeoutMs: set.holdTimeoutMs,
    judgeTimeoutMs: set.judgeTimeoutMs,
    streamIdleTimeoutMs: set.streamIdleTimeoutMs,
    intentTimeoutMs: set.intentTimeoutMs,
    scoreTarget: set.scoreTarget,
    execution: set.execution,
    thresholds: mergeThresholds([fromFile.thresholds, fromEnvironment.thresholds, given.thresholds]),
  });
}

/** Options that are there: what was left out, or given as `undefined`, is not among them. */
type PresentOptions = { readonly [K in keyof RagTriadOptions]?: NonNullable<RagTriadOptions[K]> };

type OptionalName =
  | "pipeline"
  | "judges"
  | "canaries"
  | "maxSlices"
  | "redact"
  | "tracerProvider"
  | "meterProvider"
  | "logger"
  | "waitUntil"
  | "config";

/** The table's defaults, by name. */
const defaults = Object.fromEntries(
  optionNames.flatMap((name) => (optionSpecs[name].default === undefined ? [] : [[name, optionSpecs[name].default]])),
) as unknown as Required<Omit<PresentOptions, OptionalName>> & Pick<PresentOptions, OptionalName>;

/** The options that were given, checked; `undefined` counts as left out. */
function checkGiven(options: unknown): PresentOptions {
  if (!isRecord(options)) throw optionError(broken([], "an object", options), { kind: "option" });
  const unknown = unknownKey(options, optionNames);
  if (unknown !== undefined) throw optionError(unknown, { kind: "option" });
  const given: Record<string, unknown> = {};
  for (const name of optionNames) {
    const value = options[name];
    if (value === undefined) continue;
    const violation = checkValue(optionSpecs[name].rule, value, [name]);
    if (violation !== undefined) throw optionError(violation, { kind: "option" });
    given[name] = value;
  }
  return given as PresentOptions;
}

function findConfig(given: PresentOptions, sources: OptionSources): RagTriadConfig | undefined {
  if (given.config !== undefined) {
    const violation = checkFileValues(given.config.values);
    if (violation !== undefined) throw optionError(violation, { kind: "file", file: given.config.path });
    return given.config;
  }
  const path = variable(sources.environment, environmentName("config"));
  return path === undefined ? undefined : loadConfig(path, sources.readFile);
}

function withoutUndefined(values: RagTriadConfig["values"]): PresentOptions {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The overrides of all sources, weakest first; a stronger source's entry replaces the one with the same key. */
function mergeThresholds(lists: readonly (readonly ThresholdOverride[] | undefined)[]): readonly ThresholdOverride[] {
  const merged = new Map<string, ThresholdOverride>();
  for (const entry of lists.flatMap((list) => list ?? [])) merged.set(thresholdKey(entry), { ...entry });
  return [...merged.values()];
}
