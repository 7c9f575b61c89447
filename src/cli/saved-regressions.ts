import { existsSync } from "node:fs";
import path from "node:path";
import type {
  RegressionStatus,
  Verification,
  VerifiedRegression,
  VerifyOptions,
} from "../engines/verify/index.ts";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { Result } from "../kernel/result/result.ts";
import { gauntletCommand } from "../kernel/patterns/shell-command.ts";
import type { Trace } from "../kernel/trace/trace.ts";
import type { UnwrittenFile } from "../kernel/result/unwritten-file.ts";
import type { VerifiedRow } from "../report/index.ts";
import { regressionsFolder } from "../store/regressions/index.ts";
import { keptRegressionFiles } from "../store/regression-files.ts";
import { readTrace } from "../store/trace-file.ts";
import { isOfAgent } from "./agent/traced-agent.ts";
import { findingId } from "../campaign/proof/prove.ts";
import { isTraceRefusal, refusalText } from "../campaign/proof/trace-target.ts";
import { traceSubject } from "../campaign/proof/trace-subject.ts";

/** A saved regression, whoever saved it, and how it stands. */
export interface SavedRegression extends VerifiedRow {
  /** Which verb has saved it. */
  readonly by: "scan" | "replay";
  /** Whether its test calls the function itself, or the run is replayed. */
  readonly how: "code" | "trace";
  /** The identity of the failure; "" where the trace says none. */
  readonly key: string;
  /** Its trace, relative to the project root. */
  readonly trace: string;
  /** The command that runs it again. */
  readonly replay: string;
}

/** All that was verified, sorted by id, and which files were written. */
export interface SavedVerification {
  readonly regressions: readonly SavedRegression[];
  readonly artifacts: readonly string[];
  readonly unwritten: readonly UnwrittenFile[];
}

/** What verifying takes, and how the conversation of a trace is held again. */
export interface SavedOptions extends VerifyOptions {
  readonly replayAgent: (trace: Trace, name: string) => Promise<Result>;
}

/**
 * Runs what `scan --save` and `replay --save` have kept again, and says how each stands: all of it,
 * or what the ids name.
 */
export async function verifySaved(options: SavedOptions): Promise<SavedVerification> {
  const { projectRoot, ids, signal } = options;
  const kept = await Promise.all(
    keptRegressionFiles(projectRoot).map((file) => openKept(file, projectRoot)),
  );
  const isNamed = ({ id, file }: SavedTrace): boolean => ids.includes(id) || ids.includes(file);
  const wanted = ids.length === 0 ? kept : kept.filter(isNamed);
  const known = new Set(wanted.flatMap(({ id, file }) => [id, file]));
  const others = ids.filter((id) => !known.has(id));
  const ofScans =
    ids.length > 0 && others.length === 0
      ? { verified: [], artifacts: [], unwritten: [] }
      : await verifyScans({ ...options, ids: others, otherIds: kept.map(({ id }) => id) });
  const regressions = ofScans.verified.map(scanRow);
  for (const one of wanted) {
    if (signal?.aborted === true) break;
    regressions.push(await keptRow(one, options));
  }
  const sorted = regressions.toSorted((first, second) => (first.id < second.id ? -1 : 1));
  const { artifacts, unwritten } = ofScans;
  return { regressions: sorted, artifacts, unwritten };
}

/** What regressions come to together. */
export function verdictOf(statuses: readonly RegressionStatus[]): Result["verdict"] {
  if (statuses.includes("still broken")) return "broken";
  return statuses.every((status) => status === "fixed") ? "held" : "unknown";
}

// --- inside ---

/** A trace that `replay --save` has kept. */
interface SavedTrace {
  readonly id: string;
  /** Relative to the project root, with slashes. */
  readonly file: string;
  readonly trace: Trace | GauntletError;
}

async function verifyScans(options: VerifyOptions): Promise<Verification> {
  const { verify } = await import("../engines/verify/index.ts");
  return verify(options);
}

function scanRow({ record, status, because }: VerifiedRegression): SavedRegression {
  const { id, module, name, failure, how, key, files } = record;
  const trace = `${regressionsFolder}/${files.trace}`;
  const target = `${module}:${name}`;
  const standing = { status, because, failure, key };
  return {
    id,
    by: "scan",
    target,
    how,
    ...standing,
    trace,
    replay: gauntletCommand("replay", { words: [trace] }),
  };
}

async function openKept(absolute: string, projectRoot: string): Promise<SavedTrace> {
  const file = path.relative(projectRoot, absolute).split(path.sep).join("/");
  try {
    const trace = await readTrace(absolute);
    const { header, verdict } = trace;
    const id = verdict.kind === "broken" ? findingId(header.subject.name, verdict.identity) : file;
    return { id, file, trace };
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    return { id: file, file, trace: thrown };
  }
}

async function keptRow(
  { id, file, trace }: SavedTrace,
  options: SavedOptions,
): Promise<SavedRegression> {
  const isAgent = !(trace instanceof GauntletError) && isOfAgent(trace);
  const flags = isAgent ? [] : ["--regression"];
  const replay = gauntletCommand("replay", { words: [file], flags });
  const common = { id, by: "replay", how: "trace", trace: file, replay } as const;
  if (trace instanceof GauntletError) {
    const because = `${file}: ${trace.what}`;
    const unread = { target: file, failure: "", key: "" };
    return { ...common, ...unread, status: "regression changed", because };
  }
  const { subject } = trace.header;
  const { exportName } = subject;
  const target = exportName === "default" ? subject.file : `${subject.file}#${exportName}`;
  const saved = trace.verdict.kind === "broken" ? trace.verdict : undefined;
  const failure = saved?.because ?? "";
  const key = saved?.identity.key ?? "";
  return { ...common, target, failure, key, ...(await standingOf(trace, common, options)) };
}

type Standing = Pick<SavedRegression, "status" | "because" | "finding">;

/** Judged as the adapters judge it: only a run in which nothing fails is fixed. */
async function standingOf(
  trace: Trace,
  { trace: name, replay: replayCommand }: Pick<SavedRegression, "trace" | "replay">,
  { projectRoot, settings, replayAgent }: SavedOptions,
): Promise<Standing> {
  const { replay } = await import("../engines/replay/index.ts");
  const { file } = trace.header.subject;
  try {
    if (!existsSync(path.join(projectRoot, traceSubject(file, projectRoot)))) {
      return { status: "target changed", because: `there is no ${file} any more` };
    }
    if (isOfAgent(trace)) return asStanding(await replayAgent(trace, name));
    const how = { name, replayCommand, isRegression: true };
    return asStanding(await replay({ projectRoot, ...how, trace, settings }));
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    if (isTraceRefusal(thrown)) return { status: "unknown", because: refusalText(thrown) };
    return { status: "target changed", because: `it cannot be loaded: ${thrown.what}` };
  }
}

function asStanding({ verdict, because, findings: [finding] }: Result): Standing {
  if (verdict === "unknown") return { status: "unknown", because };
  if (verdict === "held") return { status: "fixed", because: "" };
  const isOther = because !== "" && finding !== undefined;
  const now = isOther ? `it now ends with ${finding.identity.error}: ${finding.message}` : "";
  return { status: "still broken", because: now, finding };
}
