import type { RunSettings } from "../../kernel/trace.ts";

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
}

/** What a call may answer with where nothing else is said: 8 MiB. */
export const hostBytesMax: number = 8 * 1_024 * 1_024;

/** What settings allow. */
export function hostAccessOf(
  settings: Pick<RunSettings, "host" | "hostBytesMax" | "timeoutMs"> = {},
): HostAccess {
  const { proc = false, http = false, fs = false } = settings.host ?? {};
  const { hostBytesMax: bytesMax = hostBytesMax, timeoutMs } = settings;
  return { proc, http, fs, bytesMax, timeoutMs };
}
