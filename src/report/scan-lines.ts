import type { PlanEvent, TargetsEvent } from "../kernel/result/campaign-event.ts";

/** What a scan is going to do, in one line. */
export function planLine({ files, targets, blocked, timeMsMax }: Omit<PlanEvent, "type">): string {
  const parts = [
    `${counted(targets, "target")} in ${counted(files, "file")}`,
    ...(blocked === 0 ? [] : [`${blocked} cannot be called`]),
    `at most ${duration(timeMsMax)}`,
  ];
  return `plan: ${parts.join(", ")}`;
}

/** How far a scan is: what was called at least a little, what is done, and what time is left. */
export function scanProgressLine(progress: Omit<TargetsEvent, "type">, seconds: number): string {
  const { targets, isPlanned, called, done, leftMs } = progress;
  const known = isPlanned ? String(targets) : `${targets}+`;
  return [
    `${seconds.toFixed(0)} s`,
    `${called} of ${known} called`,
    `${done} done`,
    `${targets - done} left`,
    `${duration(leftMs)} left at most`,
  ].join("   ");
}

// --- inside ---

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min${seconds % 60 === 0 ? "" : ` ${seconds % 60} s`}`;
}
