import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  budget,
  bulkhead,
  circuitBreaker,
  judgePolicy,
  rateLimit,
  retry,
  timeout,
  type Policy,
} from "../../../src/index.ts";

const page = readFileSync(new URL("../../../docs/resilience.md", import.meta.url), "utf8");

const policies: Readonly<Record<string, readonly [make: (options: never) => Policy, source: string]>> = {
  timeout: [timeout, "timeout.ts"],
  retry: [retry, "retry.ts"],
  circuitBreaker: [circuitBreaker, "breaker/circuit-breaker.ts"],
  bulkhead: [bulkhead, "bulkhead.ts"],
  rateLimit: [rateLimit, "rate-limit/rate-limit.ts"],
  budget: [budget, "budget/budget.ts"],
};

function messageOf(make: (options: never) => Policy, options: object): string {
  try {
    make(options as never);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

/** Rows of the section's last table: option, rule, default. */
function documented(name: string): string[][] {
  const section = page.split("\n## ").find((text) => text.startsWith(`\`${name}(options)\``)) ?? "";
  const table = section.slice(section.indexOf("| option | must be | default |"));
  return [...table.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) ?\|$/gm)].map(([, ...cells]) => cells);
}

test.each(Object.entries(policies))(
  "docs/resilience.md has %s's options, rules and defaults as in the source",
  (...[name, [make, file]]) => {
    const source = readFileSync(new URL(`../../../src/resilience/${file}`, import.meta.url), "utf8");
    const options = /export interface \w+Options \{.*?\n\}/s.exec(source)?.[0] ?? "";
    const known = messageOf(make, { somethingElse: 1 })
      .replace(/^.*known are /, "")
      .split(", ");
    const rows = known.map((option) => {
      const rule = /to be (.*), got/.exec(messageOf(make, { [option]: Symbol("wrong") }))?.[1];
      const comment =
        source
          .slice(0, source.search(new RegExp(`readonly ${option}\\??:`)))
          .split("/**")
          .at(-1) ?? "";
      const isRequired = options.includes(`readonly ${option}: `);
      const byDefault = /@default (.*?)(?:, see .*)?(?: \*\/)?$/m.exec(comment)?.[1] ?? "";
      return [option, rule, isRequired ? "required" : byDefault];
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(documented(name)).toEqual(rows);
  },
);

test("the order of judgePolicy is the page's", () => {
  const listed = [...page.matchAll(/^\d\. `(\w+)`/gm)].map(([, name]) => name);
  const source = readFileSync(new URL("../../../src/resilience/judge-policy.ts", import.meta.url), "utf8");
  const order = [...source.slice(source.indexOf("return compose(")).matchAll(/\b(\w+)\(options\./g)].map(([, n]) => n);
  expect(listed).toEqual(order);
  expect(messageOf(judgePolicy, { somethingElse: 1 })).toContain(
    "known are retry, bulkhead, rateLimit, budget, circuitBreaker, timeout",
  );
});
