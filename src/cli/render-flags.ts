import type { FlagSpecs } from "./read-arguments.ts";

/** The flags of a command as aligned lines of its help. */
export function renderFlags(specs: FlagSpecs): string {
  const rows = Object.entries(specs).map(([name, spec]) => {
    const short = spec.short === undefined ? "    " : `-${spec.short}, `;
    return [`  ${short}--${name}${spec.value === undefined ? "" : ` ${spec.value}`}`, spec.description] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => left.padEnd(width) + right).join("\n");
}
