/** Asks for a URL; rejects when there is no answer. `fetch`, and another in tests. */
export type Fetch = (
  url: URL,
  headers: Readonly<Record<string, string>>,
) => Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<unknown> }>;

/** One series of an instant query's result. */
export interface Row {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** The series of an instant query. Rejects with a message for the user, without the address's credentials. */
export async function queryPrometheus(prometheus: URL, expression: string, fetch: Fetch): Promise<readonly Row[]> {
  const url = new URL(prometheus);
  url.pathname = `${url.pathname.replace(/\/+$/u, "")}/api/v1/query`;
  url.searchParams.set("query", expression);
  // fetch refuses addresses that have them.
  url.username = "";
  url.password = "";
  const address = addressOf(prometheus);
  const answer = await fetch(url, authorization(prometheus)).catch((cause: unknown) => {
    throw new Error(`${address} does not answer`, { cause });
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status} to ${expression}`);
  const body = await answer.json().catch((cause: unknown) => {
    throw new Error(`${address} did not answer as Prometheus does`, { cause });
  });
  const rows = (body as { readonly data?: { readonly result?: unknown } } | null)?.data?.result;
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error(`${address} did not answer as Prometheus does`);
  return rows;
}

/** An address as messages have it: without credentials, and without a query, which may hold some too. */
export function addressOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/u, "")}`;
}

function authorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isRow(row: unknown): row is Row {
  const { metric, value } = (row ?? {}) as { readonly metric?: unknown; readonly value?: unknown };
  return typeof metric === "object" && metric !== null && Array.isArray(value) && typeof value[1] === "string";
}
