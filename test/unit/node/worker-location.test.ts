import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { locateWorkerEntry } from "../../../src/node/worker-location.ts";

const here = new URL("../../../src/node/worker-location.ts", import.meta.url).href;

describe("the worker's program", () => {
  it("is the file beside this one", () => {
    expect(locateWorkerEntry()?.href).toBe(new URL("./worker-entry.ts", here).href);
    expect(locateWorkerEntry(here)?.href).toBe(new URL("./worker-entry.ts", here).href);
  });

  it.each([
    ["in a CommonJS bundle, which has no URL", ""],
    ["in a bundle", pathToFileURL("/srv/app/server.js").href],
    ["in a bundle in our own folder", new URL("./server.ts", here).href],
    ["in a bundle from the network", "https://example.com/node/worker-location.js"],
    ["in a build that left it out", pathToFileURL("/srv/app/node/worker-location.js").href],
    ["where there is no URL to speak of", "webpack-internal:///node/worker-location.js"],
  ])("is not there %s", (_, ownUrl) => {
    expect(locateWorkerEntry(ownUrl)).toBeUndefined();
  });
});
