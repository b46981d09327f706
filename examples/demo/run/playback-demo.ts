import { createRagTriad } from "rag-triad";
import { addedLatency } from "../measure/added-latency.ts";
import { watchScrapes } from "../measure/scrape-watch.ts";
import type { DemoOptions } from "../options.ts";
import { play } from "../playback/play.ts";
import { createRecordedPipeline } from "../playback/recorded-pipeline.ts";
import { metricsExcerpt } from "../report/metrics-excerpt.ts";
import { createPlaybackRows } from "../report/playback-rows.ts";
import { conservationSection, latencySection, scoresSection, separationSection } from "../report/print-report.ts";
import { createTally } from "../report/tally.ts";
import { followEvaluations } from "./evaluations.ts";
import type { Output } from "./output.ts";
import { serveUntilStopped } from "./serve.ts";
import { summaryOf } from "./summary.ts";
import type { DemoTelemetry } from "./telemetry.ts";

const intentClass = "recorded";
const flushTimeoutMs = 60_000;
const shownBadLines = 10;

/** Plays a recording through a wrapped pipeline and shows what came of it. Returns whether the counters added up. */
export async function runPlaybackDemo(
  path: string,
  options: DemoOptions,
  { telemetry, metricsUrl }: DemoTelemetry,
  output: Output,
): Promise<boolean> {
  const triad = createRagTriad({ pipeline: "playback", modelVersion: "recorded", intentClass });
  telemetry.register(triad);
  triad.on("warning", ({ code, message }) => output.say(output.style.warn(`warning ${code}: ${message}`)));
  const evaluations = followEvaluations(triad);
  const tally = createTally();
  const rows = createPlaybackRows();
  // Held from the playing of an interaction to the end of its evaluation: a bounded number of them.
  const open = new Map<
    string,
    { readonly id: string; readonly query: string | null; readonly label: 0 | 1 | undefined }
  >();
  const stopListening = evaluations.on((evaluation) => {
    const recorded = open.get(evaluation.id);
    open.delete(evaluation.id);
    tally.add({ ...evaluation, label: recorded?.label });
    rows.add({ ...evaluation, id: recorded?.id ?? evaluation.id, query: recorded?.query ?? null });
  });

  output.say(`Playing ${path}; metrics at ${metricsUrl}`);
  const watch = watchScrapes(metricsUrl);
  const pipeline = createRecordedPipeline({ share: options.corrupt, seed: options.seed });
  const {
    played,
    badLines,
    latency: pairs,
  } = await play(path, {
    triad,
    pipeline,
    latencyPairs: options.latencyPairs,
    listener: {
      onPlayed: (requestId, { id, query, label }) => open.set(requestId, { id, query, label }),
      onCorrupted: evaluations.noteCorrupted,
      onBadLine: createBadLineNotice(path, output),
    },
  });
  const { done, remaining } = await triad.flush({ timeoutMs: flushTimeoutMs });
  if (!done) throw new Error(`${remaining} interactions were still not evaluated after ${flushTimeoutMs / 1000} s.`);
  const { lastPage, ...scrapes } = await watch.stop();
  stopListening();

  const report = tally.report();
  const latency = addedLatency(pairs);
  output.section("The interactions with the lowest groundedness", rows.lines(output.style));
  output.section("Scores", scoresSection(report, output.style));
  output.section("Groundedness", separationSection(report));
  output.section("Added latency: the same functions, wrapped and bare", latencySection(latency));
  output.section("Conservation", conservationSection(scrapes, output.style));
  output.section(`From ${metricsUrl} (constant labels left out)`, metricsExcerpt(lastPage, intentClass));
  output.say("", `${played} interactions played, ${badLines} bad lines skipped.`);
  if (options.json) output.json({ ...summaryOf(report, latency, scrapes, { metricsUrl }), badLines });
  if (options.serve) await serveUntilStopped({ metricsUrl, evaluations, output });
  return scrapes.violations.length === 0;
}

function createBadLineNotice(path: string, { say, style }: Output): (number: number, problem: string) => void {
  let told = 0;
  return (number, problem) => {
    told++;
    if (told <= shownBadLines) say(style.warn(`${path}:${number}: ${problem}; skipped`));
    else if (told === shownBadLines + 1) say(style.warn("Further bad lines are counted, not shown."));
  };
}
