import { basename } from "node:path";
import { loadConfig } from "../../config/config-file.ts";
import { readTextFile } from "../../node/read-text-file.ts";
import { grafanaArtifacts } from "../../rules/artifacts/grafana.ts";
import { proposeObjectives } from "../../rules/calibration.ts";
import { ruleProfiles } from "../../rules/profile.ts";
import { defaultConfig, resolveRuleSettings, type RuleSettings } from "../../rules/settings.ts";
import type { CliIo } from "../cli-io.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { print } from "../print.ts";
import { readArguments } from "../read-arguments.ts";
import { compareArtifacts, generateArtifacts, writeArtifacts } from "./generated-files.ts";
import { loadYamlWriter } from "./load-yaml.ts";
import { artifactProducers } from "./producers.ts";
import { explainProposal } from "./explain-proposal.ts";
import { measureViolations } from "./measure-violations.ts";
import { addressOf } from "./prometheus-query.ts";
import { rulesHelp } from "./rules-help.ts";
import { resolveRulesOptions, rulesFlags } from "./rules-options.ts";

/** How long a Prometheus may take to answer: its own limit for a query is 2 minutes. */
const answerTimeoutMs = 120_000;

/** `rag-triad rules`: one configuration in, rules and dashboards out. */
export const rulesCommand: Command = {
  name: "rules",
  summary: "write Prometheus rules and dashboards from one configuration file",
  help: rulesHelp,
  async run(argv, io) {
    const options = resolveRulesOptions(readArguments(argv, rulesFlags));
    const config = options.config === undefined ? defaultConfig : loadConfig(options.config, readTextFile);
    const settings = resolveRuleSettings(config);
    if (options.calibrate !== undefined) return calibrate(options.calibrate, settings, io);
    const artifacts = await generateArtifacts(
      {
        settings,
        profile: ruleProfiles[options.profile],
        source: options.config === undefined ? config.path : basename(config.path),
        writeYaml: await loadYamlWriter(),
      },
      options.hasDashboards ? artifactProducers : artifactProducers.filter((producer) => producer !== grafanaArtifacts),
    );
    if (!options.isCheck) {
      await writeArtifacts(options.out, artifacts);
      await print(io, artifacts.map(({ path }) => `${path}\n`).join(""));
      return exitCodes.done;
    }
    const differences = await compareArtifacts(options.out, artifacts);
    for (const { path, kind } of differences) io.stderr.write(`${path}: ${kind}\n`);
    return differences.length === 0 ? exitCodes.done : exitCodes.failed;
  },
};

async function calibrate(prometheus: URL, settings: RuleSettings, io: CliIo): Promise<number> {
  const shares = await measureViolations(prometheus, settings, (url, headers) =>
    fetch(url, { headers, signal: AbortSignal.timeout(answerTimeoutMs) }),
  );
  if (shares.length === 0) throw new Error(`${addressOf(prometheus)} has no scores within ${settings.longWindow}`);
  const proposal = proposeObjectives(shares, settings);
  for (const line of explainProposal(proposal, settings)) io.stderr.write(`${line}\n`);
  const { objectives, burnWindows } = proposal;
  await print(io, `${JSON.stringify({ alerting: { objectives, burnWindows } }, null, 2)}\n`);
  return exitCodes.done;
}
