// The page is at <prometheus>/user/page/, whatever comes before.
const root = new URL("../../", document.baseURI);

/** Asks Prometheus' API. Rejects with what it says. */
async function ask(path, parameters) {
  const response = await fetch(new URL(`api/v1/${path}?${new URLSearchParams(parameters)}`, root));
  const body = await response.json().catch(() => ({ error: `${response.status} ${response.statusText}` }));
  if (body.status !== "success") throw new Error(body.error);
  return body.data;
}

/** The series of an instant query: `{ labels, value }`. */
export async function queryNow(expression, time) {
  const { result } = await ask("query", { query: expression, time: String(time) });
  return result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
}

/** The series of a range query: `{ labels, points: [seconds, value][] }`. */
export async function queryRange(expression, { start, end, step }) {
  const { result } = await ask("query_range", {
    query: expression,
    start: String(start),
    end: String(end),
    step: String(step),
  });
  return result.map(({ metric, values }) => ({
    labels: metric,
    points: values.map(([time, value]) => [time, Number(value)]),
  }));
}

/** The values of `label_values(selector, label)`. */
export async function labelValues(selector, label, { start, end }) {
  return ask(`label/${encodeURIComponent(label)}/values`, {
    "match[]": selector,
    start: String(start),
    end: String(end),
  });
}
