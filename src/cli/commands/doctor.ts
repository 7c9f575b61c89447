import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../kernel/result/result.ts";
import { mergeResults } from "../merge-results.ts";
import { exitCodes, type Io } from "../io.ts";
import { notExecutedResult } from "../not-executed.ts";
import { lookOf, printResult } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import { refuseWithoutScenario } from "../scenario-flags.ts";
import { jobsOf } from "../settings.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { verbDefaults } from "../verb-defaults.ts";
import { folderOf, projectContextOf } from "../verb.ts";

type DoctorFlags = FlagsOf<"doctor">;

/** The most runs that are compared where only a time is given. */
const timedRunsMax = 100_000;

/** `doctor`: looks the project over, or checks that the same decisions give the same run. */
export async function runDoctor({
  words: [files],
  flags,
  io,
}: VerbCall<"doctor">): Promise<number> {
  if (files.length === 0 && asksForNoRuns(flags)) return lookOver(flags, io);
  const { doctor } = await import("../../engines/doctor/index.ts");
  const { cwd, config } = await projectContextOf(flags, io);
  const results: Result[] = [];
  const jobs = await jobsOf(files, config, { flags, cwd });
  refuseWithoutScenario(flags, jobs);
  const real = jobs.find(({ settings }) => settings.run.host !== undefined);
  if (real !== undefined) throw notRepeatable(real.target.file);
  const how = { isDeep: flags.deep === true, ...budgetOf(flags) };
  for (const job of jobs) {
    const { target, settings, notExecuted } = job;
    if (notExecuted !== undefined) results.push(notExecutedResult("doctor", job));
    else results.push(await doctor({ target, settings, ...how }));
  }
  const merged = mergeResults(results);
  const { report, root } = config;
  return printResult(merged, io, { flags, report, cwd, root });
}

// --- inside ---

/** How a verb is told its place and its look; every other flag is about runs. */
const placeFlags: ReadonlySet<string> = new Set(["cwd", "config", "json", "color", "all", "quiet"]);

function asksForNoRuns(flags: DoctorFlags): boolean {
  return Object.entries(flags).every(
    ([name, value]) => value === undefined || placeFlags.has(name),
  );
}

/** Reports problems with the setup, which count as a wrong config. */
async function lookOver(flags: DoctorFlags, io: Io): Promise<number> {
  const { checkup } = await import("../../engines/checkup/index.ts");
  const { checkupText } = await import("../../report/index.ts");
  const cwd = folderOf(flags, io);
  // A file that was named is there, or nothing else is worth a look.
  if (flags.config !== undefined) await projectContextOf(flags, io);
  const config = flags.config === undefined ? undefined : path.resolve(cwd, flags.config);
  const data = await checkup({ cwd, config, env: io.env });
  const isBlocked = data.checks.some(({ state }) => state === "blocked");
  const verdict = isBlocked ? "unknown" : "held";
  const text = checkupText(data, lookOf(flags, io));
  const exitCode = isBlocked ? exitCodes.usage : undefined;
  return sayDocument(io, flags, { command: "doctor", verdict, text, data, exitCode });
}

function notRepeatable(file: string): GauntletError {
  return new GauntletError({
    code: "U014",
    what: `\`${file}\` uses the real machine, which gives no two runs the same`,
    where: file,
    help: "record it and check the trace: `gauntlet run --record`, then `gauntlet ci`",
  });
}

function budgetOf({ runs, time }: DoctorFlags): { runs: number; timeMsMax: number | undefined } {
  if (time === undefined) return { runs: runs ?? verbDefaults.doctor.runs, timeMsMax: undefined };
  return { runs: runs ?? timedRunsMax, timeMsMax: time * 1_000 };
}
