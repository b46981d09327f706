import { eventually } from "../../../scripts/e2e/eventually.ts";

/** The value of a query that has one series, as Prometheus's API has it, at a time in seconds; `undefined` without any. */
export async function valueAt(url: string, query: string, time: number): Promise<number | undefined> {
  const { result } = await get<{ readonly result: readonly { readonly value: readonly [number, string] }[] }>(
    `${url}/api/v1/query?${new URLSearchParams({ query, time: String(time) }).toString()}`,
  );
  if (result.length > 1) throw new Error(`${query} has ${result.length} series.`);
  return result[0] === undefined ? undefined : Number(result[0].value[1]);
}

/** The names of all metrics that are stored. */
export function metricNames(url: string): Promise<readonly string[]> {
  return get<readonly string[]>(`${url}/api/v1/label/__name__/values`);
}

/** Waits until a query has a value; returns it. */
export function valueSoon(url: string, query: string, time: number): Promise<number> {
  return eventually(`${query} at ${time}`, () => valueAt(url, query, time));
}

async function get<T>(address: string): Promise<T> {
  const response = await fetch(address);
  const body = (await response.json()) as { readonly error?: string; readonly data?: T };
  if (body.data === undefined) throw new Error(`${address}: ${body.error}`);
  return body.data;
}
