/** A panel without data over a healthy demo. */
export interface EmptyPanel {
  readonly title: RegExp;
  readonly because: string;
  /** Whether a slow machine may bring some all the same. */
  readonly isSureToBeEmpty: boolean;
}

/** The panels that have no data over a healthy demo, and why. */
export const emptyPanels: readonly EmptyPanel[] = [
  { title: /^Judge errors$/, because: "the embedded judge does not fail", isSureToBeEmpty: false },
  { title: /^Findings$/, because: "only judges with a language model find anything", isSureToBeEmpty: true },
  { title: /^Cost per hour$/, because: "the embedded judge costs nothing", isSureToBeEmpty: true },
  { title: /^Tokens$/, because: "the embedded judge uses no tokens", isSureToBeEmpty: true },
  { title: /shadow judge$/, because: "the demo has no shadow judge", isSureToBeEmpty: true },
  { title: /^Canaries that fail$/, because: "the demo has no canaries", isSureToBeEmpty: true },
  { title: /^Failed requests by error$/, because: "no request of the demo fails", isSureToBeEmpty: false },
  { title: /^Retriever errors$/, because: "the demo's retriever does not fail", isSureToBeEmpty: true },
];
