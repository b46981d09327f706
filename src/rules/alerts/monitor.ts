import {
  histogramName,
  judgedLabels,
  scoreLabels,
  serviceLabels,
  trafficLabels,
  type RuleContext,
} from "../context.ts";
import { incrementName } from "../recordings/scores.ts";
import { thresholdDataName, thresholdName } from "../recordings/thresholds.ts";
import type { Alert } from "../rule.ts";
import { alertOf } from "./alert.ts";
import { currentContextRelevance, serviceText } from "./annotations.ts";
import { templateText } from "./template-text.ts";

/** What watches the watching: services, data rules, numbers and labels. */
export function monitorAlerts(context: RuleContext): readonly Alert[] {
  return [
    ...absentServices(context),
    thresholdsMissing(context),
    thresholdMismatch(context),
    ...notFinite(context),
    labelOverflow(context),
    sliceOther(context),
    watchdog(context),
  ];
}

/**
 * One alert for each job that must exist; without any, one for what answered within a day. What is absent has no labels:
 * where some are kept, one more for a listed job that answers, though no longer with all the labels of the day. The value
 * is how many instances that day knew: of a job that was never there, none.
 */
function absentServices(context: RuleContext): readonly Alert[] {
  const draft = (
    expr: string,
    job: string,
    labels: Readonly<Record<string, string>>,
    { relevance = currentContextRelevance(context, "job"), of = context } = {},
  ): Alert =>
    alertOf(of, {
      alert: "RagServiceAbsent",
      for: "5m",
      labels: { severity: "warning", category: "monitor", scope: "job", ...labels },
      expr,
      text: {
        summary: `No instance of ${job} answers: alerts of quality are blind.`,
        description: `{{ $value | printf "%.0f" }} instances answered within the last day. Now no target of the job is up, nor has it sent rag_build by another way. ${relevance}`,
        diagnosis:
          "No judge is at fault: the service, its exporter or the scrape is gone. up{job} and the targets page tell which.",
      },
    });
  const by = serviceLabels(context).join(", ");
  const { services } = context.settings;
  const range = context.profile.range("1d");
  const instances = (matcher: string): string =>
    `group by (${by}, instance) (present_over_time(rag_build${matcher}[${range}]))`;
  const vanished = (matcher: string): string => `  count by (${by}) (${instances(matcher)})
unless on (${by})
  group by (${by}) (rag_build)`;
  if (services.length === 0) return [draft(vanished(""), "{{ $labels.job }}", {})];
  const { labels } = context.settings;
  const place = labels.map((label) => `${label} {{ $labels.${label} }}`).join(", ");
  const listed = `{job=~${JSON.stringify(services.map(escaped).join("|"))}}`;
  const elsewhere = draft(`${vanished(listed)}\nand on (job)\n  rag_build`, `{{ $labels.job }} with ${place}`, {});
  const nowhere = { ...context, settings: { ...context.settings, labels: [] } };
  const everywhere = services.map((job) => {
    const matcher = `{job=${JSON.stringify(job)}}`;
    const alert = draft(
      `  absent(up${matcher} == 1 or rag_build${matcher})\n* on ()\n  (count(${instances(matcher)}) or vector(0))`,
      templateText(job),
      { job: templateText(job) },
      { relevance: currentContextRelevance(context, "job", job), of: nowhere },
    );
    // What is absent has no labels, and those that the rule sets are not in its templates.
    const named = (text: string): string => text.replaceAll("{{ $labels.job | urlquery }}", encodeURIComponent(job));
    return {
      ...alert,
      annotations: Object.fromEntries(Object.entries(alert.annotations).map(([name, text]) => [name, named(text)])),
    };
  });
  return labels.length === 0 ? everywhere : [...everywhere, elsewhere];
}

/** A job's name as a regular expression that matches nothing else. */
function escaped(job: string): string {
  return job.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** The value is how many scores have no threshold; where no threshold is there at all, each judge's alert says how many. */
function thresholdsMissing(context: RuleContext): Alert {
  const by = scoreLabels(context, "pipeline");
  const { warningWindow } = context.settings;
  return alertOf(context, {
    alert: "RagThresholdsMissing",
    for: "10m",
    labels: { severity: "warning", category: "monitor", scope: "rules" },
    expr: `  sum by (${by}) (${incrementName("intent", "count", warningWindow)})
unless
  group by (${by}) (${thresholdName}{rag_severity="page"})
or
  absent(${thresholdDataName}{rag_severity="page", rag_intent_class="default"})`,
    text: {
      summary: "Scores have no threshold: no alert of quality can fire for them.",
      description: `{{ with $labels.rag_judge }}{{ $value | printf "%.0f" }} scores of {{ $labels.rag_metric }} by {{ . }} over ${warningWindow} have none.{{ else }}rag-data.rules.yml is not loaded.{{ end }} ${currentContextRelevance(context, "rules")}`,
      diagnosis:
        "{{ with $labels.rag_judge }}Judge {{ . }}: run rag-triad rules of the version that ships it, and load the files that it writes.{{ else }}No judge: rule_files of prometheus.yml has to name the file, and Prometheus to be able to read it.{{ end }}",
    },
  });
}

/**
 * Processes against rules: the highest and the lowest threshold that processes say for an intent class, or by default for
 * those that none has one of its own for; and the default one, where it is in force in those processes that have no other.
 */
function thresholdMismatch(context: RuleContext): Alert {
  const by = `${scoreLabels(context, "intent")}, rag_severity`;
  const byDefault = `${scoreLabels(context, "pipeline")}, rag_severity`;
  const inForce = (aggregation: "max" | "min"): string =>
    `(
        ${aggregation} by (${by}) (rag_threshold{rag_intent_class!="default"})
      or
        0 * ${thresholdName}
      + on (${byDefault}) group_left ()
        ${aggregation} by (${byDefault}) (rag_threshold{rag_intent_class="default"})
    )`;
  const lacking = `(
        0 * ${thresholdName}
      + on (${byDefault}) group_left ()
        max by (${byDefault}) (rag_threshold{rag_intent_class="default"})
      and on (${by})
        (
            count by (${by}) (rag_threshold{rag_intent_class!="default"})
          < on (${byDefault}) group_left ()
            count by (${byDefault}) (rag_threshold{rag_intent_class="default"})
        )
    )`;
  return alertOf(context, {
    alert: "RagThresholdMismatch",
    for: "30m",
    labels: { severity: "warning", category: "monitor", scope: "intent" },
    expr: `  ${thresholdName} != on (${by})
    ${inForce("max")}
or
  ${thresholdName} != on (${by})
    ${inForce("min")}
or
  ${thresholdName} != on (${by})
    ${lacking}`,
    text: {
      summary: `A process of ${serviceText(context)} has another {{ $labels.rag_severity }} threshold than the rules.`,
      description: `The rules say {{ $value }} for {{ $labels.rag_metric }} by {{ $labels.rag_judge }} on {{ $labels.rag_intent_class }}; rag_threshold says otherwise. ${currentContextRelevance(context, "intent")}`,
      diagnosis: "Judge {{ $labels.rag_judge }}: give createRagTriad and rag-triad rules the same configuration file.",
    },
  });
}

function notFinite(context: RuleContext): readonly Alert[] {
  const { metrics, warningWindow } = context.settings;
  return metrics.map((metric) => {
    const sum = `${histogramName(metric)}_sum`;
    return alertOf(context, {
      alert: "RagScoreSumNotFinite",
      for: "5m",
      labels: { severity: "warning", category: "monitor", scope: "service", rag_metric: metric },
      expr: `count by (${judgedLabels(context, "pipeline")}) ((${sum} - ${sum}) != 0)`,
      text: {
        summary: `A sum of scores of ${metric} in ${serviceText(context)} is not finite: its means of ${warningWindow} or less are lost.`,
        description: `{{ $value | printf "%.0f" }} series of ${sum} are NaN or infinite: {{ $labels.rag_judge }} or something else recorded such a score. Until that process restarts and the window of a mean has passed, no alert on one of ${warningWindow} or less can fire; longer ones keep what was scored before. ${currentContextRelevance(context, "service")}`,
        diagnosis: "Judge {{ $labels.rag_judge }}, or code that records into the same histogram.",
      },
    });
  });
}

function labelOverflow(context: RuleContext): Alert {
  return alertOf(context, {
    alert: "RagLabelOverflow",
    for: "10m",
    labels: { severity: "warning", category: "monitor", scope: "job" },
    expr: `count by (${serviceLabels(context).join(", ")}) ({__name__=~"rag_.+", otel_metric_overflow="true"})`,
    text: {
      summary: "{{ $labels.job }} has more series than its SDK keeps: new ones lose their labels.",
      description: `{{ $value | printf "%.0f" }} series with otel_metric_overflow="true" are exported; alerts for single intent classes miss what is in them. ${currentContextRelevance(context, "job")}`,
      diagnosis: "No judge is at fault: lower maxSlices, or raise the reader's cardinalityLimits.",
    },
  });
}

function sliceOther(context: RuleContext): Alert {
  const { warningWindow } = context.settings;
  return alertOf(context, {
    alert: "RagSliceOther",
    for: "10m",
    labels: { severity: "warning", category: "monitor", scope: "service" },
    expr: `sum by (${trafficLabels(context, "pipeline")}) (increase(rag_requests_total{rag_intent_class="other", rag_model_version="other"}[${context.profile.range(warningWindow)}])) > 0`,
    text: {
      summary: `Requests of ${serviceText(context)} fall into the slice other: there are more intent classes and model versions than slices.`,
      description: `{{ $value | printf "%.0f" }} requests over ${warningWindow} have lost their intent class and model version. ${currentContextRelevance(context, "service")}`,
      diagnosis:
        "No judge is at fault: fewer intent classes, an older model version that is still counted, or maxSlices.",
    },
  });
}

/** Always fires: what stops hearing it knows that rules, Alertmanager or the way to the receiver are broken. */
function watchdog(context: RuleContext): Alert {
  const {
    for: _,
    keepFiringFor: __,
    ...alert
  } = alertOf(context, {
    alert: "RagWatchdog",
    for: "0s",
    labels: { severity: "none", category: "monitor", scope: "rules" },
    expr: "vector(1)",
    text: {
      summary: "Always fires: proves that rules, Alertmanager and the receiver work.",
      description: "Route it to a dead man's switch.",
      diagnosis: "Nothing is wrong while it fires.",
    },
  });
  return alert;
}
