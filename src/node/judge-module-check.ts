import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Clock } from "../core/clock.ts";
import type { JudgeModule } from "../core/judge.ts";

/** Says whether a judge module may be loaded in a worker; a promise while it is being found out. */
export type JudgeModuleCheck = (module: JudgeModule) => boolean | Promise<boolean>;

/** How long a module that the main thread is itself still loading is waited for, in milliseconds. */
const loadTimeoutMs = 2_000;

/**
 * Creates the check that keeps applications out of workers. In a bundle `import.meta.url` names the whole
 * application, so that a judge module may be that: the process's main script is refused, and so is what does not
 * export the factory on this thread, where the judge's module has been loaded anyway. Needs `clock` to give up.
 */
export function createJudgeModuleCheck(
  clock: Clock,
  mainScript: string | undefined = process.argv[1],
): JudgeModuleCheck {
  const answers = new Map<string, boolean | Promise<boolean>>();
  return ({ module, factory }) => {
    const key = `${factory} ${module}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = isMainScript(module, mainScript) ? false : exportsFactory(module, factory, clock);
    answers.set(key, answer);
    if (answer !== false) void answer.then((found) => answers.set(key, found));
    return answer;
  };
}

function isMainScript(module: string, mainScript: string | undefined): boolean {
  if (mainScript === undefined || !module.startsWith("file:")) return false;
  try {
    return realpathSync(fileURLToPath(module)) === realpathSync(mainScript);
  } catch {
    return false;
  }
}

async function exportsFactory(module: string, factory: string, clock: Clock): Promise<boolean> {
  let stopWaiting = (): void => undefined;
  const timeout = new Promise<undefined>((resolve) => {
    stopWaiting = clock.schedule(() => resolve(undefined), loadTimeoutMs);
  });
  try {
    const loading: Promise<Readonly<Record<string, unknown>>> = import(
      /* webpackIgnore: true */ /* @vite-ignore */ module
    );
    const loaded = await Promise.race([loading, timeout]);
    return typeof loaded?.[factory] === "function";
  } catch {
    return false;
  } finally {
    stopWaiting();
  }
}
