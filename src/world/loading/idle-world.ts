import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { activeWorld } from "../active-world.ts";
import { SimWorld } from "../sim-world.ts";
import { callingMaker, type Maker } from "./maker.ts";

/**
 * Something that code made outside of any run: while a package was loaded, or later in a callback
 * that was left from then.
 */
export interface MadeOutside {
  /** A world whose time stands still: what is in it never happens. */
  readonly world: SimWorld;
  readonly maker: Maker;
}

/**
 * From now on, what is not Gauntlet's own does nothing real outside of a run. Called once, by the
 * process in which user code runs; in others, such as a test runner, there is only other code.
 */
export function guardLoading(): void {
  isGuarded = true;
}

/** Guards while something is called; for tests, whose own process must go on. */
export function whileGuarded<R>(call: () => R): R {
  isGuarded = true;
  try {
    return call();
  } finally {
    isGuarded = false;
  }
}

/**
 * Asked by a stand-in outside of a run: undefined where it is to pass the call on to Node, because
 * Gauntlet calls. `what` is remembered, in case somebody waits for it: `a connection`.
 */
export function madeOutside(what?: string): MadeOutside | undefined {
  if (!isGuarded || activeWorld !== undefined) return undefined;
  const maker = callingMaker(madeOutside);
  if (maker === undefined) return undefined;
  if (what !== undefined && pending.length < pendingMax) pending.push({ what, maker });
  idle ??= new SimWorld(new RecordedDecisions(new SimplestSource()), { latencyUsMax: 0 });
  return { world: idle, maker };
}

/** The same, where only the world is of interest. */
export function idleWorld(what?: string): SimWorld | undefined {
  return isGuarded && activeWorld === undefined ? madeOutside(what)?.world : undefined;
}

/** The world of what was made outside of runs, if there is anything in it. */
export function knownIdleWorld(): SimWorld | undefined {
  return idle;
}

/** Whether the guard is on. */
export function isLoadingGuarded(): boolean {
  return isGuarded;
}

/** Something that was begun outside of runs, and so never ends. */
export interface Pending {
  readonly what: string;
  readonly maker: Maker;
}

/** What was begun last, if anything was. */
export function lastPending(): Pending | undefined {
  return pending.at(-1);
}

/** What was begun, the last first, with its lines; "" where nothing was. */
export function pendingText(): string {
  const texts = pending.map(({ what, maker: { place } }) => (place ? `${what} at ${place}` : what));
  return [...new Set(texts.toReversed())].slice(0, pendingShown).join(", ");
}

// --- inside ---

const pendingShown = 2;

/** Nobody reads more; a package that begins things in a loop must not fill the memory. */
const pendingMax = 100;

let isGuarded = false;
let idle: SimWorld | undefined;
const pending: Pending[] = [];
