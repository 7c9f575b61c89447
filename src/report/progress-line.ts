import { cutText } from "./column-text.ts";
import type { Finding } from "../kernel/finding.ts";
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
}

/** One line of at most 80 columns about a campaign under way; without colour and line break. */
export function progressLine(progress: Progress): string {
  const { runs, seconds, findings, runsPerSecond, steps, edges, corpus } = progress;
  const parts = [
    durationText(seconds),
    amountText(runs, "run"),
    amountText(steps, "step"),
    ...(edges === 0 ? [] : [amountText(edges, "edge"), `corpus ${countText(corpus)}`]),
    amountText(findings, "finding"),
    `${speedText(runsPerSecond)} runs/s`,
  ];
  // What was found must be read whole, so the speed goes first.
  if (parts.join(gap).length > columnsMax) parts.pop();
  return cutText(parts.join(gap), { columns: columnsMax, ellipsis: "..." });
}

/** A failure that was proven while its campaign goes on, in one line without colour. */
export function foundLine(finding: Finding, seconds: number): string {
  const title = cutText(printable(titleOf(finding).heading), { columns: 50, ellipsis: "..." });
  const again = finding.replay === undefined ? "" : `${gap}${printable(finding.replay)}`;
  return `found: ${title}${gap}proven after ${durationText(seconds)}${again}`;
}

// --- inside ---

const columnsMax = 80;
const gap = "   ";

function speedText(perSecond: number): string {
  if (!Number.isFinite(perSecond)) return "?";
  return perSecond < 10 ? String(Number(perSecond.toFixed(1))) : countText(Math.round(perSecond));
}
