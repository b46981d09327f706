import { expect, test } from "vitest";
import type { Machine } from "../../../scripts/e2e/machine.ts";
import { prepareEndToEnd } from "../../../scripts/e2e/prepare.ts";
import { howToGet, programs } from "../../../scripts/e2e/programs.ts";

/** A machine that notes what is done to it; `install` brings every program when it succeeds. */
function fakeMachine({
  isRoot = true,
  apt = true,
  lists = true,
  installed = false,
  offline = false,
  unknownPackage = "",
}): Machine & { readonly done: string[] } {
  const state = { lists, commands: new Set(installed ? programs.flatMap(({ commands }) => commands) : []) };
  const done: string[] = [];
  return {
    done,
    isRoot,
    has: (command) => (command === "apt-get" ? apt : state.commands.has(command)),
    aptGet([action = "", ...rest]) {
      done.push(`apt-get ${action} ${rest.filter((argument) => !argument.startsWith("--")).join(" ")}`.trim());
      if (offline) return false;
      if (action === "update") return (state.lists = true);
      if (!state.lists || rest.includes(unknownPackage)) return false;
      for (const { commands, debianPackage } of programs) {
        if (rest.includes(debianPackage)) for (const command of commands) state.commands.add(command);
      }
      return true;
    },
    withoutServices(f) {
      done.push("services off");
      f();
      done.push("services on");
    },
    say: () => {},
  };
}

const install = `apt-get install ${programs.map(({ debianPackage }) => debianPackage).join(" ")}`;

test("what is there is left alone", () => {
  const machine = fakeMachine({ installed: true });
  expect(prepareEndToEnd(machine)).toEqual([]);
  expect(machine.done).toEqual([]);
});

test("root gets what is missing, with services off while it is installed", () => {
  const machine = fakeMachine({});
  expect(prepareEndToEnd(machine)).toEqual([]);
  expect(machine.done).toEqual(["services off", install, "services on"]);
});

test("without package lists they are fetched, and it is tried again", () => {
  const machine = fakeMachine({ lists: false });
  expect(prepareEndToEnd(machine)).toEqual([]);
  expect(machine.done).toEqual(["services off", install, "apt-get update", install, "services on"]);
});

test("a package that there is not keeps none of the others away", () => {
  const machine = fakeMachine({ unknownPackage: "victoria-metrics" });
  expect(prepareEndToEnd(machine).map(({ name }) => name)).toEqual(["VictoriaMetrics"]);
});

test.each([{ isRoot: false }, { apt: false }])("%o: nothing is tried, and all of it is missing", (kind) => {
  const machine = fakeMachine(kind);
  expect(prepareEndToEnd(machine)).toEqual(programs);
  expect(machine.done).toEqual([]);
});

test("offline it is missing, and the message says how to get it", () => {
  const [missing] = prepareEndToEnd(fakeMachine({ offline: true }));
  expect(missing === undefined ? "" : howToGet(missing)).toBe(
    "Prometheus (prometheus, promtool): apt-get install prometheus as root, or put the commands on the PATH",
  );
});
