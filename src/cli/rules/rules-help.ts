import { renderFlags } from "../render-flags.ts";
import { rulesFlags } from "./rules-options.ts";

/** The text of `rag-triad rules --help`. */
export const rulesHelp: string = `Writes Prometheus rules, dashboards and the index of runbooks from one configuration file.

Usage: rag-triad rules [flags]

The file's "thresholds" and "alerting" decide what the rules say (docs/options.md); "alerting": {} has the defaults.
The packages yaml and, for dashboards, @grafana/grafana-foundation-sdk must be installed.

Flags:
${renderFlags(rulesFlags)}

Exit codes: 0 done, 1 failed or --check found a difference, 2 wrong command line.
`;
