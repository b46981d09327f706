import { frameOf } from "./axes.js";
import { bucketColour } from "./colours.js";
import { shape } from "./elements.js";

/** Buckets from below to above, times from left to right; the more in a bucket, the brighter. */
export function drawHeatmap(body, _panel, series, time) {
  const sorted = series
    .map((one) => ({ ...one, bound: Number(one.labels.le.replace("+Inf", "Infinity")) }))
    .toSorted((a, b) => a.bound - b.bound);
  const frame = frameOf(body.clientWidth, Math.max(60, body.clientHeight), time);
  const { inner, atTime, svg } = frame;
  const height = inner.h / sorted.length;
  const width = Math.max(1.5, (inner.w * time.step) / (time.end - time.start) + 0.3);
  const cells = sorted.flatMap(({ points }, row) => {
    const below = new Map(row === 0 ? [] : sorted[row - 1].points);
    return points.map(([at, count]) => ({ row, at, count: Math.max(0, count - (below.get(at) ?? 0)) }));
  });
  const most = Math.max(...cells.map(({ count }) => count));
  for (const { row, at, count } of cells) {
    if (count < 1e-9) continue;
    const y = inner.y + inner.h - (row + 1) * height;
    const x = Math.max(inner.x, atTime(at) - width);
    svg.append(shape("rect", { x, y, width, height: Math.max(1, height - 1), fill: bucketColour(count / most) }));
  }
  for (const [row, { labels }] of sorted.entries()) {
    if (row % Math.ceil(sorted.length / 8) !== 0) continue;
    svg.append(
      shape(
        "text",
        { x: inner.x - 6, y: inner.y + inner.h - row * height - height / 2 + 3.5, "text-anchor": "end" },
        labels.le,
      ),
    );
  }
  body.append(svg);
}
