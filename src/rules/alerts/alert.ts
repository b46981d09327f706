import type { RuleContext } from "../context.ts";
import type { Alert, AlertLabels } from "../rule.ts";
import { annotationsOf, type AlertText } from "./annotations.ts";

/** An alert as its builder writes it. */
export interface AlertDraft {
  readonly alert: string;
  readonly expr: string;
  /** A nominal `for`; the profile may write another. */
  readonly for: string;
  /** How long it goes on firing after its condition has ended, as written. @default the profile's */
  readonly keepFiringFor?: string;
  readonly labels: AlertLabels;
  readonly text: AlertText;
}

/** Completes an alert: `for` by profile, the time it goes on firing after its condition has ended, component, links. */
export function alertOf(context: RuleContext, draft: AlertDraft): Alert {
  const { labels, text } = draft;
  return {
    alert: draft.alert,
    expr: draft.expr,
    for: context.profile.hold(draft.for),
    keepFiringFor: draft.keepFiringFor ?? context.profile.keepFiring,
    labels: { ...labels, component: "rag-quality" },
    annotations: annotationsOf(context, draft.alert, labels.scope, text),
  };
}
