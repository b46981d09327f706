import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { findCommand } from "../e2e/programs.ts";
import { root } from "../run-step.ts";
import { createBrowser } from "./photograph.ts";
import { startWatchedDemo } from "./watched-demo.ts";

// node scripts/dashboards/picture.ts: makes the pictures of docs/dashboards.md again. Runs the demo's service for three
// minutes, corrupts the answers of one intent class in between, and photographs the dashboards' page on a real
// Prometheus. Needs prometheus and chromium.

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, 1000 * count));

const [prometheus, chromium] = ["prometheus", "chromium"].map(findCommand);
if (prometheus === undefined || chromium === undefined) throw new Error("prometheus and chromium must be installed");
const images = join(root, "docs/images");
await mkdir(images, { recursive: true });
const demo = await startWatchedDemo(prometheus, 12);
try {
  console.log(`Healthy; the page is ${demo.pageUrl({ range: "3m", scrape: "1" })}`);
  await seconds(110);
  await demo.service.trouble({ corrupt: "faq" });
  console.log("The answers to faq are corrupted.");
  await seconds(50);
  const browser = createBrowser(chromium);
  const pictures = [
    ["rag-quality", "rag-quality", ["Now", "Rolling mean, 7d", "Intent class × model version"]],
    ["rag-quality-groundedness", "rag-quality", ["Groundedness", "Causes"]],
    ["rag-quality-scoring", "rag-quality", ["Error budget", "Scoring"]],
    ["rag-request-path", "rag-request-path", ["Now", "Latency", "Errors"]],
  ] as const;
  for (const [name, dashboard, rows] of pictures) {
    const url = new URL(demo.pageUrl({ dashboard, range: "3m", scrape: "1" }));
    for (const row of rows) url.searchParams.append("rows", row);
    const path = join(images, `${name}.png`);
    await browser.photograph(url.href, path);
    console.log(`docs/images/${name}.png: ${Math.round((await stat(path)).size / 1024)} kB`);
  }
} finally {
  await demo.stop();
}
