import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";

/** A PromQL expression and its syntax tree. */
export interface ParsedPromql {
  readonly text: string;
  readonly top: SyntaxNode;
}

/**
 * Parses PromQL.
 * @throws Error that quotes the expression and says where it stops being PromQL.
 */
export function parsePromql(text: string): ParsedPromql {
  const tree = parser.parse(text);
  tree.iterate({
    enter(node) {
      if (!node.type.isError) return;
      throw new Error(
        `No PromQL at character ${node.from} (${JSON.stringify(text.slice(node.from, node.from + 20))}): ${text}`,
      );
    },
  });
  return { text, top: tree.topNode };
}

/** All nodes of a kind, from left to right. */
export function nodesOf({ top }: ParsedPromql, ...kinds: readonly string[]): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  top.cursor().iterate((node) => {
    if (kinds.includes(node.name)) found.push(node.node);
  });
  return found;
}

/** The source text of a node. */
export function textOf({ text }: ParsedPromql, { from, to }: { readonly from: number; readonly to: number }): string {
  return text.slice(from, to);
}

/** The expression with Grafana's variables replaced where PromQL wants a duration or a name. */
export function withoutVariables(expression: string): string {
  return expression
    .replaceAll(
      /\$(?:__rate_interval|__interval|__range|\{__(?:rate_interval|interval|range)(?::\w+)?\})(?=[\]:])/g,
      "5m",
    )
    .replaceAll(/(?<=:)\$(?:__interval|\{__interval\})/g, "1m");
}
