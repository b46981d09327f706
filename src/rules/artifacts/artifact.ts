import type { RuleContext } from "../context.ts";
import type { YamlWriter } from "./render-rule-file.ts";

/** A generated file. */
export interface Artifact {
  /** Relative to the folder of the output, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What a producer of files gets. */
export interface ArtifactContext extends RuleContext {
  /** What the files are made from, for the comments at their heads: a file's name, or `the defaults`. */
  readonly source: string;
  readonly writeYaml: YamlWriter;
}

/** Makes some of the files that `rag-triad rules` writes. */
export type ArtifactProducer = (context: ArtifactContext) => readonly Artifact[] | Promise<readonly Artifact[]>;
