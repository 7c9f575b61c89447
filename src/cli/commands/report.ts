import { documentJson, type ResultDocument } from "../../report/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { ReadFlags } from "../flags.ts";
import { endWithText } from "../finish-run.ts";
import type { Io } from "../io.ts";
import { lookOf } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import type { VerbCall } from "../verb-call.ts";
import { type SelectedRun, selectedRunOf } from "../verb.ts";

/** `report show`: the report of a run again. */
export async function showReport({
  words: [word],
  flags,
  io,
}: VerbCall<"report show">): Promise<number> {
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
  if (format === "json") return endWithText(json, io);
  if (format === "text") return endWithText(text, io);
  const help = "take `--format text` or `--format json`";
  if (!Array.isArray(document["findings"])) {
    const command = JSON.stringify(document["command"]);
    const what = `the report of ${command} has no findings to show as JUnit`;
    throw new GauntletError({ code: "R016", what, where: word, help });
  }
  const problem = documentProblem(document);
  if (problem === undefined) {
    return endWithText(junitText(document as unknown as ResultDocument), io);
  }
  const what = "the report of the run is damaged";
  throw new GauntletError({ code: "R006", what, where: word, note: problem, help });
}

/** `report query`: single values of a report. */
export async function queryReport({
  words: [word],
  flags,
  io,
}: VerbCall<"report query">): Promise<number> {
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
    return sayDocument(io, flags, { ...said, text, data: { ...head, paths: found } });
  }
  const values = paths.flatMap((path) => query(document, path));
  const text = values.map((value) => documentJson(value).trimEnd()).join("\n");
  return sayDocument(io, flags, { ...said, text, data: { ...head, paths, values } });
}

/** `report flaky`: how often runs came out differently. */
export async function compareFlaky({
  words: [words],
  flags,
  io,
}: VerbCall<"report flaky">): Promise<number> {
  const { flakiness } = await import("../../engines/runs/index.ts");
  const { flakyText } = await import("../../report/index.ts");
  const runs = [];
  for (const word of words) runs.push(await runOf(word, flags, io));
  const found = flakiness(runs, flags.flakeBudget);
  const verdict = found.isWithinBudget ? "held" : "broken";
  const text = flakyText(found, lookOf(flags, io));
  return sayDocument(io, flags, { command: "report", verdict, text, data: found });
}

// --- inside ---

async function runOf(word: string, flags: ReadFlags, io: Io): Promise<SelectedRun["run"]> {
  return (await selectedRunOf(word, flags, io)).run;
}
