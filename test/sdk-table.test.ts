import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { importsOf } from "./house/imports.ts";
import { commandVerbs, helpText, verbsInHelp } from "./verbs-in-help.ts";
import { type FlagName, flagForms, flagText } from "../src/cli/sdk/flag-values.ts";
import { type VerbEntry, verbTable } from "../src/cli/sdk/verb-table.ts";

/** Flags about the screen, and those that `gauntlet()` sets itself. */
const ownFlags = new Set([
  "--no-color",
  "--quiet",
  "--all",
  "--format <>",
  "--json",
  "--config <>",
  "--cwd <>",
]);

test("the table of the SDK and the help of the command line say the same", async () => {
  const all = await verbsInHelp();
  const verbs = all.filter((verb) => !commandVerbs.has(verb));
  expect(all.length - verbs.length).toBe(commandVerbs.size);
  const helps = await Promise.all(verbs.map(async (verb) => [verb, await helpOf(verb.split(" "))]));
  const table = Object.entries<VerbEntry>(verbTable).map(([verb, entry]) => [
    verb,
    {
      words: entry.words,
      flags: entry.flags.flatMap((name) => inHelp(name, entry)).toSorted(),
      isBare: entry.isBare === true,
    },
  ]);
  expect(Object.fromEntries(table)).toEqual(Object.fromEntries(helps));
});

test("every option of the table is one of some verb", () => {
  const used = new Set(Object.values<VerbEntry>(verbTable).flatMap(({ flags }) => flags));
  expect(Object.keys(flagForms).filter((name) => !used.has(name as FlagName))).toEqual([]);
});

test("loading the SDK loads itself, an error and what ends the processes that it starts", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const reached = new Set(["src/cli/sdk/index.ts"]);
  for (const path of reached) {
    const imports = importsOf({ path, text: readFileSync(`${root}${path}`, "utf8") });
    const loaded = imports.filter(({ kind, to }) => kind === "static" && !to.startsWith("node:"));
    for (const { to } of loaded) reached.add(to);
  }
  const outside = [...reached].filter((path) => !path.startsWith("src/cli/sdk/"));
  expect(outside).toEqual([
    "src/kernel/errors/gauntlet-error.ts",
    "src/world/host/owned-process.ts",
    "src/world/host/signal-group.ts",
    "src/world/host/keeper-script.ts",
    "src/world/host/kept-marks.ts",
  ]);
  expect(reached).not.toContain("src/cli/sdk/write-scenario.ts");
  expect(reached).toContain("src/cli/sdk/stream.ts");
});

// --- inside ---

async function helpOf(path: readonly string[]): Promise<{
  readonly words: string;
  readonly flags: readonly string[];
  readonly isBare: boolean;
}> {
  const help = await helpText(path);
  const words = new RegExp(`^Usage: gauntlet ${path.join(" ")} \\[options\\] ?(.*)$`, "mu");
  const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)( <)?/gmu)];
  const flags = options.map(([, flag = "", value]) => (value === undefined ? flag : `${flag} <>`));
  return {
    words: words.exec(help)?.[1] ?? "not found",
    flags: flags.filter((flag) => flag !== "--help" && !ownFlags.has(flag)).toSorted(),
    isBare: !flags.includes("--json") && !flags.includes("--config <>"),
  };
}

function inHelp(name: FlagName, entry: VerbEntry): readonly string[] {
  const flag = flagText(name);
  const forms = {
    value: [`--${flag} <>`],
    values: [`--${flag} <>`],
    list: [`--${flag} <>`],
    on: [`--${flag}`],
    off: [`--no-${flag}`],
    either: [`--${flag}`, `--no-${flag}`],
  };
  return forms[entry.forms?.[name] ?? flagForms[name]];
}
