import { amountText, countText } from "../number-text.ts";
import { type Page, wrapped } from "../page.ts";
import type { Section } from "../section.ts";
import { tableLines } from "../table-text.ts";

/** How many processes made how many runs a second, and the law through that, by subject. */
export const scalingSection: Section<"scaling", readonly Scaling[], readonly Scaling[]> = {
  name: "scaling",
  place: "after findings",
  text: (data, page) => data.map((of) => [...pointLines(of, page), ...lawLines(of, page)]),
  json: (data) => data,
  merge: (parts) => parts.flat(),
};

/** How many runs a second a campaign made with how many processes; plain data. */
export interface Scaling {
  readonly subject: string;
  /** What the machine has. */
  readonly cores: number;
  readonly points: readonly ScalingPoint[];
  readonly fit: ScalingFit;
}

/** The median throughput of one count of processes. */
export interface ScalingPoint {
  readonly workers: number;
  readonly runsPerSecond: number;
  /** Each stretch that was measured, in the order in which it was. */
  readonly measured: readonly number[];
}

/** The Universal Scalability Law through the points, or why it does not follow from them. */
export type ScalingFit =
  | ({ readonly kind: "fitted" } & ScalingLaw)
  | {
      readonly kind: "inconclusive";
      readonly because: string;
      /** The best law there is, where one could be computed at all. */
      readonly law?: ScalingLaw | undefined;
    };

/** `n` processes make `lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1))` runs a second. */
export interface ScalingLaw {
  readonly lambda: number;
  /** The share of the work that only one can do at a time. */
  readonly sigma: number;
  /** What it costs that each must hear of each other. */
  readonly kappa: number;
  readonly rSquared: number;
  /** The largest difference between a point and the law, as a share of the point. */
  readonly residualMax: number;
  /** With so many processes it is fastest; absent where more are always faster. */
  readonly peakWorkers?: number | undefined;
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
