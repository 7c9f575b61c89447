import { padText } from "./column-text.ts";
import { amountText } from "./number-text.ts";
import { printable } from "./printable.ts";

/** One entry of a corpus, for a reader. */
export interface CorpusRow {
  /** A list that runs go on from, one that broke, a failing run, or what a swarm has learned. */
  readonly kind: "list" | "broken list" | "failure" | "swarm";
  readonly id: string;
  readonly decisions: number;
  /** How many places it was the first to reach. */
  readonly edges: number;
}

/** What a corpus has of one subject. */
export interface CorpusSubjectRows {
  readonly subject: string;
  readonly entries: readonly CorpusRow[];
}

/** Lists a corpus: each subject with its entries, long lists cut short. */
export function corpusListText(
  subjects: readonly CorpusSubjectRows[],
  { folder, showAll }: { readonly folder: string; readonly showAll: boolean },
): string {
  const count = subjects.flatMap(({ entries }) => entries).length;
  const counts = `${amountText(subjects.length, "subject")}   ${entriesText(count)}`;
  const blocks = subjects.map((subject) => subjectLines(subject, showAll).join("\n"));
  return [`corpus  ${printable(folder)}   ${counts}`, ...blocks].join("\n\n");
}

/** `1 entry`, `2 entries`. */
export function entriesText(count: number): string {
  return amountText(count, "entry", "entries");
}

// --- inside ---

const shownMax = 5;

function subjectLines({ subject, entries }: CorpusSubjectRows, showAll: boolean): string[] {
  const edges = amountText(sum(entries, "edges"), "edge");
  const decisions = amountText(sum(entries, "decisions"), "decision");
  const shown = showAll ? entries : entries.slice(0, shownMax);
  const lines = shown.map((entry) => rowText(entry));
  const left = entries.length - shown.length;
  return [
    `${printable(subject)}   ${entriesText(entries.length)}   ${decisions}   ${edges}`,
    ...lines,
    ...(left > 0 ? [`  and ${left} more (--all)`] : []),
  ];
}

function rowText({ kind, id, decisions, edges }: CorpusRow): string {
  const size = padText(amountText(decisions, "decision"), 16);
  return `  ${padText(kind, 11)}   ${size}${padText(amountText(edges, "edge"), 10)}${id}`;
}

function sum(entries: readonly CorpusRow[], of: "edges" | "decisions"): number {
  return entries.reduce((total, entry) => total + entry[of], 0);
}
