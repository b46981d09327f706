import { namedColour } from "./colours.js";
import { drawHeatmap } from "./draw-heatmap.js";
import { drawLines } from "./draw-lines.js";
import { drawNumbers } from "./draw-numbers.js";
import { drawTable } from "./draw-table.js";
import { element } from "./elements.js";
import { queryNow, queryRange } from "./prometheus.js";
import { interpolate } from "./variables.js";

const drawings = { timeseries: drawLines, heatmap: drawHeatmap, stat: drawNumbers, table: drawTable };

/** Height of one unit of the grid in pixels, the gap included. */
const unitHeight = 34;

/** An empty panel at its size, and what fills it. `values` are those of the variables. */
export function makePanel(panel, values) {
  const { w, h } = panel.gridPos;
  // Texts may be more than there is place for: they scroll.
  const body = element("div", { class: ["table", "stat"].includes(panel.type) ? "body" : "body drawing" });
  const heading = element("h3", { title: panel.description }, interpolate(panel.title, values.titles));
  const style = `grid-column: span ${w}; height: ${h * unitHeight - 8}px`;
  const section = element("section", { class: "panel", style, "data-panel": panel.id }, heading, body);

  async function fill(time) {
    try {
      const results = await Promise.all(panel.targets.map((target) => resultOf(panel, target, values, time)));
      const series = results.flat();
      section.dataset.series = series.length;
      body.replaceChildren();
      if (series.length === 0) {
        body.append(element("div", { class: "nothing" }, panel.fieldConfig.defaults.noValue ?? "No data"));
      } else drawings[panel.type](body, panel, series, time);
    } catch (error) {
      section.dataset.failed = error.message;
      body.replaceChildren(element("div", { class: "nothing failed" }, error.message));
    }
  }

  return { section, fill };
}

async function resultOf({ fieldConfig }, { expr, legendFormat, refId, instant }, { patterns }, time) {
  // As Grafana has it: a step and a scrape, and four scrapes at least.
  const rateInterval = `${Math.ceil(Math.max(time.step + time.scrapeSeconds, 4 * time.scrapeSeconds))}s`;
  const expression = interpolate(expr.replaceAll("$__rate_interval", rateInterval), patterns);
  const found = instant ? await queryNow(expression, time.end) : await queryRange(expression, time);
  const limit = fieldConfig.overrides
    .find(({ matcher }) => matcher.id === "byFrameRefID" && matcher.options === refId)
    ?.properties.find(({ id }) => id === "color")?.value.fixedColor;
  return found.map((series) => ({
    ...series,
    refId,
    name: legendFormat.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label) => series.labels[label] ?? ""),
    ...(limit === undefined ? {} : { limit: namedColour(limit) }),
  }));
}
