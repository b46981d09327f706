import { namedColour } from "./colours.js";
import { element } from "./elements.js";
import { formatValue } from "./format.js";

/** One large number for each series, in the colour of its step. */
export function drawNumbers(body, { fieldConfig }, series) {
  const { unit, decimals, thresholds } = fieldConfig.defaults;
  const numbers = series.map(({ name, value }) => {
    const own = fieldConfig.overrides.find(({ matcher }) => new RegExp(matcher.options.slice(1, -1), "u").test(name));
    const { steps } = own?.properties.find(({ id }) => id === "thresholds")?.value ?? thresholds;
    const colour = steps.findLast((step) => step.value === null || value >= step.value)?.color ?? "blue";
    const number = element("b", { style: `color: ${namedColour(colour)}` }, formatValue(value, unit, decimals));
    return element("div", { class: "number" }, number, element("span", {}, name));
  });
  body.append(element("div", { class: "numbers" }, ...numbers));
}
