import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import {
  type HostGrant,
  hostBytesMax,
  type RunSettings,
  type Trace,
  type TraceHeader,
} from "../../kernel/trace/trace.ts";
import { storeFolder } from "../../store/finding-store.ts";
import { regressionsFolder } from "../../store/regressions/index.ts";
import { isScenarioFile, readScenario, type Scenario } from "../../subject/scenarios/index.ts";
import { durationMs } from "../../subject/scenarios/shapes/values.ts";
import { hostCallMsMax } from "../../world/host/host-access.ts";
import type { RunTarget } from "./record-fresh.ts";
import type { CampaignSettings, SubjectTarget, TracePermission } from "../settings.ts";
import { outsideCode, traceSubject } from "./trace-subject.ts";

/** Where traces are run, and what they may do there. */
export interface TraceContext {
  readonly projectRoot: string;
  readonly settings: CampaignSettings;
  /** Whether the file was named by the user, so that the trace does not choose what is run. */
  readonly isSubjectNamed?: boolean | undefined;
}

/**
 * Where a trace is run: its own file, export and settings, whatever the configuration says now. The
 * settings of a trace say how its run was made; what that run may reach here is up to `permission`.
 */
export async function traceTarget({ header }: Trace, context: TraceContext): Promise<RunTarget> {
  const { projectRoot, settings, isSubjectNamed = false } = context;
  const { permission = nothingPermitted } = settings;
  const { exportName } = header.subject;
  const file = isSubjectNamed
    ? header.subject.file
    : traceSubject(header.subject.file, projectRoot);
  refuseHost(header, permission);
  const target: SubjectTarget = { projectRoot, file, exportName };
  const run = permittedRun(header.settings, { file, permission });
  // The environment of a trace is for its simulated run: `NODE_OPTIONS` makes a real program
  // execute what it names, so real programs get what the configuration says today.
  const grant = { ...(await grantOf(target, permission)), env: settings.run.env };
  return { target, settings: { ...settings, seed: header.seed, run, grant } };
}

/** Whether an error says that a trace asks for more than it may, and not that code is at fault. */
export function isTraceRefusal({ code }: GauntletError): boolean {
  return code === hostCode || code === outsideCode;
}

/** Such an error in one sentence: what was refused, and what lets it. */
export function refusalText({ what, help = "" }: GauntletError): string {
  return `${what}; ${help}`;
}

/** The flags without which a run with these settings is not repeated as it was. */
export function neededFlags(run: RunSettings, file: string): readonly string[] {
  return [
    ...(run.isStrict === false && !isMadeByScan(file) ? ["--no-strict"] : []),
    ...(run.isHostAllowed === true ? ["--allow-host"] : []),
  ];
}

// --- inside ---

/** The code of a trace whose run used the machine itself, where that is not allowed. */
const hostCode = "T033";

const nothingPermitted: TracePermission = {
  isHostAllowed: false,
  mayLeave: false,
  scenarios: { bytesMax: hostBytesMax, timeoutMs: hostCallMsMax },
};

/** Without simulation nothing of such a run is in its trace: it is made again, or not at all. */
function refuseHost({ settings, subject }: TraceHeader, { isHostAllowed }: TracePermission): void {
  if (settings.isHostAllowed !== true || isHostAllowed) return;
  throw new GauntletError({
    code: hostCode,
    what: "the trace was recorded with the files, network and processes of the machine",
    where: subject.file,
    note: "they are not in the trace, so its run would use those of this machine; nothing was run",
    help: "add `--allow-host`, or `allow_host = true` under `[world]`, if you trust the trace",
  });
}

/** A run that may not leave the simulated world is strict, whatever its trace says. */
function permittedRun(
  run: RunSettings,
  { file, permission }: { readonly file: string; readonly permission: TracePermission },
): RunSettings {
  // What `scan` calls was not written for it, so its runs may leave: every scan does it like that.
  if (run.isStrict !== false || permission.mayLeave || isMadeByScan(file)) return run;
  const { isStrict: _, ...strict } = run;
  return strict;
}

function isMadeByScan(file: string): boolean {
  return file.startsWith(`${storeFolder}/scan/`) || file.startsWith(`${regressionsFolder}/`);
}

/** What `gauntlet test` would grant the same file today: the file wins over the configuration. */
async function grantOf(
  { projectRoot, file }: SubjectTarget,
  { isHostAllowed, scenarios }: TracePermission,
): Promise<HostGrant> {
  const { bytesMax, timeoutMs } = scenarios;
  const limits = { bytesMax, timeoutMs };
  if (!isScenarioFile(file)) return isHostAllowed ? { ...limits, ...all } : limits;
  const { backends = {}, timeout } = await scenarioIn(path.join(projectRoot, file));
  const ownMs = timeout === undefined ? timeoutMs : durationMs(timeout);
  if (isHostAllowed) return { bytesMax, timeoutMs: ownMs, ...all };
  const { proc, http, fs } = scenarios;
  return {
    bytesMax,
    timeoutMs: ownMs,
    proc: backends.proc === undefined ? proc : backends.proc === "host",
    http: backends.http === undefined ? http : backends.http === "host",
    fs: backends.fs === undefined ? fs : backends.fs === "host",
  };
}

const all = { proc: true, http: true, fs: true } as const;

/** A file that cannot be read grants nothing; loading it says what is wrong. */
async function scenarioIn(file: string): Promise<Pick<Scenario, "backends" | "timeout">> {
  try {
    const read = await readScenario({ file, shown: file });
    return read.kind === "steps" ? read.scenario : {};
  } catch (thrown) {
    if (thrown instanceof GauntletError) return {};
    throw thrown;
  }
}
