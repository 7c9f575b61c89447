import type { AblatedVariant, Ablation, Estimate, TimeToBug } from "../kernel/result/ablation.ts";
import type { Result } from "../kernel/result/result.ts";
import { amountText, countText, durationText } from "./number-text.ts";
import { listed, type Page, wrapped } from "./page.ts";
import { tableLines } from "./table-text.ts";

/** Which variant of a search found what and how soon: a table of all, then one for each bug. */
export function ablationSections({ ablation = [] }: Result, page: Page): string[][] {
  return ablation.flatMap((of) => [variantLines(of, page), ...bugSections(of, page)]);
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
