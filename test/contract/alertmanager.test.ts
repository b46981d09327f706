import { expect, test } from "vitest";
import { shippedText, yamlOf } from "./deploy/shipped-text.ts";

interface Config {
  readonly global: { readonly resolve_timeout: string };
}

const config = yamlOf<Config>(shippedText("alertmanager/alertmanager.yml"));

test("an alert that nobody says the end of ends after Alertmanager's own five minutes", () => {
  expect(config.global).toEqual({ resolve_timeout: "5m" });
});
