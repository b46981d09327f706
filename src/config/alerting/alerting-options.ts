/** Two windows and a factor: fires when the error budget is spent faster than the factor says in both. */
export interface BurnWindow {
  readonly severity: "warning" | "page";
  /** The window that has to show the burn, a duration such as `1h`. */
  readonly long: string;
  /** The window that has to show that it goes on, shorter than `long`. */
  readonly short: string;
  /** How many times faster than the objective allows; below 1 / (1 − objective), above which no burn can get. */
  readonly factor: number;
  /** How long both have to hold, a duration. */
  readonly for: string;
}

/**
 * The section `alerting` of the configuration file: what `rag-triad rules` makes rules and dashboards from, besides the
 * file's `thresholds`. `createRagTriad` checks it and has no use for it. docs/options.md lists units, bounds and defaults.
 */
export interface AlertingOptions {
  /** Jobs (of the scrape configuration) that must exist: `RagServiceAbsent` fires when one does not answer. */
  readonly services?: readonly string[];
  /** Ids of the judges in use; each gets a threshold of its own in the data file. */
  readonly judges?: readonly string[];
  /** Target labels that every rule keeps besides `job`, such as `env` and `cluster`. */
  readonly labels?: readonly string[];
  /** The model version that others are compared with. */
  readonly baselineModelVersion?: string;
  /** The share of scores by metric that must not be below their warning threshold over `budgetWindow`. */
  readonly objectives?: Readonly<Record<string, number>>;
  /** The period of the error budget, a duration. */
  readonly budgetWindow?: string;
  /** Burn rates that alert. */
  readonly burnWindows?: readonly BurnWindow[];
  /** Window of the means that page, a duration. */
  readonly pageWindow?: string;
  /** Window of the means that warn, a duration. */
  readonly warningWindow?: string;
  /** Window of the means of low-traffic intent classes, of regression and of drift, a duration. */
  readonly slowWindow?: string;
  /** Window of the rolling mean and of what drift is measured against, a duration. */
  readonly longWindow?: string;
  /** Scored answers in the page window below which nothing pages. */
  readonly minimumPage?: number;
  /** Scored answers in the warning window below which nothing warns. */
  readonly minimumWarning?: number;
  /** Scored answers in the slow window below which a low-traffic intent class is not judged. */
  readonly minimumSlow?: number;
  /** Scored answers on each side of a regression or drift. */
  readonly minimumComparison?: number;
  /** Least drop of the mean against the baseline model version that counts as a regression. */
  readonly regressionDrop?: number;
  /** Least drop of the mean against the week before that counts as drift. */
  readonly driftDrop?: number;
  /** Share of requests whose retrieval brings nothing, above which it pages. */
  readonly emptyRetrievalShare?: number;
  /** Share of retriever calls that fail, above which it pages. */
  readonly retrievalErrorShare?: number;
  /** Rise of the share of refusals against the week before, above which it warns. */
  readonly refusalShareRise?: number;
  /** Share of refusals over the long window above which a low context relevance of an intent class is not alerted. */
  readonly usualRefusalShare?: number;
  /** Coverage below which it warns. */
  readonly minimumCoverage?: number;
  /** Share of judgements that fail, above which it warns. */
  readonly judgeErrorShare?: number;
  /** Share of comparisons in which two judges disagree, above which it warns. */
  readonly judgeDisagreementShare?: number;
  /** Share of canaries that fail, above which it warns. */
  readonly canaryFailureShare?: number;
  /** Pattern of the runbooks' addresses; `{alert}` stands for the alert's name. */
  readonly runbookUrl?: string;
  /** Address of the dashboard *RAG quality*. */
  readonly dashboardUrl?: string;
}

/** The section, complete. */
export type ResolvedAlertingOptions = Required<Omit<AlertingOptions, "baselineModelVersion">> & {
  readonly baselineModelVersion: string | undefined;
};
