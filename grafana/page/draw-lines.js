import { frameOf, valueAxis } from "./axes.js";
import { seriesColour } from "./colours.js";
import { element, shape } from "./elements.js";

/** Lines, or areas that add up. A gap is a gap. */
export function drawLines(body, { fieldConfig }, series, time) {
  const { unit, decimals, min, max, custom } = fieldConfig.defaults;
  const isStacked = custom?.stacking?.mode === "normal";
  const drawn = (isStacked ? stacked(series, time) : series).map((one, index) => ({
    ...one,
    colour: one.limit ?? seriesColour(index),
  }));
  const values = drawn.flatMap(({ points }) => points.map(([, value]) => value)).filter(Number.isFinite);
  const legend = element("div", { class: "legend" }, ...legendOf(drawn));
  const frame = frameOf(body.clientWidth, Math.max(60, body.clientHeight - 38), time);
  const atValue = valueAxis(frame, values, { unit, decimals, min, max });
  const painted = isStacked ? drawn.toReversed() : drawn;
  for (const { points, colour, limit } of painted) {
    const path = points
      .map(([at, value], index) => {
        const isNew = index === 0 || at - points[index - 1][0] > 1.5 * time.step;
        return `${isNew ? "M" : "L"}${frame.atTime(at).toFixed(1)} ${atValue(value).toFixed(1)}`;
      })
      .join("");
    if (isStacked && points.length > 1) frame.svg.append(area(path, points, frame, colour));
    frame.svg.append(
      shape("path", {
        d: path,
        fill: "none",
        stroke: colour,
        "stroke-width": limit === undefined ? 1.6 : 1,
        "stroke-linecap": "round",
        ...(limit === undefined ? {} : { "stroke-dasharray": "5 5" }),
      }),
    );
  }
  body.append(frame.svg, legend);
}

function area(path, points, { inner, atTime }, colour) {
  const bottom = inner.y + inner.h;
  const ends = [points.at(-1)[0], points[0][0]].map((at) => `L${atTime(at).toFixed(1)} ${bottom}`).join("");
  // Each area covers what is below its line: the ones below it are painted over it.
  return shape("path", {
    d: `${path.replaceAll(/(?<!^)M/g, "L")}${ends}Z`,
    fill: `color-mix(in srgb, ${colour} 45%, #181b1f)`,
  });
}

function legendOf(series) {
  const limits = new Set();
  return series.flatMap(({ name, colour, limit }) => {
    if (limit !== undefined) {
      const kind = name.split(":")[0];
      if (limits.has(kind)) return [];
      limits.add(kind);
      return [entry(kind, colour, "limit")];
    }
    return [entry(name, colour, "line")];
  });
}

function entry(name, colour, kind) {
  return element("span", {}, element("i", { class: kind, style: `border-color: ${colour}` }), name);
}

function stacked(series, { start, end, step }) {
  const below = new Map();
  return series.map((one) => {
    const own = new Map(one.points.map(([at, value]) => [at.toFixed(3), value]));
    const points = [];
    for (let at = start; at <= end + step / 2; at += step) {
      const key = at.toFixed(3);
      const value = (below.get(key) ?? 0) + (own.get(key) ?? 0);
      below.set(key, value);
      points.push([at, value]);
    }
    return { ...one, points };
  });
}
