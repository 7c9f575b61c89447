import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Io } from "../../src/cli/io.ts";
import type { GroupSpec } from "../../src/cli/verb-spec.ts";
import { commandTable } from "../../src/cli/verb-table.ts";
import { textWidth } from "../../src/report/column-text.ts";
import { cli, type Outcome, program, repository } from "./command-line.ts";
import { TempProject } from "./temp-project.ts";

const escape = String.fromCodePoint(27);

test("-v, -V, --version and `version` print the version", async () => {
  const said = [];
  for (const word of ["-v", "-V", "--version", "version"]) said.push(await outOf([word]));
  expect(said).toEqual(Array.from({ length: 4 }, () => ({ code: 0, out: "0.1.0\n", err: "" })));
});

test("the help of every verb says what it does, with examples that it takes", async () => {
  const verbs = await verbsBelow([]);
  expect(verbs.toSorted()).toEqual(Object.keys(commandTable.verbs).toSorted());
  for (const verb of verbs) {
    const { out } = await outOf([...verb.split(" "), "--help"]);
    const { help: lines, examples } = commandTable.verbs[verb] ?? nothing;
    const says = lines.join(" ");
    expect([verb, out.replaceAll(/\s+/g, " ")]).toEqual([verb, expect.stringContaining(says)]);
    expect([verb, says]).toEqual([verb, expect.stringMatching(/^[A-Z].*\.$/)]);
    for (const example of examples) {
      const [named = "", ...rest] = example.split(/ (?=--)/);
      expect(`${named} `.startsWith(`${verb} `) || examples.length > 1).toBe(true);
      const { out: help } = await outOf([...wordsOfVerb(named, verbs), "--help"]);
      for (const flag of rest.join(" ").match(/(?<= |^)--[a-z-]+/g) ?? []) {
        expect([example, help]).toEqual([example, expect.stringContaining(flag)]);
      }
    }
  }
});

test("the help says what holds where a flag is left out", async () => {
  const help = async (verb: string): Promise<string> =>
    (await outOf([verb, "--help"])).out.replaceAll(/\s+/g, " ");
  const explore = await help("explore");
  for (const value of ["42", "no limit", "60, with --runs no limit", "random", "1", "scripted"]) {
    expect(explore).toContain(`(default: ${value})`);
  }
  expect(await help("scan")).toContain("(default: 1000)");
  expect(await help("shrink")).toContain("(default: 500)");
  expect(await help("doctor")).toContain("(default: 50)");
});

test.each([60, 80, 100])("help fits a terminal of %i columns", async (outColumns) => {
  for (const verb of ["explore", "scan", "init"]) {
    const { out } = await outOf([verb, "--help"], { outColumns });
    const help = out.slice(0, out.indexOf("\nExample"));
    const wide = help.split("\n").filter((line) => textWidth(line) > outColumns);
    expect([verb, wide]).toEqual([verb, []]);
  }
});

test("colour follows the stream that is written to", async () => {
  const project = new TempProject({ "wrong.scenario.yaml": "version: 1\nsteps: 7\n" });
  const seen = [];
  const terminals: readonly Partial<Io>[] = [
    {},
    { errColumns: 100 },
    { outColumns: 100 },
    { outColumns: 100, env: { NO_COLOR: "1" } },
    { env: { FORCE_COLOR: "1" } },
    { env: { FORCE_COLOR: "0" }, outColumns: 100 },
  ];
  for (const terminal of terminals) {
    const { out } = await outOf(["validate"], { cwd: project.root, ...terminal });
    seen.push(out.includes(escape));
  }
  expect(seen).toEqual([false, false, true, false, true, false]);
  const errors = [];
  project.write("gauntlet.toml", "[explorer]\nseed = true\n");
  for (const terminal of [{ outColumns: 100 }, { errColumns: 100 }]) {
    const { err } = await outOf(["env"], { cwd: project.root, ...terminal });
    errors.push(err.includes(escape));
  }
  expect(errors).toEqual([false, true]);
});

test("a pipe gets no colours, also where CI is set", () => {
  const project = new TempProject({ "wrong.scenario.yaml": "version: 1\nsteps: 7\n" });
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const { stdout, status } = spawnSync(process.execPath, [program, "validate"], {
    cwd: project.root,
    env: { ...env, CI: "true" },
    encoding: "utf8",
  });
  expect([status, stdout.includes("wrong.scenario.yaml"), stdout.includes(escape)]).toEqual([
    2,
    true,
    false,
  ]);
});

// --- inside ---

const nothing: GroupSpec = { summary: "", help: [], examples: [] };

function outOf(words: readonly string[], terminal: Partial<Io> = {}): Promise<Outcome> {
  return cli(repository, words, terminal);
}

/** Groups and verbs, as they are typed. */
async function verbsBelow(before: readonly string[]): Promise<readonly string[]> {
  const { out } = await outOf([...before, "--help"]);
  const [list = ""] = (out.split("\nCommands:\n")[1] ?? "").split("\n\n");
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gmu)].map(([, name = ""]) => name);
  const verbs = [];
  for (const name of names.filter((one) => one !== "help")) {
    const verb = [...before, name];
    verbs.push(verb.join(" "), ...(await verbsBelow(verb)));
  }
  return verbs;
}

function wordsOfVerb(example: string, verbs: readonly string[]): readonly string[] {
  const fitting = verbs.filter((verb) => `${example} `.startsWith(`${verb} `));
  return (fitting.toSorted((a, b) => b.length - a.length)[0] ?? "").split(" ");
}
