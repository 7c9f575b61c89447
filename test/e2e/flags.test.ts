import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { agentFlagPairs } from "./agents/agent-flag-pairs.ts";
import { cli, repository } from "./command-line.ts";
import { flagPairs } from "./flag-pairs.ts";
import { commonPlaces, flagPlaces } from "./flag-places.ts";
import { TempProject } from "./temp-project.ts";

// AC-24: every flag that the help offers changes something. Each has two commands in
// flag-pairs.ts, which flags.slow.test.ts runs, or a test of its own, named in flag-places.ts.

test("AC-24: every flag of the help has a test that shows what it changes", async () => {
  const paired = [...flagPairs, ...agentFlagPairs].flatMap(({ verbs, flag }) =>
    verbs.map((verb) => `${verb} ${flag}`),
  );
  const shown = new Set([...paired, ...Object.keys(flagPlaces)]);
  const offered = await offeredFlags();
  const missing = offered.filter((name) => !shown.has(name) && !(flagOf(name) in commonPlaces));
  expect(missing).toEqual([]);
  expect([...shown].filter((name) => !offered.includes(name))).toEqual([]);
});

test("AC-24: the tests that are named are there, and have the flag in them", () => {
  for (const [name, { file, word }] of Object.entries({ ...commonPlaces, ...flagPlaces })) {
    const whole = path.join(repository, "test", file);
    expect([name, existsSync(whole)]).toEqual([name, true]);
    const wanted = word === "" ? flagOf(name) : word;
    expect([name, file, readFileSync(whole, "utf8").includes(wanted)]).toEqual([name, file, true]);
  }
});

test("AC-24: every verb heeds --config, --cwd and --json", async () => {
  const project = new TempProject({ "sub/gauntlet.toml": "no_such_key = 1\n" });
  for (const verb of await verbsBelow()) {
    if (unconfigured.has(verb)) continue;
    for (const flags of [
      ["--config", "none.toml"],
      ["--cwd", "sub"],
    ]) {
      const words = [...verb.split(" "), ...flags, ...(neededWords[verb] ?? [])];
      const plain = await project.cli(...words);
      const code = flags[0] === "--config" ? "C001" : "C006";
      // Which is there to say what is in the way, and goes on to what else is.
      if (verb === "doctor" && plain.out.includes("no_such_key")) continue;
      expect([verb, ...flags, plain.code, plain.out]).toEqual([verb, ...flags, 2, ""]);
      expect([verb, plain.err]).toEqual([verb, expect.stringContaining(`error[${code}]`)]);
      if (verb === "agent record") continue; // stdout belongs to the command that it runs
      const { out } = await project.cli(...words, "--json");
      expect([verb, JSON.parse(out)]).toMatchObject([verb, { tool: "gauntlet", error: { code } }]);
    }
  }
});

// --- inside ---

/** Verbs that have no flags, write what --config names, or read no configuration. */
const unconfigured = new Set(["schema", "completion", "init", "agent wrap", "agent import"]);

/** Verbs that need words before they look at anything. */
const neededWords: Readonly<Record<string, readonly string[]>> = {
  run: ["a.scenario.yaml"],
  ci: ["x.jsonl.gz"],
  replay: ["x.jsonl.gz"],
  shrink: ["x.jsonl.gz"],
  mine: ["a.ts:f"],
  check: ["a.ts:f"],
  "agent replay export": ["--from-report", "latest"],
  "agent certificate verify": ["x.json"],
  "agent record": ["--", "true"],
  "trace verify": ["x.jsonl.gz"],
  "trace show": ["x.jsonl.gz"],
  "trace diff": ["x.jsonl.gz", "y.jsonl.gz"],
  "report query": ["--list-paths"],
  "report flaky": ["a", "b"],
  "artifacts diff": ["a", "b"],
  "artifacts export": ["--out", "x"],
  "artifacts pack": ["--out", "x"],
  "artifacts bundle": ["--out", "x"],
  "boundaries run": ["smoke"],
  "boundaries promote": ["a"],
  "corpus add": ["a"],
  "corpus export": ["x.gz"],
  "corpus import": ["x.gz"],
  "corpus merge": ["x"],
};

function flagOf(name: string): string {
  return name.slice(name.indexOf("--"));
}

async function verbsBelow(before: readonly string[] = []): Promise<readonly string[]> {
  const help = await helpOf(before);
  const [list = ""] = (help.split("\nCommands:\n")[1] ?? "").split("\n\n");
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gmu)].map(([, name = ""]) => name);
  if (names.length === 0) return [before.join(" ")];
  const inner = names
    .filter((name) => name !== "help")
    .map((name) => verbsBelow([...before, name]));
  return (await Promise.all(inner)).flat();
}

async function offeredFlags(): Promise<readonly string[]> {
  const offered = [];
  for (const verb of await verbsBelow()) {
    const help = await helpOf(verb.split(" "));
    for (const [, flag = ""] of help.matchAll(/^ {2}(--[a-z0-9-]+)/gmu)) {
      offered.push(`${verb} ${flag}`);
    }
  }
  return offered;
}

async function helpOf(words: readonly string[]): Promise<string> {
  return (await cli(repository, [...words, "--help"])).out;
}
