/** A value in one of Grafana's units. */
export function formatValue(value, unit, decimals) {
  if (unit === "percentunit") return `${(100 * value).toFixed(decimals ?? 1)}%`;
  if (unit === "s") return formatSeconds(value);
  if (unit === "currencyUSD") return `$${value.toFixed(decimals ?? 2)}`;
  const text = decimals === undefined ? significant(value) : value.toFixed(decimals);
  if (unit === "reqps") return `${text} req/s`;
  return unit === "ops" ? `${text} ops/s` : text;
}

/** A time of day, with seconds where the range is short. */
export function formatTime(seconds, rangeSeconds) {
  const date = new Date(1000 * seconds);
  if (rangeSeconds > 2 * 86_400) return date.toLocaleDateString("en-GB", { day: "2-digit", month: "short" });
  const withSeconds = rangeSeconds < 1200 ? { second: "2-digit" } : {};
  return date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...withSeconds });
}

function formatSeconds(value) {
  if (value === 0) return "0 s";
  if (value < 0.001) return `${significant(1e6 * value)} µs`;
  return value < 1 ? `${significant(1000 * value)} ms` : `${significant(value)} s`;
}

function significant(value) {
  if (value === 0) return "0";
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
