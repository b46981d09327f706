import { createRagTriad, embeddedJudges } from "rag-triad";
import { createAskClient } from "../client/ask-client.ts";
import type { DemoOptions } from "../options.ts";
import { demoQueries } from "../queries.ts";
import { metricsExcerpt } from "../report/metrics-excerpt.ts";
import { conservationSection, latencySection, scoresSection, separationSection } from "../report/print-report.ts";
import { queryTable } from "../report/query-table.ts";
import { traceView } from "../report/trace-view.ts";
import { loadCorpus } from "../retrieval/corpus.ts";
import { createWrappedAsk } from "../service/ask.ts";
import { controlRun } from "../service/control-run.ts";
import { controlTrouble } from "../service/control-trouble.ts";
import { intentClassOf } from "../service/intent-class.ts";
import { close, listen } from "../service/listen.ts";
import { createPipeline, type CorruptionSettings } from "../service/pipeline.ts";
import { createAskServer } from "../service/server.ts";
import { breakableJudges, troubledPipeline, type Trouble } from "../service/trouble.ts";
import { compareLatency } from "./compare-latency.ts";
import { followEvaluations } from "./evaluations.ts";
import type { Output } from "./output.ts";
import { runRound, type Round, type RoundContext } from "./round.ts";
import { serveUntilStopped } from "./serve.ts";
import { summaryOf } from "./summary.ts";
import type { DemoTelemetry } from "./telemetry.ts";
import type { TraceKeeper } from "./trace-keeper.ts";

const intents = new Map(demoQueries.map(({ query, intentClass }) => [query, intentClass]));

/** Serves the corpus, sends the queries, and shows what came of it. Returns whether the counters added up. */
export async function runQueryDemo(
  options: DemoOptions,
  { telemetry, metricsUrl, traces }: DemoTelemetry,
  output: Output,
): Promise<boolean> {
  const corpus = await loadCorpus(new URL("../corpus/", import.meta.url));
  const corruption: CorruptionSettings = { share: options.corrupt, seed: options.seed };
  const trouble: Trouble = {};
  const { partDelayMs } = options;
  const pipeline = troubledPipeline(createPipeline(corpus, { corruption, partDelayMs }), {
    corrupted: createPipeline(corpus, { corruption: { share: 1, seed: options.seed }, partDelayMs }),
    trouble,
    intentOf: (query) => intents.get(query) ?? intentClassOf(query),
  });

  // This is all it takes to have a service scored. Judges need naming only where they are to be broken on purpose.
  const triad = createRagTriad({
    pipeline: "demo",
    modelVersion: "extractive-1",
    intentClass: intentClassOf,
    ...(options.serve ? { judges: breakableJudges(embeddedJudges(), trouble) } : {}),
  });
  telemetry.register(triad);
  triad.on("warning", ({ code, message }) => output.say(output.style.warn(`warning ${code}: ${message}`)));

  const evaluations = followEvaluations(triad);
  const ask = createWrappedAsk(triad, pipeline, evaluations.noteCorrupted);
  const context = (url: string): RoundContext => ({
    triad,
    evaluations,
    client: createAskClient(url),
    metricsUrl,
    queries: demoQueries,
    concurrency: options.concurrency,
  });
  const server = createAskServer(
    ask,
    options.serve
      ? {
          "/control/run": controlRun(corruption, () => runRound(context(url))),
          "/control/trouble": controlTrouble(trouble),
        }
      : {},
  );
  const url = await listen(server, options.port);
  try {
    const pages = new Set(corpus.map(({ title }) => title)).size;
    output.say(`Service at ${url}/ask over ${corpus.length} chunks of ${pages} pages; metrics at ${metricsUrl}`);
    output.say(
      `Sending ${demoQueries.length} queries, ${Math.round(options.corrupt * 100)} % of the answers to be corrupted on purpose …`,
    );
    const round = await runRound(context(url));
    const trace = traceOf(round, traces);
    const latency = await compareLatency(createPipeline(corpus), demoQueries, options.latencyPairs);
    show(round, output);
    output.section("Added latency: the same service, wrapped and bare, side by side", latencySection(latency));
    output.section("Conservation", conservationSection(round.scrapes, output.style));
    if (trace.length > 0) output.section("The trace of an answer that was corrupted and failed", trace);
    output.section(
      `From ${metricsUrl} (histogram of intent class faq; constant labels left out)`,
      metricsExcerpt(round.metricsPage, "faq"),
    );
    if (options.json)
      output.json(summaryOf(round.report, latency, round.scrapes, { metricsUrl, askUrl: `${url}/ask` }));
    if (options.serve) await serveUntilStopped({ url, metricsUrl, evaluations, output });
    return round.scrapes.violations.length === 0;
  } finally {
    await close(server);
  }
}

function show({ rows, report }: Round, { section, style }: Output): void {
  section("Queries and scores", queryTable(rows, style));
  section("Scores", scoresSection(report, style));
  section("Groundedness of clean and of corrupted answers", separationSection(report));
}

function traceOf({ rows }: Round, traces: TraceKeeper | undefined): string[] {
  const failed = rows
    .filter(({ evaluation }) => evaluation.corrupted !== undefined && evaluation.quality === "fail")
    .map((row) => ({ row, spans: traces?.spansOf(row.evaluation.traceId) ?? [] }))
    .filter(({ spans }) => spans.length > 0);
  // A contradicted claim is not among the unsupported ones: 0 of them beside a low score would need explaining.
  const telling = failed.filter(({ spans: [root] }) => root?.attributes["rag.claims.unsupported"] !== 0);
  const { row, spans } = telling.find((sample) => sample.row.intentClass === "faq") ?? telling[0] ?? failed[0] ?? {};
  if (row === undefined || spans === undefined) return [];
  return [
    `query      ${row.query}`,
    `answer     ${row.answer}`,
    `corrupted  ${row.evaluation.corrupted}`,
    "",
    ...traceView(spans),
  ];
}
