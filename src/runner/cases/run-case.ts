import { isDeepStrictEqual } from "node:util";
import type { Case, Tier } from "../../data/case.ts";
import type { Oracle, Outcome, Seen } from "../../data/oracles.ts";
import { canonicalJson } from "../../kernel/values/canonical-json.ts";
import { literalText } from "../../kernel/values/literal-text.ts";
import type { Player } from "../../world/players/player.ts";
import { real } from "../../world/real.ts";
import { errorTexts, holdsCanary, type ProcessWatch } from "./watch-process.ts";

/** What code under test is told of a case, besides where to find it. */
export interface CaseGiven<Expected> {
  readonly tier: Tier;
  readonly name: string;
  /** What it is to end up with; only of legal cases. */
  readonly expected: Expected | undefined;
  /** Aborted when whoever waits for it gives up. */
  readonly signal: AbortSignal;
  /** A secret that nobody else has; it must not come out. */
  readonly canary: string;
}

/** Code under test: it may throw, give what it ended up with, or give nothing. */
export type CaseTarget<Place, Expected> = (given: Place & CaseGiven<Expected>) => unknown;

/** How long code may take. */
export interface CaseLimits {
  /** The signal is aborted after so long. */
  readonly deadlineMs: number;
  /** The signal is aborted so long after nothing more comes. */
  readonly patienceMs: number;
  /** Code that has not settled so long after that hangs. */
  readonly hangMs: number;
}

/** A case with what judges and plays it. */
export interface CaseRun<Payload, Place, Expected> {
  readonly made: Case<Payload, Expected>;
  readonly oracles: readonly Oracle[];
  readonly player: Player<Payload, Place>;
  readonly target: CaseTarget<Place, Expected>;
  readonly limits: CaseLimits;
  readonly canary: string;
  readonly watch: ProcessWatch;
  /** What is between the payload and the target, for the bite score. */
  readonly spoil?: ((payload: Payload) => Payload) | undefined;
}

/** What a case broke. */
export interface Broken {
  readonly oracle: string;
  readonly because: string;
  /** What the target threw, where it did. */
  readonly thrown: unknown;
}

/** What became of a case. */
export interface CaseOutcome<Payload> {
  readonly broken: Broken | undefined;
  readonly delivered: Payload | undefined;
}

/** Plays a case to the code under test once, and judges what became of it. */
export async function runCase<Payload, Place, Expected>(
  run: CaseRun<Payload, Place, Expected>,
): Promise<CaseOutcome<Payload>> {
  const { made, player, watch, spoil = (payload) => payload, canary } = run;
  watch.begin(canary);
  const playing = player.begin(spoil(made.payload));
  const { outcome, thrown, value } = await settle(run, playing);
  await playing.end();
  // A rejection that nobody handles is told of when a turn ends.
  await new Promise((resolve) => void real.setImmediate(resolve));
  const leaks = [...watch.leaks, ...leaksOf({ thrown, value }, canary)];
  const uncaught = watch.uncaught.map(messageOf);
  const broken = judge(run.oracles, { outcome, uncaught, leaks }, made);
  const delivered = playing.delivered();
  if (broken === undefined) return { broken, delivered };
  return { broken: { ...broken, thrown: thrown ?? watch.uncaught[0] }, delivered };
}

// --- inside ---

interface Settled {
  readonly outcome: Outcome;
  readonly thrown?: unknown;
  readonly value?: unknown;
}

async function settle<Payload, Place, Expected>(
  { made, target, limits, canary }: CaseRun<Payload, Place, Expected>,
  playing: { readonly place: Place; readonly stalled: Promise<void> },
): Promise<Settled> {
  const control = new AbortController();
  const { tier, name, expected } = made;
  const given = { ...playing.place, tier, name, expected, signal: control.signal, canary };
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number, act: () => void): void => void timers.push(real.setTimeout(act, ms));
  const hung = new Promise<Settled>((resolve) => {
    const giveUp = (): void => {
      if (control.signal.aborted) return;
      control.abort(new Error("whoever waited for it has given up"));
      const { hangMs } = limits;
      after(hangMs, () => resolve({ outcome: { kind: "hung", afterMs: hangMs } }));
    };
    after(limits.deadlineMs, giveUp);
    void playing.stalled.then(() => after(limits.patienceMs, giveUp));
  });
  try {
    return await Promise.race([called(target, given, expected), hung]);
  } finally {
    for (const timer of timers) real.clearTimeout(timer);
  }
}

async function called<Given>(
  target: (given: Given) => unknown,
  given: Given,
  expected: unknown,
): Promise<Settled> {
  try {
    const value = await target(given);
    return { value, outcome: { kind: "answered", difference: differenceOf(value, expected) } };
  } catch (thrown) {
    const message = messageOf(thrown);
    return { thrown, outcome: { kind: "threw", message, isClaim: isClaim(thrown) } };
  }
}

function judge(
  oracles: readonly Oracle[],
  seen: Seen,
  made: Case,
): Omit<Broken, "thrown"> | undefined {
  for (const { name: oracle, judge: judged } of oracles) {
    const because = judged(seen, made);
    if (because !== undefined) return { oracle, because };
  }
  return undefined;
}

/** Code that gives nothing has compared by itself. */
function differenceOf(value: unknown, expected: unknown): string | undefined {
  if (value === undefined || expected === undefined || isSame(value, expected)) return undefined;
  return `expected ${literalText(expected)}\n     got ${literalText(value)}`;
}

/** By what they say: classes, and keys without a value, are the reader's own business. */
function isSame(value: unknown, expected: unknown): boolean {
  try {
    return canonicalJson(value) === canonicalJson(expected);
  } catch {
    return isDeepStrictEqual(value, expected);
  }
}

function isClaim(thrown: unknown): boolean {
  if (typeof thrown !== "object" || thrown === null) return false;
  const { name, code } = thrown as { readonly name?: unknown; readonly code?: unknown };
  const isAssertion = typeof name === "string" && name.startsWith("AssertionError");
  return isAssertion || code === "ERR_ASSERTION" || "matcherResult" in thrown;
}

function leaksOf({ thrown, value }: Omit<Settled, "outcome">, canary: string): readonly string[] {
  return [
    ...(holdsCanary(canary, errorTexts(thrown)) ? ["the error that it threw"] : []),
    ...(holdsCanary(canary, errorTexts(value)) ? ["what it returned"] : []),
  ];
}

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return literalText(thrown);
  return thrown.message.startsWith(thrown.name)
    ? thrown.message
    : `${thrown.name}: ${thrown.message}`;
}
