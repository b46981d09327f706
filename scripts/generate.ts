import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { configArtifacts } from "./config/artifacts.ts";
import { root } from "./run-step.ts";

// `npm run generate`: writes what is derived from tables in src.
for (const [path, text] of Object.entries(configArtifacts())) writeFileSync(join(root, path), text);
spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", "schema"], { cwd: root, stdio: "inherit" });
