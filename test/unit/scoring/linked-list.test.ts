import fc from "fast-check";
import { expect, it } from "vitest";
import { createLinkedList, type LinkedNode } from "../../../src/scoring/linked-list.ts";

it("keeps the order of what was added, whatever is taken out", () => {
  const check = (): void =>
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(1_000))), (steps) => {
        const list = createLinkedList<number>();
        const model: LinkedNode<number>[] = [];
        steps.forEach((pick, index) => {
          // `null` adds; a number takes out the node at that place.
          if (pick === null || model.length === 0) model.push(list.add(index));
          else for (const node of model.splice(pick % model.length, 1)) list.remove(node);
        });
        const forwards: number[] = [];
        for (let node = list.first; node !== undefined; node = node.next) {
          forwards.push(node.value);
          if (node.next !== undefined && node.next.previous !== node) throw new Error("The links do not match");
        }
        expect(forwards).toEqual(model.map(({ value }) => value));
        expect(list.size).toBe(model.length);
      }),
    );
  expect(check).not.toThrow();
});
