import fc from "fast-check";
import { expect, test } from "vitest";
import { bottomOf, gridColumns, placesOf } from "../../src/rules/dashboards/layout.ts";
import { lines } from "../../src/rules/dashboards/panels.ts";

const panels = fc.array(
  fc
    .record({ width: fc.integer({ min: 1, max: gridColumns }), height: fc.integer({ min: 1, max: 20 }) })
    .map((size) => lines({ title: "t", description: "d", unit: "none", queries: [], ...size })),
  { maxLength: 30 },
);

test("panels keep their size and order, stay in the grid and never overlap", () => {
  fc.assert(
    fc.property(panels, fc.nat(100), (given, top) => {
      const places = placesOf(given, top);
      expect(places.map(({ w, h }) => ({ width: w, height: h }))).toEqual(
        given.map(({ width, height }) => ({ width, height })),
      );
      for (const [index, { x, y, w, h }] of places.entries()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + w).toBeLessThanOrEqual(gridColumns);
        expect(y).toBeGreaterThanOrEqual(top);
        expect(y + h).toBeLessThanOrEqual(bottomOf(places, top));
        const next = places[index + 1];
        // The next one is right of it in the same line, or below all that came before.
        if (next === undefined) continue;
        if (next.y === y) expect(next.x).toBe(x + w);
        else expect(next).toMatchObject({ x: 0, y: bottomOf(places.slice(0, index + 1), top) });
      }
    }),
  );
});

test("panels fill a line before they begin another", () => {
  const sized = (width: number, height: number) =>
    lines({ title: "t", description: "d", unit: "none", queries: [], width, height });
  expect(placesOf([sized(12, 8), sized(12, 5), sized(8, 4), sized(17, 4)], 3)).toEqual([
    { x: 0, y: 3, w: 12, h: 8 },
    { x: 12, y: 3, w: 12, h: 5 },
    { x: 0, y: 11, w: 8, h: 4 },
    { x: 0, y: 15, w: 17, h: 4 },
  ]);
  expect(bottomOf([], 7)).toBe(7);
});
