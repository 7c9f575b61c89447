import type { Decision } from "../../kernel/decisions/decision.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import { type Branch, DfsSource, type MissedPart } from "./dfs-source.ts";
import type { SeeSchedule } from "./schedule-view.ts";
import type { BaseStrategy, Exhaustion, RunSource } from "../strategy.ts";

/** What a depth-first search starts from. */
export interface DfsOptions {
  readonly see: SeeSchedule;
  readonly state?: readonly number[] | undefined;
  readonly depthMax?: number;
}

/** Decisions with several answers, deeper than so many, take their first answer only. */
const depthMaxDefault = 200;

/**
 * Depth-first search over the tree of decisions: every answer of every decision, each combination
 * once. It remembers one path, not the tree, because everything left of it is done.
 */
export class DfsStrategy implements BaseStrategy {
  readonly #source: DfsSource;
  readonly #path: Branch[] = [];
  readonly #missed = new Set<Reason>();
  #isOver = false;

  constructor({ see, state = [], depthMax = depthMaxDefault }: DfsOptions) {
    this.#source = new DfsSource(see, depthMax);
    const [isOver = 0, missedBits = 0, ...path] = state;
    this.#isOver = isOver === 1;
    for (const [bit, reason] of reasons.entries()) {
      if ((missedBits & (1 << bit)) !== 0) this.#missed.add(reason);
    }
    for (let at = 0; at + 1 < path.length; at += 2) {
      this.#path.push({ index: path[at] ?? 0, count: path[at + 1] ?? 1 });
    }
  }

  next(): RunSource | undefined {
    return this.#isOver ? undefined : this.#source.begin(this.#path);
  }

  learn(_log: readonly Decision[], { verdict }: Pick<RunOutcome, "verdict">): void {
    this.#source.finish();
    if (verdict === "unknown") this.#missed.add("unjudged");
    this.#advance();
  }

  lose(): void {
    // What the dead run met below its path is unknown and stays so.
    this.#missed.add("deaths");
    this.#advance();
  }

  state(): readonly number[] {
    const missed = this.#allMissed();
    const bits = reasons.reduce((sum, name, bit) => (missed.has(name) ? sum | (1 << bit) : sum), 0);
    const path = this.#path.flatMap(({ index, count }) => [index, count]);
    return [this.#isOver ? 1 : 0, bits, ...path];
  }

  changes(): readonly number[] {
    return this.state();
  }

  exhaustion(): Exhaustion {
    const missed = this.#allMissed();
    const told = reasons.filter((reason) => missed.has(reason)).map((reason) => texts[reason]);
    return { isOver: this.#isOver, missed: told };
  }

  /** To the next leaf: the deepest decision that has an answer left takes it. */
  #advance(): void {
    for (;;) {
      const last = this.#path.at(-1);
      if (last === undefined) {
        this.#isOver = true;
        return;
      }
      last.index += 1;
      if (last.index < last.count) return;
      this.#path.pop();
    }
  }

  #allMissed(): ReadonlySet<Reason> {
    return new Set([...this.#missed, ...this.#source.missed]);
  }
}

// --- inside ---

type Reason = MissedPart | "unjudged" | "deaths";

/** In the order of their bits in a state. */
const reasons: readonly Reason[] = [
  "values",
  "timers",
  "crowded",
  "depth",
  "drift",
  "unjudged",
  "deaths",
];

const texts: Readonly<Record<Reason, string>> = {
  values: "values are not enumerated",
  timers: "completions are not tried at every moment between timers",
  crowded: "more completions were pending at once than latencies keep apart",
  depth: "some runs took more decisions than the depth allows",
  drift: "some runs did not repeat",
  unjudged: "some runs could not be judged",
  deaths: "some runs killed their process",
};
