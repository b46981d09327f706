import { profileNames, type ProfileName } from "../../rules/profile.ts";
import { quote } from "../describe-value.ts";
import type { Arguments, FlagSpecs } from "../read-arguments.ts";
import { usageError } from "../usage-error.ts";

/** A `rules` command line, complete. */
export interface RulesOptions {
  /** Path of the configuration file; the defaults without it. */
  readonly config: string | undefined;
  /** The folder that the files are relative to. */
  readonly out: string;
  /** Whether the files are compared and not written. */
  readonly isCheck: boolean;
  readonly profile: ProfileName;
  /** Whether dashboards are among the files. */
  readonly hasDashboards: boolean;
  /** Address of a Prometheus to measure objectives on; no files then. */
  readonly calibrate: URL | undefined;
}

/** The flags of `rules`. */
export const rulesFlags: FlagSpecs = {
  config: {
    short: "c",
    value: "FILE",
    description: "the configuration, such as rag-triad.config.json (default: none)",
  },
  out: { short: "o", value: "DIR", description: "the folder to write into (default: .)" },
  check: { description: "write nothing: name the files that differ, with exit code 1 if there are any" },
  "no-dashboards": { description: "leave grafana/ out: @grafana/grafana-foundation-sdk need not be installed" },
  calibrate: { value: "URL", description: "write nothing: propose objectives from what this Prometheus has" },
  profile: {
    value: "NAME",
    description: `for tests with a real Prometheus: ${profileNames.join(", ")} (default: production)`,
  },
  help: { short: "h", description: "show this help" },
};

/** Checks a `rules` command line; throws a usage error that names the flag, its rule and the value. */
export function resolveRulesOptions({ flags, values, positionals }: Arguments): RulesOptions {
  if (positionals.length > 0) throw usageError(`rules takes no file; got ${quote(positionals.join(" "))}`);
  const calibrate = readUrl(values.get("calibrate"));
  const isCheck = flags.has("check");
  if (calibrate !== undefined && isCheck) throw usageError("--check must not be given with --calibrate");
  return {
    config: readPath("config", values.get("config")),
    out: readPath("out", values.get("out")) ?? ".",
    isCheck,
    profile: readProfile(values.get("profile") ?? "production"),
    hasDashboards: !flags.has("no-dashboards"),
    calibrate,
  };
}

function readPath(flag: string, value: string | undefined): string | undefined {
  if (value === "" || value?.includes("\0") === true) throw usageError(`--${flag} must be a path; got ${quote(value)}`);
  return value;
}

function readProfile(value: string): ProfileName {
  const profile = profileNames.find((name) => name === value);
  if (profile === undefined)
    throw usageError(`--profile must be one of ${profileNames.join(", ")}; got ${quote(value)}`);
  return profile;
}

function readUrl(value: string | undefined): URL | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw usageError(`--calibrate must be an http or https address; got ${quote(withoutCredentials(value))}`);
  }
  return url;
}

function withoutCredentials(address: string): string {
  return address.replace(/\/\/.*@/su, "//…@");
}
