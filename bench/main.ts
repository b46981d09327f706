import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { benchJudges } from "./judges/bench-judges.ts";
import { measureEventLoopDelay } from "./event-loop.ts";
import { measureHugeInputs } from "./huge-inputs.ts";
import { round } from "./measure.ts";
import { measureMemory } from "./memory.ts";
import { measureRequestPath } from "./request-path.ts";
import { benchRules } from "./rules/bench-rules.ts";
import { registerDiscardingSdk } from "./telemetry.ts";
import { measureThroughput } from "./throughput.ts";
import { typicalRequests } from "./workload.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    judges: { type: "boolean", default: false },
    rules: { type: "boolean", default: false },
    "nli-model": { type: "string" },
  },
});
if (values.help) {
  console.log(
    "Usage: npm run bench -- [--json] [--judges [--nli-model <folder>]] [--rules]\n\nMeasures what rag-triad costs; with --judges what LLM, embedding and NLI judges do, with --rules what the alert rules cost a real Prometheus. --json prints one JSON object as the last line of stdout.",
  );
  process.exit(0);
}

const say = (line: string) => process.stderr.write(`${line}\n`);
say(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}`);
if (values.judges) {
  const measured = await benchJudges(say, { nliModel: values["nli-model"] });
  if (values.json) console.log(JSON.stringify(measured));
  process.exit(0);
}
if (values.rules) {
  const measured = await benchRules(say);
  if (values.json) console.log(JSON.stringify(measured));
  process.exit(measured.cpuSeconds < measured.mostSeconds ? 0 : 1);
}
registerDiscardingSdk();
const requests = typicalRequests(400);

const path = await measureRequestPath(requests);
say(
  `request path: ${round(path.triadMicroseconds)} µs with rag-triad, ${round(path.handWrittenMicroseconds)} µs with hand-written spans: × ${round(path.ratio)} (at most 2.5)`,
);
const delay = await measureEventLoopDelay(requests);
say(
  `event-loop delay p99 at 200 requests/s: ${round(delay.on)} ms scoring, ${round(delay.off)} ms not scoring (at most 2 ms more)`,
);
const throughput = await measureThroughput(requests);
say(
  `scoring on one core: ${round(throughput.interactionsPerSecond, 0)} interactions/s, p50 ${round(throughput.interactionMs.p50)} ms, p99 ${round(throughput.interactionMs.p99)} ms`,
);
const huge = await measureHugeInputs();
say(
  `longest block of the event loop on huge input: ${round(huge.maxBlockMs.worker)} ms with a worker (${huge.worst["worker"]}), ${round(huge.maxBlockMs.inline)} ms inline (${huge.worst["inline"]}) (at most 50)`,
);
const memory = await measureMemory(requests);
say(
  `memory: ${round(memory.heldBytesPerRequest, 0)} bytes a held request, ${round(memory.rssGrowthBytes / 1_048_576)} MiB more resident after 100,000 requests`,
);

if (values.json) {
  console.log(
    JSON.stringify({
      requestPathRatio: round(path.ratio, 3),
      requestPathMicroseconds: {
        triad: round(path.triadMicroseconds),
        handWritten: round(path.handWrittenMicroseconds),
      },
      eventLoopDelayP99Ms: { on: round(delay.on, 3), off: round(delay.off, 3) },
      interactionsPerSecond: round(throughput.interactionsPerSecond, 1),
      interactionMs: { p50: round(throughput.interactionMs.p50, 3), p99: round(throughput.interactionMs.p99, 3) },
      maxBlockMs: { worker: round(huge.maxBlockMs.worker), inline: round(huge.maxBlockMs.inline) },
      heldBytesPerRequest: Math.round(memory.heldBytesPerRequest),
      rssGrowthBytes: memory.rssGrowthBytes,
      node: process.version,
    }),
  );
}
process.exit(0);
