import {
  ageStepSeconds,
  isYoung,
  violationShare,
  type CalibrationProposal,
  type ViolationShare,
} from "../../rules/calibration.ts";
import type { RuleSettings } from "../../rules/settings.ts";

/** What people should know of a proposal, a line each: whose numbers it is from, and what it leaves out and why. */
export function explainProposal(proposal: CalibrationProposal, settings: RuleSettings): readonly string[] {
  const { objectives, worst, tooFew, leftOut } = proposal;
  return [
    ...worst.map((share) =>
      Object.hasOwn(objectives, share.metric)
        ? `${share.metric}: the worst service is ${measured(share, settings)}`
        : `${share.metric}: no proposal: the worst service is ${measured(share, settings)}; ` +
          `its threshold does not fit this judge or service: set thresholds first`,
    ),
    ...tooFew.map(
      (metric) =>
        `${metric}: no service has ${settings.minimumComparison} scores within ${settings.longWindow}; no proposal`,
    ),
    ...leftOut.map(({ window: { severity, long, short, factor }, metrics }) => {
      const because = metrics.map((metric) => `${metric} (${objectives[metric]})`).join(", ");
      return `burn window ${severity} ${long}/${short} × ${factor} is left out: no budget of ${because} can burn that fast`;
    }),
  ];
}

function measured(share: ViolationShare, settings: RuleSettings): string {
  const percent = (100 * violationShare(share)).toPrecision(3).replace(/\.?0+$/u, "");
  const age = isYoung(share, settings) ? `, measured over ${ageText(share)} of ${settings.longWindow}` : "";
  return `${serviceText(share)}: ${percent} % of ${Math.round(share.scored)} scores are below the warning threshold${age}`;
}

function serviceText({ service }: ViolationShare): string {
  const labels = Object.entries(service).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return labels.length === 0 ? "the only one" : labels.join(", ");
}

function ageText({ ageSeconds = 0 }: ViolationShare): string {
  // Known to a step only, and never too high: that matters within the first hour.
  if (ageSeconds < 3600) return `less than ${Math.ceil((ageSeconds + ageStepSeconds) / 60)} min`;
  const [seconds, unit] = ageSeconds < 86_400 ? [3600, "h"] : [86_400, "d"];
  return `${Math.round((10 * ageSeconds) / seconds) / 10} ${unit}`;
}
