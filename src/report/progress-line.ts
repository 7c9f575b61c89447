import { cutText } from "./column-text.ts";
import { amountText, countText, durationText } from "./number-text.ts";

/** How far a campaign has come. */
export interface Progress {
  readonly runs: number;
  readonly seconds: number;
  readonly findings: number;
  readonly runsPerSecond: number;
}

/** One line of at most 80 columns about a campaign under way; without colour and line break. */
export function progressLine({ runs, seconds, findings, runsPerSecond }: Progress): string {
  const parts = [
    amountText(runs, "run"),
    durationText(seconds),
    `${speedText(runsPerSecond)} runs/s`,
    findings === 0 ? "nothing broken yet" : amountText(findings, "finding"),
  ];
  return cutText(parts.join("   "), { columns: columnsMax, ellipsis: "..." });
}

// --- inside ---

const columnsMax = 80;

function speedText(perSecond: number): string {
  if (!Number.isFinite(perSecond)) return "?";
  return perSecond < 10 ? String(Number(perSecond.toFixed(1))) : countText(Math.round(perSecond));
}
