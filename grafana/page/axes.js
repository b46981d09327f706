import { shape } from "./elements.js";
import { formatTime, formatValue } from "./format.js";

const margin = { left: 62, right: 8, top: 6, bottom: 18 };

/** The place to draw in, and where times are in it. */
export function frameOf(width, height, { start, end }) {
  const inner = {
    x: margin.left,
    y: margin.top,
    w: width - margin.left - margin.right,
    h: height - margin.top - margin.bottom,
  };
  const atTime = (time) => inner.x + (inner.w * (time - start)) / (end - start);
  const svg = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  for (let mark = 0; mark <= 4; mark += 1) {
    const time = start + (mark * (end - start)) / 4;
    const anchor = mark === 0 ? "start" : mark === 4 ? "end" : "middle";
    svg.append(shape("text", { x: atTime(time), y: height - 4, "text-anchor": anchor }, formatTime(time, end - start)));
  }
  return { svg, inner, atTime };
}

/** Draws the lines of an axis of values, and returns where values are. `min` and `max` hold, as in Grafana. */
export function valueAxis({ svg, inner }, values, { unit, decimals, min, max }) {
  const [least, most] = [min ?? Math.min(...values), max ?? Math.max(...values)];
  const step = roundStep((most - least) / 4);
  const from = min ?? Math.floor(least / step + 1e-9) * step;
  const to = max ?? Math.max(Math.ceil(most / step - 1e-9) * step, from + step);
  const atValue = (value) => inner.y + inner.h - (inner.h * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  for (let value = from; value <= to + 1e-9; value += step) {
    const y = atValue(value);
    svg.append(
      shape("line", { x1: inner.x, x2: inner.x + inner.w, y1: y, y2: y, stroke: "#2b2f36" }),
      shape("text", { x: inner.x - 6, y: y + 3.5, "text-anchor": "end" }, formatValue(rounded(value), unit, decimals)),
    );
  }
  return atValue;
}

function rounded(value) {
  return Number(value.toPrecision(12));
}

function roundStep(step) {
  if (!(step > 0)) return 0.25;
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= step - 1e-12) ?? step;
}
