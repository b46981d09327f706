/** Every code an error of this package can carry; docs/errors.md names the same ones. */
export const errorCodes = {
  ERR_RAG_TRIAD_OPTION: "An option, environment variable or configuration value is unknown or breaks its rule.",
  ERR_RAG_TRIAD_CONFIG_FILE: "A configuration or calibration file cannot be read or is not JSON.",
  ERR_RAG_TRIAD_PEER_MISSING: "A subpath or a command needs a package that is not installed.",
  ERR_RAG_TRIAD_PORT_TAKEN: "The metrics port cannot be listened on.",
  ERR_RAG_TRIAD_CLUSTER_PORT: "A cluster worker asked for the metrics port that its siblings would share.",
  ERR_RAG_TRIAD_ALREADY_STARTED: "OpenTelemetry is set up in this process already.",
  ERR_RAG_TRIAD_SHUTDOWN: "Telemetry could not be shut down cleanly; its last signals may be lost.",
  ERR_RAG_TRIAD_INPUT: "A line of an input file is not an interaction.",
  ERR_RAG_TRIAD_USAGE: "The command line is wrong.",
} as const;

/** One of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

/** The base of every error this package throws on purpose. Recognise it by `code`. */
export class RagTriadError extends Error {
  readonly code: ErrorCode;
  /** Set on every instance, so that {@link isRagTriadError} works across copies of the package. */
  readonly isRagTriadError: true = true;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RagTriadError";
    this.code = code;
  }
}

/** Whether `error` is one of this package's, also across copies of it. */
export function isRagTriadError(error: unknown): error is RagTriadError {
  return (
    typeof error === "object" && error !== null && (error as { isRagTriadError?: unknown }).isRagTriadError === true
  );
}

const errorTypePattern = /^[A-Za-z_$][\w$.:-]{0,63}$/;

/**
 * The low-cardinality type of a failure for `error.type`: its `code` when that is an identifier, else its
 * name or class, else `_OTHER` (the OpenTelemetry fallback). Never its message, which may quote the query. Never throws.
 */
export function errorTypeOf(error: unknown): string {
  try {
    if (typeof error !== "object" || error === null) return "_OTHER";
    const { code, name } = error as { code?: unknown; name?: unknown };
    if (typeof code === "string" && errorTypePattern.test(code)) return code;
    // Many classes leave the name of their base: `class QuotaError extends Error {}` is named "Error".
    if (typeof name === "string" && name !== "Error" && errorTypePattern.test(name)) return name;
    const className: unknown = error.constructor?.name;
    return typeof className === "string" && errorTypePattern.test(className) ? className : "_OTHER";
  } catch {
    return "_OTHER";
  }
}
