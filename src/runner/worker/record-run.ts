import { assert } from "../../kernel/errors/assert.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { DecisionSource } from "../../kernel/decisions/decisions.ts";
import type { Divergence } from "../../kernel/decisions/divergence.ts";
import {
  type FailureIdentity,
  identify,
  type ProjectPaths,
} from "../../kernel/failure/identity.ts";
import { MemoryJournal, type RunEvent } from "../../kernel/decisions/journal.ts";
import { RandomSource, SimplestSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { type Seed, seedWords } from "../../kernel/decisions/seed.ts";
import type { Execute } from "../loop/drain.ts";
import { executeLoaded } from "./execute-loaded.ts";
import { failureSoFar } from "../loop/run-loop.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import type { OriginText } from "../loop/run-request.ts";
import type { RunMaker } from "./run-maker.ts";
import { makeStrategy, type StrategyStart } from "../../search/strategies/make-strategy.ts";
import type { RunPosition } from "./watch-calls.ts";

/** How the run is decided: by a list, by a list and then by chance, by chance, by a strategy. */
export type DecidedBy =
  | { readonly how: "strict"; readonly decisions: readonly Decision[] }
  | { readonly how: "seeded"; readonly decisions: readonly Decision[]; readonly seed: Seed }
  | { readonly how: "simplest"; readonly decisions: readonly Decision[] }
  | { readonly how: "random"; readonly seed: Seed; readonly runIndex: number }
  | ({
      readonly how: "strategy";
      readonly runIndex: number;
      readonly seeds: readonly (readonly Decision[])[];
    } & StrategyStart);

/** One run with everything that it decided and did. */
export interface RecordedRun {
  readonly outcome: RunOutcome;
  readonly identity: FailureIdentity | undefined;
  readonly divergence: Divergence | undefined;
  readonly decisions: readonly Decision[];
  readonly events: readonly RunEvent[];
  /** How many of them came before it failed; what comes after is not decided by the list. */
  readonly eventsToFailure: number;
}

/** Runs once and keeps everything. */
export async function recordRun(job: {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly paths: ProjectPaths;
  readonly decidedBy: DecidedBy;
  /** Says in words who asked for a timer or a completion. */
  readonly originText?: OriginText | undefined;
  /** Hears of every decision as it is taken. */
  readonly onDecision?: ((decision: Decision) => void) | undefined;
  /** Hears of every event as it happens. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Is given a way to read how far the run has come. */
  readonly onStart?: ((position: () => RunPosition) => void) | undefined;
}): Promise<RecordedRun> {
  const { maker, execute, paths, decidedBy, onStart } = job;
  const { made, outcome } = await executeLoaded(() => {
    const journal = new HeardJournal(paths, job.onEvent);
    const source = sourceOf(decidedBy);
    const run = maker.make({
      source,
      journal,
      keepsLiterals: true,
      onDecision: job.onDecision,
      originText: job.originText,
      divergence: divergenceOf(decidedBy, source),
    });
    const { decisions } = run;
    onStart?.(() => ({ eventsCount: journal.events.length, decisionsCount: decisions.count }));
    return { journal, ...run };
  }, execute);
  const { journal, decisions } = made;
  return {
    outcome,
    identity: outcome.failure === undefined ? undefined : identify(outcome.failure, paths),
    divergence: outcome.divergence,
    decisions: decisions.log.slice(0, outcome.decisionsCount),
    events: journal.events,
    eventsToFailure: journal.countToFailure,
  };
}

// --- inside ---

class HeardJournal extends MemoryJournal {
  readonly #onEvent: ((event: RunEvent) => void) | undefined;
  /** How many events there were before the run failed. */
  countToFailure = 0;

  constructor(paths: ProjectPaths, onEvent: ((event: RunEvent) => void) | undefined) {
    super((text) => paths.relativeText?.(text) ?? text);
    this.#onEvent = onEvent;
  }

  override note(event: RunEvent): void {
    super.note(event);
    if (failureSoFar() === undefined) this.countToFailure = this.events.length;
    this.#onEvent?.(this.events.at(-1) ?? event);
  }
}

function sourceOf(decidedBy: DecidedBy): DecisionSource {
  switch (decidedBy.how) {
    case "strict":
      // Past its end a trace has shown what it had to show: fixed code ends the simplest way.
      return new ReplaySource(decidedBy.decisions, { atEnd: new SimplestSource() });
    case "seeded": {
      const atDrift = new RandomSource().restart(seedWords(decidedBy.seed), 0);
      return new ReplaySource(decidedBy.decisions, { atDrift, atEnd: new SimplestSource() });
    }
    case "simplest":
      return new ReplaySource(decidedBy.decisions, { atDrift: new SimplestSource() });
    case "random":
      return new RandomSource().restart(seedWords(decidedBy.seed), decidedBy.runIndex);
    case "strategy": {
      const source = makeStrategy(decidedBy, { seeds: decidedBy.seeds }).next(decidedBy.runIndex);
      assert(source !== undefined, "a run that was started once can be started again");
      return source;
    }
  }
}

/** What makes a followed run unknown: any drift of a strict one, a lost option of a regression. */
function divergenceOf(
  { how }: DecidedBy,
  source: DecisionSource,
): (() => Divergence | undefined) | undefined {
  if (!(source instanceof ReplaySource)) return undefined;
  if (how === "strict") return () => source.divergence;
  return how === "seeded" ? () => source.lostOption : undefined;
}
