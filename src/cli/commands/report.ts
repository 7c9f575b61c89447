import type { Command } from "commander";
import { documentJson, type ResultDocument } from "../../report/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import {
  addPlaceFlags,
  addReadFlags,
  collectText,
  type LocationFlags,
  type ReadFlags,
  shareOf,
  withDefault,
} from "../flags.ts";
import { exitCodes, type Io } from "../io.ts";
import { lookOf } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import { type SelectedRun, selectedRunOf } from "../verb.ts";
import { parseFormat, type ReportFormat } from "../wanted-report.ts";

interface ShowFlags extends ReadFlags {
  readonly format?: ReportFormat;
}

interface QueryFlags extends ReadFlags {
  readonly path?: readonly string[];
  readonly listPaths?: boolean;
}

interface FlakyFlags extends LocationFlags {
  readonly flakeBudget: number;
}

/** Adds `report show`, `report query` and `report flaky`. */
export function addReport(program: Command, io: Io, onExit: (code: number) => void): void {
  const report = program.command("report").summary("show, ask or compare what runs have said");
  addReadFlags(
    report
      .command("show")
      .summary("print the report of a run again")
      .argument("[run]", "a run, a trace or a finding", "latest")
      .option("--format <format>", withDefault("text, json or junit", "text"), formatOf),
  ).action((run: string, flags: ShowFlags) => show(run, flags, io));
  addReadFlags(
    report
      .command("query")
      .summary("print single values of a report")
      .argument("[run]", "a run, a trace or a finding", "latest")
      .option("--path <path>", "such as `.findings[].id` (repeatable)", collectText)
      .option("--list-paths", "list the paths that the report has"),
  ).action((run: string, flags: QueryFlags) => ask(run, flags, io));
  addPlaceFlags(
    report
      .command("flaky")
      .summary("say how often runs of the same thing came out differently")
      .argument("<runs...>", "two runs or more")
      .option(
        "--flake-budget <share>",
        "how many may differ, from 0 to 1",
        shareOf("--flake-budget"),
        0,
      ),
  ).action(async (runs: string[], flags: FlakyFlags) => onExit(await flaky(runs, flags, io)));
}

// --- inside ---

async function show(word: string, flags: ShowFlags, io: Io): Promise<void> {
  const format = flags.format ?? (flags.json === true ? "json" : "text");
  if (flags.json === true && format !== "json") {
    throw new GauntletError({
      code: "U009",
      what: `\`--json\` prints JSON, so it does not go with \`--format ${format}\``,
      where: `report show --json --format ${format}`,
      help: "leave one of them out",
    });
  }
  const { readReport } = await import("../../engines/runs/index.ts");
  const { documentProblem, junitText } = await import("../../report/index.ts");
  const { json, text, document } = await readReport(await runOf(word, flags, io));
  if (format === "json") return io.out(json);
  if (format === "text") return io.out(text);
  const help = "take `--format text` or `--format json`";
  if (!Array.isArray(document["findings"])) {
    const command = JSON.stringify(document["command"]);
    const what = `the report of ${command} has no findings to show as JUnit`;
    throw new GauntletError({ code: "R016", what, where: word, help });
  }
  const problem = documentProblem(document);
  if (problem === undefined) return io.out(junitText(document as unknown as ResultDocument));
  const what = "the report of the run is damaged";
  throw new GauntletError({ code: "R006", what, where: word, note: problem, help });
}

async function ask(word: string, flags: QueryFlags, io: Io): Promise<void> {
  const { listPaths, query, readReport } = await import("../../engines/runs/index.ts");
  const { path: paths = [], listPaths: isList = false } = flags;
  if (isList === paths.length > 0) {
    throw new GauntletError({
      code: "U009",
      what: "`report query` needs either `--path` or `--list-paths`",
      where: "report query",
      help: "write `npx gauntlet report query latest --path .verdict`",
    });
  }
  const run = await runOf(word, flags, io);
  const { document } = await readReport(run);
  const head = { run: run.manifest.runId };
  const said = { command: "report", verdict: "held" as const };
  if (isList) {
    const found = listPaths(document);
    const text = found.map(({ path, type }) => `${path}   ${type}`).join("\n");
    sayDocument(io, flags, { ...said, text, data: { ...head, paths: found } });
    return;
  }
  const values = paths.flatMap((path) => query(document, path));
  const text = values.map((value) => documentJson(value).trimEnd()).join("\n");
  sayDocument(io, flags, { ...said, text, data: { ...head, paths, values } });
}

async function flaky(words: readonly string[], flags: FlakyFlags, io: Io): Promise<number> {
  const { flakiness } = await import("../../engines/runs/index.ts");
  const { flakyText } = await import("../../report/index.ts");
  const runs = [];
  for (const word of words) runs.push(await runOf(word, flags, io));
  const found = flakiness(runs, flags.flakeBudget);
  const verdict = found.isWithinBudget ? "held" : "broken";
  const text = flakyText(found, lookOf(flags, io));
  sayDocument(io, flags, { command: "report", verdict, text, data: found });
  return exitCodes[verdict];
}

async function runOf(word: string, flags: ReadFlags, io: Io): Promise<SelectedRun["run"]> {
  return (await selectedRunOf(word, flags, io)).run;
}

function formatOf(text: string): ReportFormat {
  return parseFormat(text, `--format ${text}`);
}
