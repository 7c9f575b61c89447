import { cutText } from "./column-text.ts";
import type { Finding } from "../kernel/result/finding.ts";
import { titleOf } from "./finding-title.ts";
import { printable } from "./printable.ts";
import { amountText, countText, durationText } from "./number-text.ts";

/** How far a campaign has come. */
export interface Progress {
  readonly runs: number;
  readonly seconds: number;
  readonly findings: number;
  readonly runsPerSecond: number;
  readonly steps: number;
  /** Places reached and runs kept to go on from; 0 where the search is not guided. */
  readonly edges: number;
  readonly corpus: number;
  /** So many at most; absent where there is no such limit. */
  readonly runsMax?: number | undefined;
  readonly secondsMax?: number | undefined;
}

/** One line about a campaign under way that fits a terminal; without colour and line break. */
export function progressLine(progress: Progress, columnsMax: number): string {
  const { runs, runsMax, seconds, findings, runsPerSecond, steps, edges, corpus } = progress;
  const ofRuns = runsMax === undefined ? "" : `${countText(runs)} of `;
  const parts = [
    durationText(seconds),
    ...leftText(progress),
    `${ofRuns}${amountText(runsMax ?? runs, "run")}`,
    amountText(steps, "step"),
    ...(edges === 0 ? [] : [amountText(edges, "edge"), `corpus ${countText(corpus)}`]),
    amountText(findings, "finding"),
    `${speedText(runsPerSecond)} runs/s`,
  ];
  // What was found must be read whole, so the speed goes first, and then how much was done.
  if (parts.join(gap).length > columnsMax) parts.pop();
  while (parts.join(gap).length > columnsMax && parts.length > leastParts) parts.splice(-2, 1);
  return cutText(parts.join(gap), { columns: columnsMax, ellipsis: "..." });
}

/** A failure that was proven while its campaign goes on, in one line without colour. */
export function foundLine(finding: Finding, seconds: number): string {
  const title = cutText(printable(titleOf(finding).heading), { columns: 50, ellipsis: "..." });
  const again = finding.replay === undefined ? "" : `${gap}${printable(finding.replay)}`;
  return `found: ${title}${gap}proven after ${durationText(seconds)}${again}`;
}

// --- inside ---

/** Two of how far it is, and what was found. */
const leastParts = 3;
const gap = "   ";

/** How long it may still take: what is left of its time, or of its runs if those end first. */
function leftText({ runs, runsMax, seconds, secondsMax, runsPerSecond }: Progress): string[] {
  const byRuns = runsMax === undefined ? Infinity : (runsMax - runs) / runsPerSecond;
  const byTime = secondsMax === undefined ? Infinity : secondsMax - seconds;
  const left = Math.min(byTime, Number.isNaN(byRuns) ? Infinity : byRuns);
  return Number.isFinite(left) ? [`${durationText(Math.max(0, Math.round(left)))} left`] : [];
}

function speedText(perSecond: number): string {
  if (!Number.isFinite(perSecond)) return "?";
  return perSecond < 10 ? String(Number(perSecond.toFixed(1))) : countText(Math.round(perSecond));
}
