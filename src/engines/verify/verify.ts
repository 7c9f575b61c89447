import path from "node:path";
import { isSlip } from "../../kernel/errors/engine-error.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { FailureIdentity } from "../../kernel/failure/identity.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import {
  fileDigest,
  manifestFile,
  readManifest,
  type RegressionRecord,
  regressionsFolder,
  targetDigest,
  writeManifest,
} from "../../store/regressions/index.ts";
import { withFileLock } from "../../store/file-lock.ts";
import { readTrace } from "../../store/trace-file.ts";
import type { RunRecording } from "../../runner/protocol/protocol.ts";
import { recordOptionsFor, recordFresh } from "../../campaign/proof/record-fresh.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import { LoadKilled } from "../../runner/worker-ended.ts";

import type { CampaignSettings } from "../../campaign/settings.ts";
import { isTraceRefusal, refusalText, traceTarget } from "../../campaign/proof/trace-target.ts";
import { nearestNames } from "../../config/nearest-name.ts";

/** How a saved regression stands. */
export type RegressionStatus =
  /** The failure appears again. */
  | "still broken"
  /** The run finished without it. */
  | "fixed"
  /** The target is gone, or it is not what the regression was last verified with. */
  | "target changed"
  /** A file of the regression is gone or is not what was saved. */
  | "regression changed"
  /** The run could not be judged. */
  | "unknown";

/** A saved regression, and how it stands. */
export interface VerifiedRegression {
  readonly record: RegressionRecord;
  readonly status: RegressionStatus;
  /** Why, in one sentence; "" where the status says it all. */
  readonly because: string;
}

/** What verifying takes. */
export interface VerifyOptions {
  readonly projectRoot: string;
  readonly settings: CampaignSettings;
  /** The ids to verify; all where there are none. */
  readonly ids: readonly string[];
  /** Ids of regressions that others verify; one of them may be what a wrong id means. */
  readonly otherIds?: readonly string[] | undefined;
  /** `bind` notes the source of what is fixed; `read` writes nothing; `ci` also refuses changes. */
  readonly mode: "bind" | "read" | "ci";
  readonly signal?: AbortSignal | undefined;
}

/** All that was verified, and which files were written, relative to the project root. */
export interface Verification {
  readonly verified: readonly VerifiedRegression[];
  readonly artifacts: readonly string[];
  /** What could not be written; how the regressions stand is told all the same. */
  readonly unwritten: readonly UnwrittenFile[];
}

/** Runs saved regressions again, each in a process of its own, and says how they stand. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const records = wantedRecords(options);
  const verified: VerifiedRegression[] = [];
  for (const record of records) {
    if (options.signal?.aborted === true) break;
    verified.push({ record, ...(await statusOf(record, options)) });
  }
  const { mode, projectRoot } = options;
  const refused = new UnwrittenFiles(projectRoot);
  const artifacts =
    mode === "bind" ? await refused.attempt(() => bindAgain(verified, projectRoot)) : undefined;
  return { verified, artifacts: artifacts ?? [], unwritten: refused.list };
}

// --- inside ---

type Standing = Omit<VerifiedRegression, "record">;

function wantedRecords({
  projectRoot,
  ids,
  otherIds = [],
}: VerifyOptions): readonly RegressionRecord[] {
  const records = readManifest(projectRoot);
  if (ids.length === 0) return records;
  return ids.map((id) => {
    const found = records.find((record) => record.id === id);
    if (found !== undefined) return found;
    const known = [...records.map((record) => record.id), ...otherIds];
    const [nearest] = nearestNames(id, known, { countMax: 1 });
    throw new GauntletError({
      code: "V002",
      what: `there is no regression \`${id}\``,
      where: `verify ${id}`,
      help:
        nearest === undefined
          ? "`npx gauntlet verify` verifies all that are saved"
          : `did you mean \`${nearest}\`?`,
    });
  });
}

async function statusOf(record: RegressionRecord, options: VerifyOptions): Promise<Standing> {
  const { projectRoot, mode } = options;
  const edited = editedFile(record, projectRoot);
  if (edited !== undefined) {
    const because = `${edited} is not what was saved`;
    return { status: "regression changed", because };
  }
  const digest = targetDigest(projectRoot, record);
  if (digest === undefined) {
    const because = `there is no ${record.name} in ${record.definedIn} any more`;
    return { status: "target changed", because };
  }
  const judged = await judgeAgain(record, options);
  if (judged.status !== "fixed" || mode !== "ci" || digest === record.digests.target) return judged;
  return { status: "target changed", because: "it is fixed, but not with this source on record" };
}

function editedFile({ files, digests }: RegressionRecord, projectRoot: string): string | undefined {
  const roles = ["test", "trace", "subject"] as const;
  const edited = roles.find((role) => fileDigest(projectRoot, files[role]) !== digests[role]);
  return edited === undefined ? undefined : `${regressionsFolder}/${files[edited]}`;
}

async function judgeAgain(record: RegressionRecord, options: VerifyOptions): Promise<Standing> {
  const { projectRoot } = options;
  const trace = await readTrace(path.join(projectRoot, regressionsFolder, record.files.trace));
  try {
    return judge(trace, await rerun(trace, record, options));
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    if (isTraceRefusal(thrown)) return { status: "unknown", because: refusalText(thrown) };
    if (thrown instanceof LoadKilled) return { status: "unknown", because: thrown.what };
    return { status: "target changed", because: `it cannot be loaded: ${thrown.what}` };
  }
}

async function rerun(
  trace: Trace,
  record: RegressionRecord,
  { projectRoot, settings }: VerifyOptions,
): Promise<RunRecording> {
  const { header, verdict } = trace;
  // The manifest says which file it is: it has a digest of it.
  const subject = { ...header.subject, file: `${regressionsFolder}/${record.files.subject}` };
  const moved = { ...trace, header: { ...header, subject } };
  const runTarget = await traceTarget(moved, { projectRoot, settings });
  const decisions = trace.decisions.map(decisionLine);
  const look = verdict.kind === "broken" ? recordOptionsFor(verdict.identity) : {};
  const following = { how: "seeded", decisions, seed: header.seed } as const;
  return (await recordFresh(following, runTarget, look)).recorded;
}

/** Only the failure that was recorded counts: mended code may refuse what it choked on before. */
function judge(trace: Trace, recorded: RunRecording): Standing {
  if (recorded.verdict === "unknown") return { status: "unknown", because: recorded.because };
  if (recorded.verdict === "held") return { status: "fixed", because: "" };
  const { identity } = recorded;
  const saved = trace.verdict.kind === "broken" ? trace.verdict.identity : undefined;
  if (saved === undefined || identity === undefined || isSame(saved, identity)) {
    return { status: "still broken", because: "" };
  }
  const because = `it now ends with ${identity.error}: ${identity.message}`;
  // Refusing the input mends it; choking on it in another place, or not being there, does not.
  const isMended = !isSlip(identity.error, identity.message);
  return { status: isMended ? "fixed" : "still broken", because };
}

/** The module of the subject lies elsewhere than when it was found; that is no other failure. */
function isSame(saved: FailureIdentity, again: FailureIdentity): boolean {
  if (saved.key === again.key) return true;
  const isOfSubject = again.frame === "" || again.frame.startsWith(`${regressionsFolder}/`);
  return (
    isOfSubject &&
    saved.error === again.error &&
    saved.message === again.message &&
    saved.property === again.property
  );
}

async function bindAgain(
  verified: readonly VerifiedRegression[],
  projectRoot: string,
): Promise<readonly string[]> {
  const sources = new Map<string, string>();
  for (const { record, status } of verified) {
    const digest = status === "fixed" ? targetDigest(projectRoot, record) : undefined;
    if (digest !== undefined && digest !== record.digests.target) sources.set(record.id, digest);
  }
  if (sources.size === 0) return [];
  const manifest = manifestFile(projectRoot);
  await withFileLock(manifest, async () => {
    const records = readManifest(projectRoot).map((record) => {
      const target = sources.get(record.id) ?? record.digests.target;
      return { ...record, digests: { ...record.digests, target } };
    });
    await writeManifest(projectRoot, records);
  });
  return [path.relative(projectRoot, manifest)];
}
