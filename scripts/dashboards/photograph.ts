import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The dashboards' page as headless Chromium shows it after its scripts have run. */
export interface Browser {
  /** The document. */
  document(url: string): Promise<string>;
  /** A picture of all of the page. */
  photograph(url: string, path: string): Promise<void>;
}

const width = 1500;

/** A browser that starts afresh for each page, with a profile that goes afterwards. */
export function createBrowser(command: string): Browser {
  async function open(url: string, ...flags: readonly string[]): Promise<string> {
    const profile = await mkdtemp(join(tmpdir(), "rag-triad-chromium-"));
    try {
      const { stdout } = await run(
        command,
        [
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-background-networking",
          "--disable-dev-shm-usage",
          "--hide-scrollbars",
          "--no-first-run",
          `--user-data-dir=${profile}`,
          // Time runs on only while no request is under way: the page is complete when it is up.
          "--virtual-time-budget=20000",
          ...flags,
          url,
        ],
        { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
      );
      return stdout;
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async function document(url: string): Promise<string> {
    // A low window: the page is as high as its content.
    return open(url, `--window-size=${width},400`, "--dump-dom");
  }

  async function photograph(url: string, path: string): Promise<void> {
    const [, height] = /<body[^>]* data-height="(\d+)"/.exec(await document(url)) ?? [];
    if (height === undefined) throw new Error(`The page was not complete in time: ${url}`);
    await open(url, `--window-size=${width},${height}`, `--screenshot=${path}`);
  }

  return { document, photograph };
}
