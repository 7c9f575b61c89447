import {
  type HostGrant,
  hostBytesMax,
  type HostUse,
  type RunSettings,
} from "../../kernel/trace/trace.ts";

/** Which real things of the machine a run may use, and how much of them. */
export interface HostAccess {
  /** Whether commands that nobody scripted are really run. */
  readonly proc: boolean;
  /** Whether requests to hosts that nobody serves are really made. */
  readonly http: boolean;
  /** Whether files of the project may be read and written. */
  readonly fs: boolean;
  /** A call may answer with so many bytes. */
  readonly bytesMax: number;
  /** The run has so much time; undefined is without end. */
  readonly timeoutMs: number | undefined;
  /** Which of them may really be asked; what is recorded is answered in any case. */
  readonly granted: HostUse;
}

/** The time of a call in a run that has no limit of its own. */
export const hostCallMsMax = 30_000;

/** How long a run with these settings may wait for the host, in real time. */
export function hostMsMax(settings: HostSettings, grant?: HostGrant): number {
  const { granted, timeoutMs } = hostAccessOf(settings, grant);
  const isAllowed = granted.proc === true || granted.http === true;
  return isAllowed ? (timeoutMs ?? hostCallMsMax) + killMsMax : 0;
}

/** What settings allow, as far as it is granted; all of it where nothing is said of that. */
export function hostAccessOf(settings: HostSettings = {}, grant?: HostGrant): HostAccess {
  const { proc = false, http = false, fs = false } = settings.host ?? {};
  const { hostBytesMax: bytesMax = hostBytesMax, timeoutMs } = settings;
  if (grant === undefined) {
    return { proc, http, fs, bytesMax, timeoutMs, granted: settings.host ?? noUse };
  }
  const granted = {
    proc: proc && grant.proc === true,
    http: http && grant.http === true,
    fs: fs && grant.fs === true,
  };
  return {
    proc,
    http,
    fs,
    bytesMax: Math.min(bytesMax, grant.bytesMax),
    timeoutMs: timeoutMs === undefined ? undefined : Math.min(timeoutMs, grant.timeoutMs),
    granted,
  };
}

// --- inside ---

const noUse: HostUse = {};

type HostSettings = Pick<RunSettings, "host" | "hostBytesMax" | "timeoutMs">;

/** Until whoever was out of time is gone. */
const killMsMax = 1_000;
