import { mergeTally, Tally } from "../kernel/judge/tally.ts";
import type { RunsEvent } from "../kernel/result/campaign-event.ts";
import type { Uncontrolled } from "../kernel/trace/trace.ts";
import type { PlacedFile, ReachedSlots } from "../subject/coverage/index.ts";
import type {
  StretchResult,
  HandlerData,
  Progress,
  Sighting,
} from "../runner/protocol/protocol.ts";
import { mergedUses } from "../runner/uncontrolled-uses.ts";
import type { Suspect } from "./proof/prove.ts";
import type { CampaignOutcome } from "./campaign-outcome.ts";
import { Suspects } from "./suspects.ts";

/** What a campaign has seen so far, put together from what its processes say. */
export class CampaignLog {
  readonly #tally = new Tally();
  #talliedRuns = 0;
  readonly suspects: Suspects;
  #wakes = 0;
  #unknownRuns = 0;
  #uncontrolled: readonly Uncontrolled[] = [];
  readonly #curve: { runs: number; edges: number }[] = [];
  #corpus = 0;
  #blocksTotal = 0;
  /** Places that any process has reached; all of them load the same code and number it alike. */
  readonly #blocks = new Set<number>();
  readonly #others = new Set<number>();
  readonly #changed = new Set<string>();
  /** Variables that the code looked up and did not find, with the line that did. */
  readonly #missing = new Map<string, string>();
  #spoiled = 0;
  readonly #handlers = new Map<string, HandlerData>();
  #unheld: CampaignOutcome["unheld"];
  /** By their paths; each process says the same. */
  readonly #placed = new Map<string, PlacedFile>();
  /** After how many runs something new was last reached or found. */
  newsAtRun = 0;

  constructor(onNewSuspect: (suspect: Suspect) => void) {
    this.suspects = new Suspects(onNewSuspect);
  }

  /** Takes a failure that a process has seen for the first time. */
  see(sighting: Sighting): void {
    this.suspects.see(sighting);
  }

  /** Takes what a stretch brought. */
  take(explored: StretchResult, runs: number): void {
    for (const name of explored.changed) this.#changed.add(name);
    for (const { name, place } of explored.missing) this.#missing.set(name, place);
    if (explored.isSpoiled) this.#spoiled += 1;
    this.#wakes += explored.wakes;
    this.#unknownRuns += explored.unknownRuns;
    this.#uncontrolled = mergedUses(this.#uncontrolled, explored.uncontrolled);
    mergeTally(this.#tally, explored.tally);
    this.#talliedRuns += explored.runs;
    this.suspects.take(explored.clusters);
    this.#blocksTotal = Math.max(this.#blocksTotal, explored.blocksTotal);
    this.#addHandlers(explored.handlers);
    this.#unheld = explored.unheld;
    for (const placed of explored.placed ?? []) this.#placed.set(placed.file, placed);
    this.#corpus = Math.max(this.#corpus, explored.corpus ?? 0);
    this.#reach(explored, runs);
  }

  /** How far it has come, with what processes say of the stretches they are in. */
  progress(now: readonly Progress[], runs: number): Omit<RunsEvent, "type" | "runs" | "seconds"> {
    for (const progress of now) this.#reach(progress, runs);
    const steps = [...this.#tally.operations.values()].reduce((sum, { count }) => sum + count, 0);
    return {
      findings: this.suspects.count,
      steps: steps + now.reduce((sum, progress) => sum + (progress.steps ?? 0), 0),
      edges: this.#edges,
      corpus: Math.max(this.#corpus, ...now.map(({ corpus = 0 }) => corpus)),
    };
  }

  /** Everything, for the end. */
  summary(): Pick<
    CampaignOutcome,
    | "tally"
    | "talliedRuns"
    | "suspects"
    | "wakes"
    | "unknownRuns"
    | "uncontrolled"
    | "curve"
    | "edges"
    | "corpus"
    | "blocks"
    | "handlers"
    | "newsAtRun"
    | "unheld"
    | "files"
  > {
    return {
      tally: this.#tally,
      talliedRuns: this.#talliedRuns,
      suspects: this.suspects.all(),
      wakes: this.#wakes,
      unknownRuns: this.#unknownRuns,
      uncontrolled: this.#uncontrolled,
      curve: this.#curve,
      edges: this.#edges,
      corpus: this.#corpus,
      blocks: { total: this.#blocksTotal, reached: this.#blocks.size },
      handlers: [...this.#handlers.values()],
      newsAtRun: this.newsAtRun,
      unheld: this.#unheld,
      files: this.#files,
    };
  }

  /** What runs had left changed for all later ones, and what they missed. */
  get notes(): readonly string[] {
    return [...this.#changedNotes, ...this.#missingNotes];
  }

  get #missingNotes(): readonly string[] {
    if (this.#missing.size === 0) return [];
    const names = [...this.#missing].map(([name, place]) => `\`${name}\` (${place})`);
    const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : "";
    const what = `runs do not see your environment: ${names.slice(0, namesMax).join(", ")}${more}`;
    return [`${what}; list what they need under \`[world] env\``];
  }

  get #changedNotes(): readonly string[] {
    if (this.#changed.size === 0) return [];
    const names = [...this.#changed].map((name) => `\`${name}\``);
    const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : "";
    const what = `runs left ${names.slice(0, namesMax).join(", ")}${more} changed`;
    if (this.#spoiled === 0) return [`${what}; each run starts with what was there before`];
    const times = `${this.#spoiled} ${this.#spoiled === 1 ? "process" : "processes"}`;
    return [`${what} for good; ${times} had to be replaced`];
  }

  get #files(): CampaignOutcome["files"] {
    if (this.#placed.size === 0) return undefined;
    return [...this.#placed.values()].map(({ file, start, blocks }) => ({
      file,
      blocks: blocks.map((block, at) => ({
        ...block,
        hits: this.#blocks.has(start + at) ? 1 : 0,
      })),
    }));
  }

  get #edges(): number {
    return this.#blocks.size + this.#others.size;
  }

  /** Takes what was reached, and how long ago: a process counts its own runs only. */
  #reach({ reached, sinceNews }: Pick<Progress, "reached" | "sinceNews">, runs: number): void {
    if (sinceNews !== undefined) this.newsAtRun = Math.max(this.newsAtRun, runs - sinceNews);
    if (reached !== undefined) this.#add(reached, runs);
  }

  #add(slots: ReachedSlots, runs: number): void {
    const before = this.#edges;
    for (const slot of slots.blocks) this.#blocks.add(slot);
    for (const slot of slots.others) this.#others.add(slot);
    if (this.#edges === before) return;
    this.#curve.push({ runs, edges: this.#edges });
  }

  #addHandlers(seen: readonly HandlerData[]): void {
    for (const handler of seen) {
      const key = `${handler.kind} ${handler.file}:${handler.line}`;
      const known = this.#handlers.get(key);
      this.#handlers.set(key, {
        ...handler,
        entered: handler.entered + (known?.entered ?? 0),
        underFault: handler.underFault + (known?.underFault ?? 0),
      });
    }
  }
}

// --- inside ---

/** So many names are listed. */
const namesMax = 5;
