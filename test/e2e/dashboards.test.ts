import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createBrowser } from "../../scripts/dashboards/photograph.ts";
import { startWatchedDemo, watchedJob, type WatchedDemo } from "../../scripts/dashboards/watched-demo.ts";
import { eventually } from "../../scripts/e2e/eventually.ts";
import { startPrometheus } from "../../scripts/e2e/prometheus.ts";
import { root } from "../../scripts/run-step.ts";
import { panelsOf, type GrafanaDashboard, type GrafanaPanel } from "../contract/dashboards/grafana-dashboard.ts";
import { emptyPanels } from "./support/empty-panels.ts";
import { requiredProgram } from "./support/required-program.ts";

const prometheus = requiredProgram("prometheus");
const chromium = requiredProgram("chromium");

const read = (name: string): GrafanaDashboard =>
  JSON.parse(readFileSync(join(root, "grafana/dashboards", `${name}.json`), "utf8")) as GrafanaDashboard;
const dashboards = [read("rag-quality"), read("rag-request-path")];

/** Longer than the test, in seconds. */
const rangeSeconds = 900;

describe.skipIf(prometheus === undefined)("the dashboards over the demo, on a real Prometheus", () => {
  let demo: WatchedDemo;

  beforeAll(async () => {
    demo = await startWatchedDemo(prometheus ?? "", 10);
    // The record that needs the longest past; then everything else has one too.
    await eventually(
      "the drift against the week before has been recorded for every metric",
      async () =>
        (await demo.prometheus.value("count(count by (rag_metric) (intent:rag_score:drift1d offset 10s))")) === 3
          ? true
          : undefined,
      240_000,
    );
  });

  afterAll(async () => {
    await demo?.stop();
  });

  /** As a dashboard asks with nothing chosen: all of it. */
  function interpolated(expr: string): string {
    return expr.replaceAll("$__rate_interval", "15s").replaceAll(/\$(job|pipeline|intent|model|judge)\b/g, ".*");
  }

  async function seriesOf({ targets = [] }: GrafanaPanel): Promise<number[]> {
    return Promise.all(
      targets.map(async ({ expr, instant }) => {
        const expression = interpolated(expr);
        // Over the whole test: what there was at any moment. A subquery evaluates the expression every second.
        const asked = instant ? expression : `count_over_time((${expression})[${rangeSeconds}s:5s])`;
        return (await demo.prometheus.query(asked)).length;
      }),
    );
  }

  /** Whether a panel with so many series in each of its queries is as it should be. */
  function expectSeries(title: string, counts: readonly number[]): void {
    const known = emptyPanels.find((panel) => panel.title.test(title));
    if (known === undefined) for (const count of counts) expect(count, title).toBeGreaterThan(0);
    else if (known.isSureToBeEmpty) for (const count of counts) expect(count, title).toBe(0);
  }

  it.each(
    dashboards.flatMap((dashboard) =>
      panelsOf(dashboard).map((panel) => [dashboard.uid, panel.title ?? "", panel] as const),
    ),
  )("%s: every query of %s has data, unless it is known why not", async (_, title, panel) => {
    expectSeries(title, await seriesOf(panel));
  });

  it("a panel without data is noticed, and one that has some against its reason", () => {
    expect(() => expectSeries("Groundedness, 7d", [1, 0])).toThrow("Groundedness, 7d");
    expect(() => expectSeries("Tokens", [1])).toThrow("Tokens");
    expectSeries("Groundedness, 7d", [1, 2]);
    expectSeries("Tokens", [0]);
  });

  it("every reason for an empty panel is about one that there is", () => {
    const titles = dashboards.flatMap((dashboard) => panelsOf(dashboard).map(({ title = "" }) => title));
    for (const { title: pattern, because } of emptyPanels)
      expect(titles, because).toContainEqual(expect.stringMatching(pattern));
  });

  it("variables offer what there is", async () => {
    const asked = dashboards[0]?.templating.list.filter(({ type }) => type === "query") ?? [];
    const offered = await Promise.all(
      asked.map(async ({ name, query }) => {
        const [, selector = "", label = ""] = /^label_values\((.*), (\w+)\)$/.exec(query) ?? [];
        const samples = await demo.prometheus.query(`group by (${label}) (${interpolated(selector)})`);
        return [name, samples.map(({ labels }) => labels[label]).toSorted()];
      }),
    );
    expect(Object.fromEntries(offered)).toEqual({
      job: [watchedJob],
      pipeline: ["demo"],
      intent: ["ambiguous", "chinese", "faq", "how_to", "off_topic", "unanswerable"],
      model: ["extractive-1"],
      judge: ["embedded/1"],
    });
  });

  it("a choice selects: queries with a service that there is not have no data but the constants", async () => {
    const chosen = (expr: string): string =>
      expr.replaceAll("$__rate_interval", "15s").replaceAll("$job", "other").replaceAll(/\$\w+/g, ".*");
    for (const { title, targets = [] } of dashboards.flatMap(panelsOf)) {
      for (const { expr } of targets.filter((target) => !target.expr.includes("vector("))) {
        expect(await demo.prometheus.query(chosen(expr)), title).toEqual([]);
      }
    }
  });

  it("the alerts that are marked can be asked for", async () => {
    const [annotation] = dashboards[0]?.annotations.list ?? [];
    await expect(demo.prometheus.query(interpolated(annotation?.expr ?? ""))).resolves.toBeDefined();
  });

  describe.skipIf(chromium === undefined)("the page in Chromium", () => {
    it.each(dashboards.map((dashboard) => [dashboard.uid, dashboard] as const))(
      "shows every panel of %s without a failure, with data where Prometheus has some",
      async (uid, dashboard) => {
        const page = await createBrowser(chromium ?? "").document(
          demo.pageUrl({ dashboard: uid, range: "3m", scrape: "1" }),
        );
        const panels = panelsOf(dashboard);
        expect(page).toContain(`data-done="${panels.length}"`);
        expect(page).not.toContain("data-failed");
        expect(page).toContain('<p id="problem" role="alert" hidden="">');
        const shown = new Map(
          [...page.matchAll(/data-panel="(\d+)" data-series="(\d+)"/g)].map(([, id, series]) => [
            Number(id),
            Number(series),
          ]),
        );
        for (const { id = 0, title = "" } of panels) {
          expectSeries(title, [shown.get(id) ?? -1]);
        }
      },
    );

    it("shows the number that Prometheus has", async () => {
      const page = await createBrowser(chromium ?? "").document(
        demo.pageUrl({ dashboard: "rag-quality", range: "3m", scrape: "1", rows: "Now" }),
      );
      // The demo's answers are healthy: the mean stays the same to two decimals.
      const mean = await demo.prometheus.value('pipeline:rag_score:mean7d{rag_metric="groundedness"}');
      const [, shown] = /title="[^"]*">Groundedness, 7d<.*?<b [^>]*>([\d.]+)<\/b>/s.exec(page) ?? [];
      expect(Number(shown)).toBeCloseTo(mean ?? Number.NaN, 1);
    });

    it("shows a query that fails as failed, and the others all the same", async () => {
      const folder = mkdtempSync(join(tmpdir(), "rag-triad-page-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      cpSync(join(root, "grafana"), folder, { recursive: true });
      const file = join(folder, "dashboards/rag-quality.json");
      writeFileSync(
        file,
        readFileSync(file, "utf8").replaceAll('"pipeline:rag_score:mean7d{', '"pipeline:rag_score:mean7d{{'),
      );
      const other = await startPrometheus(prometheus ?? "", { config: {}, flags: [`--web.user-assets=${folder}`] });
      onTestFinished(() => other.stop());
      const page = await createBrowser(chromium ?? "").document(`${other.url}/user/page/?rows=Now`);
      expect(page.match(/data-failed="[^"]*parse error[^"]*"/g)).toHaveLength(3);
      expect(page).toContain('data-done="6"');
    });

    it("says what is wrong with an address", async () => {
      const page = await createBrowser(chromium ?? "").document(demo.pageUrl({ dashboard: "other" }));
      expect(page).toContain("dashboard must be one of rag-quality, rag-request-path; got other");
    });
  });
});
