import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refreshPage } from "./cli/command-page.ts";
import { configArtifacts } from "./config/artifacts.ts";
import { writeArtifacts } from "../src/cli/rules/generated-files.ts";
import { shippedArtifacts } from "./rules/shipped-artifacts.ts";
import { root } from "./run-step.ts";

// `npm run generate`: writes what is derived from tables in src, and what the commands of docs/cli.md print.
for (const [path, text] of Object.entries(configArtifacts())) writeFileSync(join(root, path), text);
await writeArtifacts(root, await shippedArtifacts());
spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", "schema"], { cwd: root, stdio: "inherit" });
const commandPage = join(root, "docs/cli.md");
writeFileSync(commandPage, refreshPage(readFileSync(commandPage, "utf8")));
