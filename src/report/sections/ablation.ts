import type { Seed } from "../../kernel/decisions/seed.ts";
import { amountText, countText, durationText } from "../number-text.ts";
import { listed, type Page, wrapped } from "../page.ts";
import type { Section } from "../section.ts";
import { tableLines } from "../table-text.ts";

/** How fast variants of the search found what they found, one for each subject. */
export const ablationSection: Section<"ablation", readonly Ablation[], readonly Ablation[]> = {
  name: "ablation",
  place: "after findings",
  // A table of all variants, then one for each bug.
  text: (data, page) => data.flatMap((of) => [variantLines(of, page), ...bugSections(of, page)]),
  json: (data) => data,
  merge: (parts) => parts.flat(),
};

/** How fast variants of a search found the bugs of one subject; plain data. */
export interface Ablation {
  readonly subject: string;
  readonly seeds: readonly Seed[];
  /** What one campaign could spend; absent where only the other one limits it. */
  readonly runsMax?: number | undefined;
  readonly secondsMax?: number | undefined;
  /** Every failure that any campaign saw. */
  readonly bugs: readonly AblatedBug[];
  /** The settings as given first, then each with one thing changed. */
  readonly variants: readonly AblatedVariant[];
}

/** A failure that at least one campaign saw. */
export interface AblatedBug {
  readonly key: string;
  /** The property, else the error and its message. */
  readonly name: string;
}

/** What a search with one thing changed found. */
export interface AblatedVariant {
  readonly name: string;
  readonly strategy: string;
  readonly guidance: boolean;
  /** How it chooses what to go on from; absent without guidance. */
  readonly checkpointStrategy?: string | undefined;
  readonly swarm: boolean;
  /** Of all its campaigns together. */
  readonly runs: number;
  readonly seconds: number;
  /** How many of the bugs at least one of its campaigns saw. */
  readonly bugsFound: number;
  /** One for each bug of the ablation, in the same order. */
  readonly bugs: readonly TimeToBug[];
}

/** When the campaigns of a variant first saw a bug. */
export interface TimeToBug {
  readonly key: string;
  /** How many campaigns saw it, of how many that ran. */
  readonly found: number;
  readonly campaigns: number;
  readonly runs: Estimate;
  readonly seconds: Estimate;
}

/** A median over seeds with its 95 % confidence interval; null is more than a campaign had. */
export interface Estimate {
  readonly median: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

// --- inside ---

function variantLines({ variants, bugs, ...of }: Ablation, page: Page): string[] {
  const rows = variants.map(({ name, strategy, guidance, swarm, runs, bugsFound }) => [
    name,
    strategy,
    guidance ? "on" : "off",
    swarm ? "on" : "off",
    countText(runs),
    `${countText(bugsFound)} of ${countText(bugs.length)}`,
  ]);
  const head = ["variant", "strategy", "guidance", "swarm", "runs", "bugs"];
  return [...tableLines([head, ...rows], page), `  ${budgetText(of)}`];
}

function budgetText(of: Pick<Ablation, "seeds" | "runsMax" | "secondsMax">): string {
  const { seeds, runsMax, secondsMax } = of;
  const limits = [
    ...(runsMax === undefined ? [] : [amountText(runsMax, "run")]),
    ...(secondsMax === undefined ? [] : [durationText(secondsMax)]),
  ];
  return `${amountText(seeds.length, "seed")} each, a campaign has at most ${limits.join(" and ")}`;
}

function bugSections({ bugs, variants }: Ablation, page: Page): string[][] {
  const { shown, more } = listed(bugs, page);
  const sections = shown.map(({ name }, at) => [
    ...wrapped(name, page, 0),
    ...tableLines(
      [
        ["", "found", "median runs (95 %)", "median time (95 %)"],
        ...variants.map((variant) => timeRow(variant, variant.bugs[at])),
      ],
      page,
    ),
  ]);
  return more === "" ? sections : [...sections, [`  ${more}`]];
}

function timeRow({ name }: AblatedVariant, time: TimeToBug | undefined): readonly string[] {
  if (time === undefined) return [name];
  const found = `${countText(time.found)} of ${countText(time.campaigns)}`;
  if (time.found === 0) return [name, found];
  return [
    name,
    found,
    estimateText(time.runs, wholeText),
    estimateText(time.seconds, durationText),
  ];
}

/** `12 (4 to 31)`; what is above all that was measured is `more`. */
function estimateText({ median, low, high }: Estimate, text: (value: number) => string): string {
  const told = (value: number | null): string => (value === null ? "more" : text(value));
  return `${told(median)} (${told(low)} to ${told(high)})`;
}

/** The median of an even number of counts may lie between two of them. */
function wholeText(value: number): string {
  return countText(Number(value.toFixed(1)));
}
