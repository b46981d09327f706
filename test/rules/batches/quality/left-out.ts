import type { ExpectedAlert, Story } from "../../batch.ts";
import type { Numbers } from "../../expected/quality.ts";
import { alertOf, firing, steady, type TestedMetric } from "./metric.ts";

const severities = ["page", "warning"] as const;

/** What a class that is left out has: most of its answers are refusals, or none of them has context. */
const reasons: Readonly<Record<string, { readonly refusals: number; readonly empty: number }>> = {
  context_relevance: { refusals: 21, empty: 0 },
  groundedness: { refusals: 0, empty: 40 },
};

/**
 * A service in which a class of many bad answers does not count, neither for what is lacking nor for how many answers there
 * are, neither where classes have alerts of their own nor where they are too small for them.
 */
export function leftOutStories(tested: TestedMetric): readonly Story[] {
  const reason = reasons[tested.metric];
  if (reason === undefined) return [];
  const { good, bad } = tested;
  const story = (
    name: string,
    classes: readonly (readonly [requests: number, mean: number])[],
    fires: { readonly intents?: readonly string[]; readonly service?: Partial<Numbers> } = {},
  ): Story => {
    const job = `left-out-${name}`;
    const alerts = (intent: string | undefined, more: Partial<Numbers> = {}): readonly ExpectedAlert[] =>
      severities.map((severity) =>
        alertOf(tested, intent === undefined ? { job } : { job, intent }, severity, bad, more),
      );
    return {
      job,
      series: [
        ...classes.flatMap(([requests, mean], index) =>
          steady(tested, { job, intent: `class-${index}` }, mean, requests, {
            refusals: 0,
            empty: 0,
            retrievals: requests,
          }),
        ),
        ...steady(tested, { job, intent: "left-out" }, bad, 40, { ...reason, retrievals: 40 }),
      ],
      fires: firing([
        ...(fires.intents ?? []).flatMap((intent) => alerts(intent)),
        // Its own alert is about itself.
        ...(reason.empty > 0 ? alerts("left-out", { empty: "100%" }) : []),
        ...(fires.service === undefined ? [] : alerts(undefined, reason.empty > 0 ? fires.service : {})),
      ]),
    };
  };
  const small = (count: number, requests: number, mean: number) =>
    Array.from({ length: count }, () => [requests, mean] as const);
  /** Too few for a page; of an hour enough together once it has been going on for long. */
  const twoSmall = (of: Story): Story => {
    const warning = alertOf(tested, { job: of.job }, "warning", bad, reason.empty > 0 ? { empty: "98.04%" } : {});
    const late = ["43m", "58m", "59m", "74m", "93m", "94m"];
    return {
      ...of,
      fires: Object.fromEntries(
        Object.entries(of.fires ?? {}).map(([at, alerts]) => [at, late.includes(at) ? [...alerts, warning] : alerts]),
      ),
    };
  };
  return [
    story("beside-two", small(2, 4, bad), { intents: ["class-0", "class-1"], service: { empty: "83.33%" } }),
    story("beside-fine", small(2, 4, good)),
    story("beside-few", [...small(1, 4, bad), ...small(1, 0.4, bad)], { intents: ["class-0"] }),
    // In 15 minutes 24, and 18 without the largest; the two have 48 an hour, and 24.
    story("beside-four-small", small(4, 0.4, bad), { service: { empty: "96.15%" } }),
    twoSmall(story("beside-two-small", small(2, 0.4, bad))),
    story("beside-small-fine", small(5, 0.4, good)),
    story("beside-small-few", small(2, 0.2, bad)),
  ];
}
