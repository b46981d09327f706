import { generateArtifacts } from "../../src/cli/rules/generated-files.ts";
import { loadYamlWriter } from "../../src/cli/rules/load-yaml.ts";
import type { Artifact } from "../../src/rules/artifacts/artifact.ts";
import { defaultContext } from "../../src/rules/catalogue.ts";
import { defaultConfig } from "../../src/rules/settings.ts";

/** The generated files that the package ships: what `rag-triad rules` writes without a configuration. */
export async function shippedArtifacts(): Promise<readonly Artifact[]> {
  return generateArtifacts({ ...defaultContext, source: defaultConfig.path, writeYaml: await loadYamlWriter() });
}
