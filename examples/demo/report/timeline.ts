import type { AlertEvent } from "../incident/alert-log.ts";
import type { Output } from "../run/output.ts";

/** Lines with the seconds since the start and, within an incident, since its beginning. */
export interface Timeline {
  say(line: string): void;
  begin(title: string): void;
  /** A line for an alert that has reached somebody. */
  event(event: AlertEvent): void;
  /** An event as JSON, its time in seconds since the start. */
  plain(event: AlertEvent): object;
}

/** A timeline that starts now. */
export function createTimeline({ say, section, style }: Pick<Output, "say" | "section" | "style">): Timeline {
  const startedAtMs = performance.now();
  let begunAtMs: number | undefined;

  function line(text: string, atMs = performance.now()): void {
    const total = `${((atMs - startedAtMs) / 1000).toFixed(1)} s`.padStart(8);
    const since = begunAtMs === undefined ? "" : `+${(Math.max(0, atMs - begunAtMs) / 1000).toFixed(1)} s`;
    say(`${style.dim(`${total} ${since.padStart(8)}`)}  ${text}`);
  }

  return {
    say: line,
    begin(title) {
      section(title[0]?.toUpperCase() + title.slice(1), []);
      begunAtMs = performance.now();
    },
    event({ atMs, receiver, status, labels, annotations }) {
      const { alertname = "", severity = "", rag_intent_class: intent, rag_metric: metric } = labels;
      const mark = status === "resolved" ? style.good : severity === "page" ? style.bad : style.warn;
      const kind = status === "resolved" ? "resolved" : severity === "none" ? "alive" : severity;
      const [said = ""] = /^.*?\.(?= |$)/.exec(annotations["description"] ?? "") ?? [];
      const about = [intent, metric].filter((part) => part !== undefined).join(", ");
      line(
        `${mark(kind.padEnd(8))} → ${receiver.padEnd(11)} ${alertname}${about === "" ? "" : ` (${about})`}${status === "firing" ? `: ${said}` : ""}`,
        atMs,
      );
    },
    plain: ({ atMs, ...event }) => ({ atSeconds: Math.round((atMs - startedAtMs) / 100) / 10, ...event }),
  };
}
