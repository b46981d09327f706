import { createStyle, type Style } from "../report/style.ts";

/** Where the demo's text goes. */
export interface Output {
  readonly style: Style;
  /** A line for people: on stdout, or on stderr when stdout belongs to the JSON. */
  say(...lines: readonly string[]): void;
  /** A heading with its lines. */
  section(title: string, lines: readonly string[]): void;
  /** One JSON object on a line of stdout. */
  json(value: object): void;
}

/** Text on stdout, or on stderr beside JSON. Colours only where a terminal shows them. */
export function createOutput({ json }: { readonly json: boolean }): Output {
  const stream = json ? process.stderr : process.stdout;
  // A reader that has gone away (`| head`, or a closed terminal) is no reason to fail: what is left to say is left out.
  for (const output of [process.stdout, process.stderr]) output.on("error", ignoreClosedPipe);
  const style = createStyle(stream.isTTY === true && process.env["NO_COLOR"] === undefined);
  const say = (...lines: readonly string[]): void => void stream.write(lines.map((line) => `${line}\n`).join(""));
  return {
    style,
    say,
    section: (title, lines) => say("", style.bold(`── ${title}`), "", ...lines),
    json: (value) => void process.stdout.write(`${JSON.stringify(value)}\n`),
  };
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
}
