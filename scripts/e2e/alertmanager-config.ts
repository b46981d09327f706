import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** A node of Alertmanager's tree of routes. */
interface Route {
  readonly receiver?: string;
  readonly routes?: readonly Route[];
  readonly [key: string]: unknown;
}

/** What alertmanager.yml holds, as far as it is looked at here. */
export interface AlertmanagerConfig {
  readonly route: Route;
  readonly inhibit_rules: readonly object[];
  readonly receivers: readonly { readonly name: string; readonly [kind: string]: unknown }[];
  readonly templates: readonly string[];
  readonly [key: string]: unknown;
}

/** The file that is shipped. */
export const alertmanagerFile = fileURLToPath(new URL("../../alertmanager/alertmanager.yml", import.meta.url));

const templates = fileURLToPath(new URL("../../alertmanager/templates/*.tmpl", import.meta.url));

/** The shipped configuration with its own receivers; it waits for seconds where it would wait for minutes. */
export async function quickAlertmanagerConfig(): Promise<AlertmanagerConfig> {
  const shipped = parse(await readFile(alertmanagerFile, "utf8")) as AlertmanagerConfig;
  return { ...shipped, route: quicker(shipped.route), templates: [templates] };
}

/**
 * The same, with every receiver a webhook at `url`/name instead. Routes and inhibition are the shipped ones. What resolves
 * is sent too, but for the dead man's switch, as shipped.
 */
export async function webhookAlertmanagerConfig(url: string): Promise<AlertmanagerConfig> {
  const config = await quickAlertmanagerConfig();
  return {
    ...config,
    receivers: config.receivers.map(({ name }) => ({
      name,
      webhook_configs: [{ url: `${url}/${name}`, send_resolved: name !== "rag-deadman" }],
    })),
  };
}

function quicker(route: Route): Route {
  return {
    ...route,
    ...("group_wait" in route ? { group_wait: "2s", group_interval: "1s", repeat_interval: "1h" } : {}),
    ...(route.routes === undefined ? {} : { routes: route.routes.map(quicker) }),
  };
}
