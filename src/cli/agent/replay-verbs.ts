import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import type { AgentFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { sayDocument } from "../say-document.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";
import { reportDocument } from "./report-document.ts";
import { runPhases } from "./run-phases.ts";

type ReplayFlags = FlagsOf<"agent replay run">;

/** `agent replay run`: holds sessions again, or fetches them. */
export async function replaySessions({
  words: [files],
  flags,
  io,
}: VerbCall<"agent replay run">): Promise<number> {
  const isFetching = flags.fromLangsmith !== undefined || flags.fromLangsmithProject !== undefined;
  if (!isFetching) {
    const { run: isHeld, output, filterStatus } = flags;
    if (isHeld ?? output ?? filterStatus) throw nothingFetched();
    return hold(files.length === 0 ? undefined : files, flags, io);
  }
  if (files.length > 0) throw filesBesides();
  const { fetched, skipped, cut } = await fetchSessions(flags, io);
  const notes = [...skipped.map(({ run: id, because }) => `left out ${id}: ${because}`), ...cut];
  if (flags.run === true) {
    for (const note of notes) io.err(`${note}\n`);
    return hold(fetched, flags, io);
  }
  return sayDocument(io, flags, {
    command: "agent replay run",
    text: [...fetched.map((file) => `wrote    ${file}`), ...notes].join("\n"),
    data: { artifacts: fetched, skipped, notes: cut },
    verdict: fetched.length === 0 ? "unknown" : "held",
  });
}

/** `agent replay export`: the failed conversations of a report as session files. */
export async function exportFailed({
  flags,
  io,
}: VerbCall<"agent replay export">): Promise<number> {
  const { exportSessions, readAgentReport } = await import("../../engines/agents/index.ts");
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  const report = readAgentReport(await reportDocument(flags.fromReport, place), flags.fromReport);
  const stored = await exportSessions(report, {
    projectRoot: config.root,
    directory: path.resolve(cwd, flags.output),
    isForced: flags.force === true,
  });
  const files = stored.map(({ file }) => path.relative(cwd, path.join(config.root, file)));
  const lines = files.map((file, at) => `${(stored[at]?.action ?? "").padEnd(8)} ${file}`);
  const command = gauntletCommand("agent replay run", { words: files.slice(0, 1) });
  const next = files.length === 0 ? [] : ["", `next     ${command}`];
  return sayDocument(io, flags, {
    command: "agent replay export",
    text: files.length === 0 ? nothingToWrite(report.cells) : [...lines, ...next].join("\n"),
    data: { sessions: stored.map((one, at) => ({ ...one, file: files[at] })) },
    verdict: "held",
  });
}

// --- inside ---

function hold(sessions: readonly string[] | undefined, flags: AgentFlags, io: Io): Promise<number> {
  const phases = () => ["replay"] as const;
  return runPhases({ command: "agent replay run", phases, sessions }, flags, io);
}

async function fetchSessions(
  flags: ReplayFlags,
  io: Io,
): Promise<{
  readonly fetched: readonly string[];
  readonly skipped: readonly { readonly run: string; readonly because: string }[];
  /** Says that there are more, if there are. */
  readonly cut: readonly string[];
}> {
  const { cutNote, importProject, importRun, langsmithOptions, maskFor, storeSessions } =
    await import("../../engines/agents/index.ts");
  const { cwd, config } = await projectContextOf(flags, io);
  const options = langsmithOptions(io.env, {
    signal: io.signal,
    mask: maskFor(config.agent, io.env),
  });
  const {
    fromLangsmith: id,
    fromLangsmithProject: project,
    filterStatus: status = "error",
  } = flags;
  const one = id === undefined ? [] : [await importRun(id, options)];
  const many =
    project === undefined
      ? { sessions: [], skipped: [], isCut: false }
      : await importProject({ project, status, limit: fetchedMax }, options);
  const stored = await storeSessions([...one, ...many.sessions], {
    projectRoot: config.root,
    directory: path.resolve(cwd, flags.output ?? "replays"),
    isForced: false,
  });
  const fetched = stored.map(({ file }) => path.relative(cwd, path.join(config.root, file)));
  const cut = many.isCut && project !== undefined ? [cutNote(project, fetchedMax)] : [];
  return { fetched, skipped: many.skipped, cut };
}

const fetchedMax = 100;

function nothingFetched(): GauntletError {
  return new GauntletError({
    code: "U003",
    what: "`--run`, `--output` and `--filter-status` are about what is fetched; nothing is",
    where: "agent replay run",
    help: "add `--from-langsmith <run>` or `--from-langsmith-project <project>`",
  });
}

function filesBesides(): GauntletError {
  return new GauntletError({
    code: "U003",
    what: "session files are held, or sessions are fetched, not both at once",
    where: "agent replay run",
    help: "leave the files out, or what begins with `--from-langsmith`",
  });
}

function nothingToWrite(cells: readonly { readonly state: string }[]): string {
  return cells.some(({ state }) => state === "fail")
    ? "what failed in this report are sessions already"
    : "no conversation of this report failed";
}
