import { element } from "./elements.js";
import { makePanel } from "./panel.js";
import { escaped, readVariables, repeatsOf, valuesOf } from "./variables.js";

// Shows a dashboard of ../dashboards/ on the Prometheus that serves this page (--web.user-assets): the same JSON that
// Grafana reads, for those who have no Grafana. Parameters of the address: dashboard, range (such as 6h), scrape
// (seconds between scrapes), rows (titles), var-… as in Grafana.

const dashboards = ["rag-quality", "rag-request-path"];
const address = new URL(document.location.href);
const parameters = address.searchParams;
const refreshMs = 60_000;
const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 };

function timeOf(dashboard) {
  const [, count, unit] =
    /^(\d+)([smhd])$/.exec(parameters.get("range") ?? dashboard.time.from.slice("now-".length)) ?? [];
  if (unit === undefined) throw new Error(`range must be a duration such as 6h; got ${parameters.get("range")}`);
  const seconds = Number(count) * unitSeconds[unit];
  const scrapeSeconds = Number(parameters.get("scrape") ?? 30);
  const step = Math.max(1, scrapeSeconds, Math.ceil(seconds / 240));
  const end = Math.floor(Date.now() / 1000 / step) * step;
  return { start: end - Math.floor(seconds / step) * step, end, step, scrapeSeconds };
}

function showVariables(variables) {
  const form = document.getElementById("variables");
  form.replaceChildren(
    ...variables.map(({ name, label, values, chosen }) => {
      const options = values.map((value) =>
        element("option", { value, ...(chosen.includes(value) ? { selected: "" } : {}) }, value),
      );
      const select = element("select", { name: `var-${name}` }, element("option", { value: "" }, "All"), ...options);
      return element("label", {}, label, select);
    }),
  );
  form.addEventListener("change", ({ target }) => {
    if (target.value === "") parameters.delete(target.name);
    else parameters.set(target.name, target.value);
    document.location.assign(address);
  });
}

/** Rows with their panels; a panel that is repeated is there once for each value. */
function showRows(dashboard, variables) {
  const patterns = valuesOf(variables);
  const titles = Object.fromEntries(variables.map(({ name, chosen }) => [name, chosen.join(", ") || "all"]));
  const wanted = parameters.getAll("rows");
  const made = [];
  let grid;
  for (const panel of dashboard.panels) {
    if (panel.type === "row") {
      grid = element("div", { class: "row" });
      if (wanted.length > 0 && !wanted.includes(panel.title)) continue;
      document.getElementById("rows").append(element("h2", {}, panel.title), grid);
      continue;
    }
    const copies = panel.repeat === undefined ? [undefined] : repeatsOf(variables, panel.repeat);
    for (const value of copies) {
      const own = value === undefined ? [{}, {}] : [{ [panel.repeat]: escaped(value) }, { [panel.repeat]: value }];
      const one = makePanel(panel, { patterns: { ...patterns, ...own[0] }, titles: { ...titles, ...own[1] } });
      grid.append(one.section);
      if (grid.isConnected) made.push(one);
    }
  }
  return made;
}

async function show() {
  const name = parameters.get("dashboard") ?? dashboards[0];
  if (!dashboards.includes(name)) throw new Error(`dashboard must be one of ${dashboards.join(", ")}; got ${name}`);
  const response = await fetch(`../dashboards/${name}.json`);
  if (!response.ok) throw new Error(`../dashboards/${name}.json: ${response.status} ${response.statusText}`);
  const dashboard = await response.json();
  document.title = dashboard.title;
  document.getElementById("title").textContent = dashboard.title;
  for (const other of dashboards.filter((candidate) => candidate !== name)) {
    document.getElementById("others").append(element("a", { href: `?dashboard=${other}` }, other));
  }
  const time = timeOf(dashboard);
  const variables = await readVariables(dashboard, parameters, time);
  showVariables(variables);
  const panels = showRows(dashboard, variables);
  const fill = () => Promise.all(panels.map((panel) => panel.fill(timeOf(dashboard))));
  await fill();
  // For whoever photographs the page or reads it as a test: it is complete, and so high.
  document.body.dataset.done = panels.length;
  document.body.dataset.height = document.documentElement.scrollHeight;
  setInterval(() => void fill(), refreshMs);
}

show().catch((error) => {
  const problem = document.getElementById("problem");
  problem.hidden = false;
  problem.textContent = error.message;
});
