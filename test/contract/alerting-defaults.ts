import { alertingSpecs } from "../../src/config/alerting/alerting-specs.ts";
import { resolveAlerting } from "../../src/config/alerting/resolve-alerting.ts";
import type { BurnWindow } from "../../src/config/alerting/alerting-options.ts";
import type { Alert } from "../../src/rules/rule.ts";

const units = { m: ["a minute", "minutes"], h: ["an hour", "hours"], d: ["a day", "days"] } as const;

/** `an hour` of `1h`, `15 minutes` of `15m`, `a week` of `7d`. */
export function durationInWords(duration: string): string {
  if (duration === "7d") return "a week";
  const [one, many] = units[duration.slice(-1) as keyof typeof units];
  const count = Number(duration.slice(0, -1));
  return count === 1 ? one : `${count} ${many}`;
}

const burns = (windows: readonly BurnWindow[]): string =>
  windows
    .map(({ factor, long, short }) => `${factor === 1 ? "once" : `${factor} times`} (${long} and ${short})`)
    .join(" or ");

/** What docs/alerting.md says about the options' defaults, in its words. */
export function sentencesOnDefaults(alerts: readonly Alert[]): readonly string[] {
  const settings = resolveAlerting();
  const holdOf = (name: string): string => durationInWords(alerts.find(({ alert }) => alert === name)?.for ?? "0m");
  const [pages, warns] = (["page", "warning"] as const).map((wanted) =>
    burns(settings.burnWindows.filter(({ severity }) => severity === wanted)),
  );
  const inWords = {
    page: durationInWords(settings.pageWindow),
    warning: durationInWords(settings.warningWindow),
    slow: durationInWords(settings.slowWindow),
    long: durationInWords(settings.longWindow),
  };
  return [
    `| the mean of ${inWords.page} below the page threshold (${settings.minimumPage} scores or more, ${holdOf("RagGroundednessVeryLow")}) |`,
    `| the mean of ${inWords.warning} below the warning threshold (${settings.minimumWarning} scores, ${holdOf("RagGroundednessLow")}); of ${inWords.slow} for quiet intent classes;`,
    `| more than ${settings.emptyRetrievalShare} of the requests without a chunk, more than ${settings.retrievalErrorShare} of the retriever calls failing |`,
    `| refusals ${settings.refusalShareRise} above the week's share |`,
    `| spent ${pages} as fast as allowed | ${warns}; exhausted,`,
    `more than ${settings.usualRefusalShare} of a class's answers are refusals`,
    `need ${settings.minimumWarning} scores in ${inWords.warning} (\`alerting.minimumWarning\`)`,
    `(\`alerting.minimumSlow\`, ${settings.minimumSlow})`,
    `**Blind classes** have fewer than that in ${inWords.long}:`,
    `need ${settings.minimumComparison} scores on each side, a difference of ${settings.regressionDrop} or ${settings.driftDrop} (`,
    `${settings.minimumComparison} scores (\`alerting.minimumComparison\`) can exhaust`,
    `over ${Number.parseInt(String(alertingSpecs.budgetWindow.default), 10)} days.`,
  ];
}
