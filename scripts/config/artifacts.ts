import { configSchema } from "./json-schema.ts";
import { optionsPage } from "./options-page.ts";

/** The files that are written from the table of options, by path from the root. */
export function configArtifacts(): Readonly<Record<string, string>> {
  return {
    "docs/options.md": optionsPage(),
    "schema/rag-triad.config.schema.json": `${JSON.stringify(configSchema(), null, 2)}\n`,
  };
}
