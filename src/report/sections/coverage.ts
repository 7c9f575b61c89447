import type { ReachedFile } from "../../kernel/result/reached-file.ts";
import type { UnheldComparison } from "../../kernel/result/unheld-comparison.ts";
import type { ExposureData } from "../../kernel/judge/tally.ts";
import { amountText, countText } from "../number-text.ts";
import { listed, type Page, wrapped } from "../page.ts";
import type { Section } from "../section.ts";

/** What the search reached, what it could not bring about, and what to do about it. */
export const coverageSection: Section<"coverage", readonly SearchCoverage[], CoverageDocument> = {
  name: "coverage",
  place: "summary",
  absent: {},
  text: (data, page) => [data.flatMap((of) => coverageLines(of, page))],
  json: (data) => ({ subjects: data }),
  merge: (parts) => parts.flat(),
  standIn: () => [],
};

/** What the search reached, one for each subject; empty where nothing was searched. */
export interface CoverageDocument {
  readonly subjects?: readonly SearchCoverage[];
}

/** What a campaign reached of one subject, and how it got there. */
export interface SearchCoverage {
  readonly subject: string;
  /** Places of the code that were told apart and reached: blocks, edges, comparisons. */
  readonly edges: number;
  readonly blocks: { readonly total: number; readonly reached: number };
  /** Runs that reached something new and were kept to go on from. */
  readonly corpus: number;
  /** How many places had been reached after how many runs, where that changed. */
  readonly curve: readonly { readonly runs: number; readonly edges: number }[];
  /** After how many runs something new was last reached or found. */
  readonly lastNewsAtRun: number;
  /** Whether so much was run since then that more runs alone will hardly bring anything. */
  readonly plateau: boolean;
  /** What happened while sets of faults were on. */
  readonly stress: readonly ExposureData[];
  /** Sets of faults and whether they were ever on together; absent with too few faults. */
  readonly tuples?: TupleCoverage | undefined;
  /** What runs with a part of the rules and faults brought; absent without a swarm. */
  readonly swarm?: SwarmCoverage | undefined;
  /** Places that are there for when something goes wrong. */
  readonly handlers: readonly HandlerCoverage[];
  /** Comparisons of the input that never held, the deepest first; only of fuzz tests. */
  readonly unheld?: readonly UnheldComparison[] | undefined;
  /** What was reached of each file; only where an lcov report was asked for. */
  readonly files?: readonly ReachedFile[] | undefined;
}

/** Which sets of faults were really on together while an operation ran. */
export interface TupleCoverage {
  readonly strength: number;
  readonly total: number;
  /** How many operations ran under each set. */
  readonly covered: readonly { readonly faults: readonly string[]; readonly steps: number }[];
  readonly uncovered: readonly (readonly string[])[];
}

/** What each subset of rules and faults brought. */
export interface SwarmCoverage {
  /** The most productive ones first. */
  readonly configs: readonly SwarmConfigCoverage[];
  /** Those that were used several times and brought nothing. */
  readonly dead: readonly Pick<SwarmConfigCoverage, "without" | "runs">[];
  readonly deadCount: number;
}

/** What one subset of rules and faults brought. */
export interface SwarmConfigCoverage {
  readonly without: readonly string[];
  readonly runs: number;
  readonly edges: number;
  readonly failures: number;
}

/** A handler of an error, a loop that tries again, or what is used when something is missing. */
export interface HandlerCoverage {
  readonly kind: "catch" | "retry" | "fallback";
  readonly file: string;
  readonly line: number;
  /** In how many runs it was entered, and in how many of those a fault had fired. */
  readonly entered: number;
  readonly underFault: number;
}

// --- inside ---

const configsShown = 3;
const curvePointsMax = 8;

function coverageLines(of: SearchCoverage, page: Page): string[] {
  return [
    ...(page.showAll ? curveLines(of, page) : []),
    ...handlerLines(of, page),
    ...tupleLines(of, page),
    ...swarmLines(of, page),
    ...unheldLines(of, page),
    ...plateauLines(of, page),
  ];
}

function marked(text: string, page: Page): string[] {
  const lines = wrapped(text, page, 2);
  return lines.map((line, at) => `${at === 0 ? page.paint.unknown : " "} ${line}`);
}

function curveLines({ curve, edges, blocks, corpus }: SearchCoverage, page: Page): string[] {
  if (edges === 0) return [];
  const { reached, total } = blocks;
  const step = Math.max(1, Math.ceil(curve.length / curvePointsMax));
  const points = curve.filter((_, at) => at % step === 0 || at === curve.length - 1);
  const shown = points.map((p) => `${countText(p.edges)} after ${amountText(p.runs, "run")}`);
  const text =
    `reached ${countText(reached)} of ${amountText(total, "block")}, ` +
    `${amountText(edges, "edge")}, ${amountText(corpus, "run")} to go on from: ${shown.join(", ")}`;
  return wrapped(text, page, 2).map((line) => `  ${line}`);
}

/** Only where faults fired: otherwise it is no wonder. */
function handlerLines({ handlers, stress }: SearchCoverage, page: Page): string[] {
  if (stress.length === 0) return [];
  const missed = handlers.filter(({ underFault }) => underFault === 0);
  if (missed.length === 0) return [];
  const { shown, more } = listed(missed.map(handlerText), page);
  const names = [...shown.map(page.paint.text), ...(more === "" ? [] : [more])].join(", ");
  return marked(`never entered under a fault: ${names}`, page);
}

function handlerText({ kind, file, line }: HandlerCoverage): string {
  return `${kind} at ${file}:${line}`;
}

function tupleLines({ tuples }: SearchCoverage, page: Page): string[] {
  if (tuples === undefined || tuples.uncovered.length === 0) return [];
  const { strength, total, covered, uncovered } = tuples;
  const kind = strength === 2 ? "pair" : strength === 3 ? "triple" : `set of ${strength}`;
  const { shown, more } = listed(
    uncovered.map((names) => names.map(page.paint.text).join(" + ")),
    page,
  );
  const names = [...shown, ...(more === "" ? [] : [more])].join(", ");
  const all = amountText(total, `${kind} of faults`, `${kind}s of faults`);
  const were = covered.length === 1 ? "was" : "were";
  const said = `${countText(covered.length)} of ${all} ${were} on together while a rule ran`;
  return marked(`${said}; never: ${names}`, page);
}

function swarmLines({ swarm }: SearchCoverage, page: Page): string[] {
  if (swarm === undefined || swarm.configs.length === 0) return [];
  const lines = swarm.configs.slice(0, page.showAll ? undefined : configsShown).map((config) => {
    const without = config.without.map(page.paint.text).join(", ");
    const name = config.without.length === 0 ? "with everything" : `without ${without}`;
    const broke = config.failures === 0 ? "" : `, ${amountText(config.failures, "failure")}`;
    const edges = amountText(config.edges, "edge");
    const brought = `${edges} in ${amountText(config.runs, "run")}${broke}`;
    return wrapped(`${brought}: ${name}`, page, 4).map((line, at) =>
      at === 0 ? `  ${line}` : `    ${line}`,
    );
  });
  const dead = swarm.deadCount === 0 ? "" : `, ${countText(swarm.deadCount)} brought nothing`;
  const head = `swarm: ${amountText(swarm.configs.length, "subset")} of rules and faults${dead}`;
  return [head, ...lines.flat()];
}

const unheldShown = 3;

/** What to put into a dictionary, or to make inputs of. */
function unheldLines({ unheld = [], blocks, corpus }: SearchCoverage, page: Page): string[] {
  if (unheld.length === 0) return [];
  const { reached, total } = blocks;
  const of = `${countText(reached)} of ${amountText(total, "block")}`;
  const head = `reached ${of} with ${amountText(corpus, "input")}; never equal:`;
  const shown = page.showAll ? unheld : unheld.slice(0, unheldShown);
  const left = unheld.length - shown.length;
  return [
    ...marked(head, page),
    ...shown.flatMap(({ file, line, text }) =>
      wrapped(page.paint.text(`${file}:${line}  ${text}`), page, 4).map((one) => `    ${one}`),
    ),
    ...(left === 0 ? [] : [`    and ${countText(left)} more (--all)`]),
  ];
}

function plateauLines({ lastNewsAtRun, plateau, unheld }: SearchCoverage, page: Page): string[] {
  if (!plateau) return [];
  const advice =
    unheld === undefined
      ? "more runs alone will hardly help; add a rule, a fault or a wider arbitrary, " +
        "or try --swarm, --strategy pct or more steps_per_run"
      : "more inputs alone will hardly help; name pieces with --dict or samples with --seeds";
  return marked(`nothing new since run ${countText(lastNewsAtRun)}: ${advice}`, page);
}
