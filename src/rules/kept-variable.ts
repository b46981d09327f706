/** The variables that dashboards have in any case; the last two are about traces. A test holds them to the dashboards. */
const names = ["datasource", "job", "pipeline", "intent", "model", "judge", "tempo", "traces"];

/** Those names, and what comes of them below: so that no two labels have one variable. */
const taken = new RegExp(`^(?:label_)*(?:${names.join("|")})$`);

/** The variable of a label that all rules keep: of the label's name, or `label_model` where dashboards have such a one. */
export function keptVariable(label: string): string {
  return taken.test(label) ? `label_${label}` : label;
}
