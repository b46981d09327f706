/** The version of this package, as in package.json; a test holds the two together. */
export const packageVersion = "0.1.0";

/** The instrumentation scope of every span, instrument and log record. */
export const scopeName = "rag-triad";
