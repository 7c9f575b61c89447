import type { Result } from "../kernel/result/result.ts";
import type { Scaling, ScalingLaw } from "../kernel/result/scaling.ts";
import { amountText, countText } from "./number-text.ts";
import { type Page, wrapped } from "./page.ts";
import { tableLines } from "./table-text.ts";

/** How many runs a second how many processes made, and the law through that. */
export function scalingSections({ scaling = [] }: Result, page: Page): string[][] {
  return scaling.map((of) => [...pointLines(of, page), ...lawLines(of, page)]);
}

// --- inside ---

function pointLines({ points }: Scaling, page: Page): string[] {
  const alone = points.find(({ workers }) => workers === 1)?.runsPerSecond ?? 0;
  const rows = points.map(({ workers, runsPerSecond, measured }) => [
    countText(workers),
    speedText(runsPerSecond),
    `${speedText(Math.min(...measured))} to ${speedText(Math.max(...measured))}`,
    ...(alone > 0 ? gainTexts(runsPerSecond / alone, workers) : []),
  ]);
  const head = ["workers", "runs a second", "measured", "speed-up", "efficiency"];
  return tableLines([head, ...rows], page);
}

function gainTexts(gain: number, workers: number): readonly string[] {
  return [`${gain.toFixed(2)}x`, `${((gain / workers) * 100).toFixed(0)} %`];
}

function speedText(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : countText(Math.round(perSecond));
}

function lawLines({ fit, cores }: Scaling, page: Page): string[] {
  const law = fit.kind === "fitted" ? fit : fit.law;
  const told = [
    ...(law === undefined ? [] : [lawText(law)]),
    `the machine has ${amountText(cores, "core")}`,
  ];
  return told.flatMap((text) => wrapped(text, page, 2).map((line) => `  ${line}`));
}

function lawText({ sigma, kappa, rSquared, peakWorkers }: ScalingLaw): string {
  const most = peakWorkers === undefined ? "" : `; fastest with ${countText(peakWorkers)}`;
  return (
    `Universal Scalability Law: sigma ${digits(sigma)} (work that one does at a time), ` +
    `kappa ${digits(kappa)} (hearing of each other), R² ${digits(rSquared)}${most}`
  );
}

function digits(value: number): string {
  return String(Number(value.toFixed(4)));
}
