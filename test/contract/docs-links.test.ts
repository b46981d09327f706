import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = ["README.md", "ARCHITECTURE.md", ...globSync("{docs,examples}/**/*.md", { cwd: root })].filter(
  (page) => !page.startsWith(join("examples", "demo", "corpus")),
);

/** The links of a page that lead nowhere. */
function deadLinks(page: string, text: string): readonly string[] {
  const prose = text.replace(/^```[^]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) =>
    leadsSomewhere(link, page, text) ? [] : [link],
  );
}

function leadsSomewhere(link: string, page: string, text: string): boolean {
  if (/^[a-z]+:/.test(link)) return true;
  const [path = "", anchor] = link.split("#");
  const target = join(root, dirname(page), path);
  if (path !== "" && !existsSync(target)) return false;
  return anchor === undefined || anchorsOf(path === "" ? text : readFileSync(target, "utf8")).has(anchor);
}

/** Headings as GitHub makes anchors of them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.replace(/^```[^]*?^```$/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

it("every link between pages leads somewhere", () => {
  expect(pages.length).toBeGreaterThan(12);
  const dead = pages.flatMap((page) =>
    deadLinks(page, readFileSync(join(root, page), "utf8")).map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

/** Whether a path is in the package, by package.json's `files`. */
function isPacked(path: string): boolean {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly files: readonly string[];
  };
  const isBelow = (folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  if (files.some((entry) => entry.startsWith("!") && isBelow(entry.slice(1)))) return false;
  return ["README.md", "LICENSE", "package.json", ...files].some(isBelow);
}

it("pages of the package that link to what is not in it say where it is", () => {
  const silent = pages.filter(isPacked).filter((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const links = [...text.replace(/`[^`\n]*`(?!\])/g, "").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(
      ([, link = ""]) => link,
    );
    const leavesPackage = links.some((link) => !/^[a-z]+:/.test(link) && !isPacked(join(dirname(page), link)));
    return leavesPackage && !/in the\srepository/.test(text);
  });
  expect(silent).toEqual([]);
});

it("a missing page and a missing heading are found", () => {
  const text =
    "# One page\n[a](#one-page) [b](#two) [c](sdk.md) [d](nowhere.md) [e](sdk.md#no-such) [f](https://example.com/x)\n";
  expect(deadLinks("docs/made-up.md", text)).toEqual(["#two", "nowhere.md", "sdk.md#no-such"]);
});
