import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { importsOf } from "./house/imports.ts";
import { commandVerbs, helpText, verbsInHelp } from "./verbs-in-help.ts";
import { minimizeWords } from "../src/kernel/shrink/minimize.ts";
import { strategyNames } from "../src/search/strategy-names.ts";
import { gauntlet } from "../src/cli/sdk/gauntlet.ts";
import { flagsOf, writtenFlags } from "../src/cli/verb-flags.ts";
import { isVerb, type VerbSpec } from "../src/cli/verb-spec.ts";
import { commandTable } from "../src/cli/verb-table.ts";

const verbs = new Map(
  Object.entries(commandTable.verbs).flatMap(([name, spec]) =>
    isVerb(spec) ? [[name, spec] as const] : [],
  ),
);

test("the help has every verb of the table with its words and its flags", async () => {
  const helps = await Promise.all(
    (await verbsInHelp()).map(async (verb) => [verb, await helpOf(verb.split(" "))] as const),
  );
  const table = [...verbs].map(([verb, spec]) => [
    verb,
    {
      words: spec.arguments.map(({ usage }) => usage).join(" "),
      flags: flagsOf(spec, commandTable)
        .filter(({ isHidden }) => !isHidden)
        .flatMap((flag) => writtenFlags(flag).map((text) => `${text}${asValue(flag.form)}`))
        .toSorted(),
    },
  ]);
  expect(Object.fromEntries(table)).toEqual(Object.fromEntries(helps));
});

test("the SDK has every verb that prints a document, and no other", () => {
  const { stream: _, ...methods } = gauntlet();
  const withDocument = [...verbs].filter(([, { document }]) => document !== undefined);
  expect(pathsIn(methods).toSorted()).toEqual(withDocument.map(([name]) => name).toSorted());
  const others = [...verbs.keys()].filter((name) => verbs.get(name)?.document === undefined);
  expect(others).toEqual([...commandVerbs]);
});

test("every flag of the table is one of some verb, and so is every group", () => {
  const all: readonly VerbSpec[] = [...verbs.values()];
  const used = new Set(all.flatMap((spec) => flagsOf(spec, commandTable).map(({ name }) => name)));
  expect(Object.keys(commandTable.flags).filter((name) => !used.has(name))).toEqual([]);
  const groups = new Set(all.flatMap((spec) => spec.groups));
  expect(Object.keys(commandTable.groups).filter((name) => !groups.has(name))).toEqual([]);
});

test("what a verb changes about a flag is about a flag that it has", () => {
  for (const [name, spec] of verbs) {
    const has = new Set(flagsOf(spec, commandTable).map((flag) => flag.name));
    const changed = Object.keys(spec.changes ?? {});
    expect([name, changed.filter((flag) => !has.has(flag))]).toEqual([name, []]);
  }
});

test("flags offer the words that the program knows", () => {
  expect(commandTable.flags["strategy"]?.choices).toEqual(strategyNames);
  expect(commandTable.flags["minimize"]?.choices).toEqual(minimizeWords);
});

test("loading the SDK loads itself, an error and what ends the processes that it starts", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const reached = new Set(["src/cli/sdk/index.ts"]);
  for (const path of reached) {
    const imports = importsOf({ path, text: readFileSync(`${root}${path}`, "utf8") });
    const loaded = imports.filter(({ kind, to }) => kind === "static" && !to.startsWith("node:"));
    for (const { to } of loaded) reached.add(to);
  }
  const outside = [...reached].filter((path) => !path.startsWith("src/cli/"));
  expect(outside.toSorted()).toEqual([
    "src/kernel/errors/gauntlet-error.ts",
    "src/world/host/keeper-script.ts",
    "src/world/host/kept-marks.ts",
    "src/world/host/owned-process.ts",
    "src/world/host/signal-group.ts",
  ]);
  expect(reached).not.toContain("src/cli/sdk/write-scenario.ts");
  expect(reached).toContain("src/cli/sdk/stream.ts");
});

// --- inside ---

async function helpOf(path: readonly string[]): Promise<{
  readonly words: string;
  readonly flags: readonly string[];
}> {
  const help = await helpText(path);
  const words = new RegExp(`^Usage: gauntlet ${path.join(" ")} \\[options\\] ?(.*)$`, "mu");
  const bare = new RegExp(`^Usage: gauntlet ${path.join(" ")} ?(.*)$`, "mu");
  const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)( <)?/gmu)];
  const flags = options.map(([, flag = "", value]) => (value === undefined ? flag : `${flag} <>`));
  return {
    words: (words.exec(help) ?? bare.exec(help))?.[1] ?? "not found",
    flags: flags.filter((flag) => flag !== "--help").toSorted(),
  };
}

function asValue(form: string): string {
  return form === "value" || form === "values" || form === "list" ? " <>" : "";
}

/** The functions of an object of objects, as words. */
function pathsIn(methods: object, before: readonly string[] = []): readonly string[] {
  return Object.entries(methods).flatMap(([name, method]: [string, unknown]) =>
    typeof method === "object" && method !== null
      ? pathsIn(method, [...before, name])
      : [[...before, name].join(" ")],
  );
}
