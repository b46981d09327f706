/** The colours of series, one after the other. */
const series = [
  "#73bf69",
  "#5794f2",
  "#ff9830",
  "#b877d9",
  "#fade2a",
  "#8ab8ff",
  "#ff7383",
  "#37c4a3",
  "#ffcb7d",
  "#c0a6f2",
];

const named = { green: "#73bf69", orange: "#ff9830", red: "#f2495c", blue: "#8ab8ff" };

/** The colour of the series at an index. */
export function seriesColour(index) {
  return series[index % series.length];
}

/** A colour that Grafana has a name for, or any of CSS. */
export function namedColour(name) {
  return named[name] ?? name;
}

/** From red over yellow to green, for a share in [0, 1]. */
export function heatColour(share) {
  return `hsl(${Math.round(120 * Math.min(1, Math.max(0, share)))} 62% 58%)`;
}

/** From the panel's own colour to orange, for a share in [0, 1]. */
export function bucketColour(share) {
  const weight = Math.sqrt(share);
  return `hsl(${Math.round(18 + 20 * weight)} ${Math.round(20 + 75 * weight)}% ${Math.round(12 + 46 * weight)}%)`;
}
