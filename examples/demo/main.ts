import { readOptions, usage, UsageError, type DemoOptions } from "./options.ts";
import { endingAll } from "./run/ending-all.ts";
import { createOutput } from "./run/output.ts";
import { runPageDemo } from "./run/page-demo.ts";
import { runPlaybackDemo } from "./run/playback-demo.ts";
import { runQueryDemo } from "./run/query-demo.ts";
import { startDemoTelemetry } from "./run/telemetry.ts";

async function main(argv: readonly string[]): Promise<number> {
  let options: DemoOptions;
  try {
    options = readOptions(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`demo: ${error.message}\n(--help lists the options)\n`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const output = createOutput(options);
  if (options.page) return (await endingAll(() => runPageDemo(options, output), output.say)) ? 0 : 1;
  const telemetry = await startDemoTelemetry(options.metricsPort);
  try {
    const conserved =
      options.interactions === undefined
        ? await runQueryDemo(options, telemetry, output)
        : await runPlaybackDemo(options.interactions, options, telemetry, output);
    return conserved ? 0 : 1;
  } finally {
    await telemetry.telemetry.shutdown();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
