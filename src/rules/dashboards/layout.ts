import type { Panel } from "./panel.ts";

/** How wide a dashboard is. */
export const gridColumns = 24;

/** A place in the grid, in its units. */
export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Places from left to right and from top to bottom: panels of a line begin at the same height. */
export function placesOf(panels: readonly Panel[], top: number): readonly GridPlace[] {
  let [x, y, lineHeight] = [0, top, 0];
  return panels.map(({ width: w, height: h }) => {
    if (x + w > gridColumns) [x, y, lineHeight] = [0, y + lineHeight, 0];
    const place = { x, y, w, h };
    x += w;
    lineHeight = Math.max(lineHeight, h);
    return place;
  });
}

/** Where what is below those places begins. */
export function bottomOf(places: readonly GridPlace[], top: number): number {
  return Math.max(top, ...places.map(({ y, h }) => y + h));
}
