import { expectedAlert } from "./alert.ts";

/** The alert that always fires. */
export const watchdog = expectedAlert(
  "RagWatchdog",
  { severity: "none", category: "monitor", scope: "rules" },
  {
    summary: "Always fires: proves that rules, Alertmanager and the receiver work.",
    description: "Route it to a dead man's switch.",
    diagnosis: "Nothing is wrong while it fires.",
  },
);
