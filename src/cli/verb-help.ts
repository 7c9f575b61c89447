import type { Command } from "commander";
import { agentHelps } from "./agent/agent-helps.ts";
import type { VerbHelp } from "./help-parts.ts";

/** Gives each verb of a program its sentences and examples. */
export function addVerbHelp(program: Command, before: readonly string[] = []): void {
  for (const command of program.commands) {
    const name = [...before, command.name()].join(" ");
    const help = verbHelps[name];
    if (help !== undefined) {
      command.description(help.says.join(" "));
      command.addHelpText("after", examplesText(help.examples));
    }
    addVerbHelp(command, [...before, command.name()]);
  }
}

/** By the words of the verb. */
export const verbHelps: Readonly<Record<string, VerbHelp>> = {
  init: {
    says: [
      "Writes gauntlet.toml, a chaos test and a scenario for the code that it finds here. A",
      "file that is there stays, unless --force is given.",
    ],
    examples: ["init", "init src/checkout.ts --dry-run", "init --ci"],
  },
  scan: {
    says: [
      "Calls every exported function and class with made-up arguments, and proves and",
      "shrinks what fails: thrown errors, broken types, laws and contracts. Needs no test",
      "code; files, network and processes are simulated.",
    ],
    examples: ["scan src", "scan src/money.ts:split --runs 10000", "scan src --save"],
  },
  mine: {
    says: [
      "Calls functions and says which laws hold of them in every call, such as idempotent,",
      "sorted or round trip. What it says is a start for tests, no proof.",
    ],
    examples: ["mine src/slug.ts:slugify", "mine src/codec.ts:encode src/codec.ts:decode"],
  },
  check: {
    says: [
      "Holds one function to the laws and contracts that are named, and proves and shrinks",
      "what breaks them.",
    ],
    examples: ["check src/slug.ts:slugify --property idempotent"],
  },
  test: {
    says: [
      "Runs scenario files, each in a simulated world of its own: all *.scenario.yaml of",
      "the project where none is named.",
    ],
    examples: ["test", "test scenarios --fail-fast", "test --filter refund --det"],
  },
  run: {
    says: ["Runs one scenario file and tells its steps."],
    examples: ["run checkout.scenario.yaml --record checkout.trace.jsonl.gz"],
  },
  validate: {
    says: [
      "Reads scenario files and loads what they name, and runs nothing. Exits with 2 where",
      "one is wrong.",
    ],
    examples: ["validate", "validate scenarios/checkout.scenario.yaml"],
  },
  ci: {
    says: [
      "Checks that a trace is whole, runs it again, and demands the same run and the same",
      "verdict. May also hold runs to a share of flaky ones and to a trace for how long",
      "steps take.",
    ],
    examples: [
      "ci checkout.trace.jsonl.gz",
      "ci checkout.trace.jsonl.gz --perf-baseline old.jsonl.gz",
    ],
  },
  gate: {
    says: [
      "Validates scenarios, runs each several times and compares, records, replays and",
      "checks the traces: one verdict for a pull request.",
    ],
    examples: ["gate", "gate --scope checkout,refund"],
  },
  full: {
    says: [
      "Does what gate does, explores every scenario and chaos test for a while, and lists",
      "what it did not run.",
    ],
    examples: ["full", "full --explore-time 10"],
  },
  explore: {
    says: [
      "Runs chaos tests and scenarios with other schedules, values and faults each time,",
      "guided by what is reached. What fails is proven in a fresh process, made small, and",
      "kept with a command that shows it again. Without files: every *.chaos.ts below here.",
    ],
    examples: ["explore", "explore checkout.chaos.ts --time 10", "explore --bail --workers 0"],
  },
  replay: {
    says: [
      "Runs a recorded run again, decision by decision, and tells its steps. Exits with 1",
      "where it fails as recorded, 0 where it no longer fails, and 3 where the code has",
      "changed too much to tell.",
    ],
    examples: ["replay last-fail", "replay last-fail --until 12", "replay last-fail --inspect 7"],
  },
  shrink: {
    says: [
      "Makes a failing trace smaller: fewer steps, smaller values, a simpler order, fewer",
      "faults, and the same failure.",
    ],
    examples: [
      "shrink last-fail",
      "shrink trace.jsonl.gz --minimize schedule --out small.jsonl.gz",
    ],
  },
  verify: {
    says: ["Runs what was saved as a regression and says of each whether it is fixed."],
    examples: ["verify", "verify --ci"],
  },
  trace: {
    says: ["Verifies, shows or compares traces."],
    examples: ["trace show last-fail", "trace diff before.jsonl.gz after.jsonl.gz"],
  },
  "trace verify": {
    says: ["Checks that a trace is whole and was not changed; runs nothing."],
    examples: ["trace verify checkout.trace.jsonl.gz"],
  },
  "trace show": {
    says: ["Prints the decisions and events of a trace for a reader."],
    examples: ["trace show last-fail"],
  },
  "trace diff": {
    says: ["Says at which decision two traces part."],
    examples: ["trace diff before.jsonl.gz after.jsonl.gz"],
  },
  report: {
    says: ["Shows, asks or compares what earlier runs have said."],
    examples: ["report show", "report query last-fail --path '.findings[].id'"],
  },
  "report show": {
    says: ["Prints the report of a run again, whole: of the last one where none is named."],
    examples: ["report show", "report show last-fail --format junit"],
  },
  "report query": {
    says: ["Prints single values of a report."],
    examples: [
      "report query last-fail --path '.findings[].id'",
      "report query latest --list-paths",
    ],
  },
  "report flaky": {
    says: [
      "Says how often runs of the same thing came out differently, and exits with 1 where",
      "that is more than the budget.",
    ],
    examples: ["report flaky latest last-fail --flake-budget 0.1"],
  },
  artifacts: {
    says: ["Lists, compares or carries away the files of runs."],
    examples: ["artifacts ls last-fail", "artifacts pack last-fail --out evidence.tar.gz"],
  },
  "artifacts ls": {
    says: ["Lists the files of a run with sizes and digests."],
    examples: ["artifacts ls last-fail"],
  },
  "artifacts diff": {
    says: ["Says where two runs differ: settings, decisions, verdicts and files."],
    examples: ["artifacts diff latest last-fail"],
  },
  "artifacts export": {
    says: ["Copies the files of a run."],
    examples: ["artifacts export last-fail --out evidence"],
  },
  "artifacts pack": {
    says: ["Copies the files of a run with what is needed to check them."],
    examples: ["artifacts pack last-fail --out evidence.tar.gz"],
  },
  "artifacts bundle": {
    says: ["Copies the files of a run with the sources that it needs, to be run elsewhere."],
    examples: ["artifacts bundle last-fail --out evidence.tar.gz"],
  },
  corpus: {
    says: ["Lists, carries about or tidies up what campaigns keep for the next one."],
    examples: ["corpus list", "corpus minimize"],
  },
  "corpus list": {
    says: ["Says what is kept of each subject."],
    examples: ["corpus list"],
  },
  "corpus add": {
    says: ["Takes in failing traces, which the next campaign tries first."],
    examples: ["corpus add trace.jsonl.gz"],
  },
  "corpus export": {
    says: ["Writes all of it into one file."],
    examples: ["corpus export corpus.tar.gz"],
  },
  "corpus import": {
    says: ["Takes in a file that `corpus export` wrote, if all of it is sound."],
    examples: ["corpus import corpus.tar.gz"],
  },
  "corpus merge": {
    says: ["Takes in the corpora of other folders."],
    examples: ["corpus merge ../other/.gauntlet/corpus"],
  },
  "corpus minimize": {
    says: ["Runs what is kept and keeps the fewest that reach the same."],
    examples: ["corpus minimize"],
  },
  doctor: {
    says: [
      "Says what is here (Node, packages, tsconfig, tests, config, disk) and what is in the way,",
      "with the line that mends it. With files, or a flag about runs, it runs tests twice with",
      "the same decisions and says what makes two runs differ, if anything does.",
    ],
    examples: ["doctor", "doctor checkout.chaos.ts", "doctor --deep"],
  },
  env: {
    says: [
      "Says what answers runs here, simulated or real, and the versions that they depend",
      "on.",
    ],
    examples: ["env", "env --json"],
  },
  schema: {
    says: ["Prints the JSON Schema of gauntlet.toml, of scenario files, or of what --json prints."],
    examples: ["schema", "schema scenario", "schema report"],
  },
  ...agentHelps,
};

// --- inside ---

function examplesText(examples: readonly string[]): string {
  const lines = examples.map((words) => `  gauntlet ${words}`);
  return ["", examples.length === 1 ? "Example:" : "Examples:", ...lines].join("\n");
}
