import type { Generator } from "../../kernel/decisions/generator.ts";
import type { ArmCounts } from "./guided-state.ts";

/** The ways to make the next run from what is known. */
export const arms = ["extend", "mutate", "hint", "splice"] as const;

/** A way to make the next run; `fresh` starts from nothing, `given` repeats a given list. */
export type Arm = (typeof arms)[number] | "fresh" | "given";

/** How much each way is worth before anything is known. */
const priors: Readonly<Record<(typeof arms)[number], number>> = {
  extend: 5,
  mutate: 2,
  hint: 6,
  splice: 1,
};

/** Results fade, so that the share of each way follows what still finds something. */
const fading = 0.995;
/** Tries without result that each way is given from the start. */
const patience = 20;

/** Gives budget to what still finds something: each way by its tries and what they brought. */
export class Arms {
  readonly #share: number;
  readonly #counts = new Map<Arm, { tries: number; finds: number }>();

  constructor(checkpointProb: number, known: Readonly<Record<string, ArmCounts>> = {}) {
    this.#share = checkpointProb;
    for (const arm of [...arms, "fresh"] as const) {
      const [tries, finds] = known[arm] ?? [0, 0];
      this.#counts.set(arm, { tries, finds });
    }
  }

  /** Whether the next run goes on from a checkpoint; near what was asked for, never none of it. */
  goesOn(generator: Generator): boolean {
    const asked = this.#share;
    if (asked <= 0 || asked >= 1) return asked >= 1;
    // All ways as one: each alone has few tries, and what was seldom tried looks better than it is.
    const old = this.#rateOfAll();
    const learned = old / (old + this.#rate("fresh"));
    const share = Math.min(Math.max((asked + learned) / 2, asked / 4), 1 - (1 - asked) / 4);
    return generator.next() < share * 0x1_0000_0000;
  }

  /** One of the ways that are possible. */
  choose(generator: Generator, possible: readonly (typeof arms)[number][]): Arm {
    // Loops without lists: this is asked in every other run, and a run may take a few microseconds.
    let sum = 0;
    for (const arm of possible) sum += priors[arm] * this.#rate(arm);
    let left = (generator.next() / 0x1_0000_0000) * sum;
    for (const arm of possible) {
      left -= priors[arm] * this.#rate(arm);
      if (left < 0) return arm;
    }
    return "extend";
  }

  /** Hears what a run of this way brought: 1 for a new place, less for a known one hit more. */
  learn(arm: Arm, worth: number): void {
    const count = this.#counts.get(arm);
    if (count === undefined) return;
    count.tries = count.tries * fading + 1;
    count.finds = count.finds * fading + worth;
  }

  /** What is known, as data. */
  data(): Record<string, ArmCounts> {
    return Object.fromEntries(
      Array.from(this.#counts, ([arm, { tries, finds }]) => [arm, [tries, finds] as const]),
    );
  }

  #rate(arm: Arm): number {
    const count = this.#counts.get(arm);
    return (1 + (count?.finds ?? 0)) / (patience + (count?.tries ?? 0));
  }

  #rateOfAll(): number {
    let [tries, finds] = [patience, 1];
    for (const arm of arms) {
      const count = this.#counts.get(arm);
      tries += count?.tries ?? 0;
      finds += count?.finds ?? 0;
    }
    return finds / tries;
  }
}
