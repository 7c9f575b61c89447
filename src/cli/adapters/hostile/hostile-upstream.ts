import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Case, Tier } from "../../../data/case.ts";
import type { Pack } from "../../../data/pack.ts";
import type { Decision } from "../../../kernel/decisions/decision.ts";
import { RandomSource } from "../../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../../kernel/decisions/replay-source.ts";
import { type Seed, seedWords } from "../../../kernel/decisions/seed.ts";
import { decisionsFromToken } from "../../../kernel/decisions/token.ts";
import { replayVariable } from "../../../runner/cases/case-failure.ts";
import { checkCases, type CheckedCases } from "../../../runner/cases/check-cases.ts";
import {
  type CheckCaller,
  followPlan,
  plannedCampaign,
} from "../../../runner/cases/follow-plan.ts";
import { type CaseCheck, makeCase } from "../../../runner/cases/play-case.ts";
import { type BiteScore, biteScore } from "../../../runner/cases/bite-score.ts";
import { givenOf } from "../../../runner/cases/given-of.ts";
import type { CaseTarget } from "../../../runner/cases/run-case.ts";
import type { Player, Playing } from "../../../world/players/player.ts";
import type { CallerLocation } from "../caller-location.ts";

/** What every hostile upstream may be told. */
export interface HostileOptions {
  /** Legal data must be handled right, invalid data must do no harm (default `legal`). */
  readonly tier?: Tier | "both" | undefined;
  /** How many cases a check plays (default 100). */
  readonly cases?: number | undefined;
  /** Another seed plays other cases; left out, it follows from the test file and the options. */
  readonly seed?: Seed | undefined;
  /** The token of one case, as a failure prints it: only this one is played. */
  readonly replay?: string | undefined;
  /** After so many milliseconds `signal` is aborted (default 5,000). */
  readonly deadlineMs?: number | undefined;
  /** The boundary that a check is of; left out, it is the one that names the test file. */
  readonly boundary?: string | undefined;
}

/** What an upstream is made of. */
export interface UpstreamParts<Options, Payload, Place, Expected> {
  readonly pack: Pack<Options, Payload, Expected>;
  readonly options: Options;
  /** The options from which the seed follows, where some of them are another one each time. */
  readonly seedOptions?: unknown;
  readonly settings: HostileOptions;
  readonly player: Player<Payload, Place>;
  /** Where the test asked for it. */
  readonly from: CallerLocation | undefined;
}

/** Somebody at the other end of a boundary who does whatever is legal, or whatever is not. */
export class HostileUpstream<Options, Payload, Place, Expected> {
  readonly #check: CaseCheck<Options, Payload, Place, Expected>;
  readonly #caller: CheckCaller;
  #one: OneCase<Payload, Place, Expected> | undefined;

  constructor(parts: UpstreamParts<Options, Payload, Place, Expected>) {
    const { pack, options, settings, player } = parts;
    const { tier = "legal", cases = 100, deadlineMs = 5_000 } = settings;
    this.#caller = { ...callerOf(parts.from), boundary: settings.boundary };
    this.#check = {
      pack,
      given: givenOf(options),
      player,
      tiers: tier === "both" ? ["legal", "invalid"] : [tier],
      seed: settings.seed ?? ownSeed(parts),
      cases,
      limits: { deadlineMs, patienceMs: 100, hangMs: 2_000 },
      replay: replayOf(pack.kind, settings.replay),
    };
  }

  /**
   * Runs code against case after case, and throws what was found: one case, made small. The code
   * may compare what it read with `expected`, or return it to have it compared.
   */
  async check(code: CaseTarget<Place, Expected>): Promise<CheckedCases> {
    const plan = plannedCampaign();
    if (plan === undefined) return checkCases(this.#check, code);
    return followPlan(this.#check, code, { plan, caller: this.#caller });
  }

  /**
   * Puts mistakes between the data and the code, one after the other, as if the code had made them,
   * and says which of them a check notices. What no case could show is left out.
   */
  async bite(code: CaseTarget<Place, Expected>): Promise<BiteScore> {
    return biteScore(this.#check, code);
  }

  /** The place of one case, the first or the replayed one, for whoever writes a loop of his own. */
  get place(): Place {
    return this.#first().playing.place;
  }

  /** That one case. */
  get case(): Case<Payload, Expected> {
    return this.#first().made;
  }

  /** Closes everything that was opened. */
  async close(): Promise<void> {
    await this.#one?.playing.end();
    await this.#check.player.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #first(): OneCase<Payload, Place, Expected> {
    const { replay, seed, player } = this.#check;
    if (this.#one !== undefined) return this.#one;
    const source =
      replay === undefined
        ? new RandomSource().restart(seedWords(seed), 0)
        : new ReplaySource(replay);
    const made = makeCase(this.#check, new RecordedDecisions(source));
    this.#one = { made, playing: player.begin(made.payload) };
    return this.#one;
  }
}

// --- inside ---

interface OneCase<Payload, Place, Expected> {
  readonly made: Case<Payload, Expected>;
  readonly playing: Playing<Payload, Place>;
}

/** The same test makes the same cases on every machine, wherever its lines move. */
function ownSeed<Options, Payload, Place, Expected>({
  pack,
  options,
  seedOptions = options,
  settings,
  from,
}: UpstreamParts<Options, Payload, Place, Expected>): Seed {
  const file = path.basename(callerOf(from).file);
  const given = JSON.stringify(seedOptions, (_, value: unknown) =>
    // Of an arbitrary, what it is called is all that stays the same.
    isArbitrary(value) ? value.constructor.name : value,
  );
  return [pack.kind, file, settings.tier ?? "legal", given].join(" ");
}

function callerOf(from: CallerLocation | undefined): Omit<CheckCaller, "boundary"> {
  if (from === undefined) return { file: "", line: 0 };
  const { script, line } = from;
  const file = script.startsWith("file:") ? fileURLToPath(script) : script;
  return { file: file.replace(/\?.*$/u, ""), line };
}

function isArbitrary(value: unknown): value is object {
  return typeof value === "object" && value !== null && "generate" in value;
}

/** The option replays one upstream; the variable every one of its kind. */
function replayOf(kind: string, option: string | undefined): readonly Decision[] | undefined {
  const own = `${kind}.`;
  const named = process.env[replayVariable] ?? "";
  const token = option ?? (named.startsWith(own) ? named : undefined);
  if (token === undefined) return undefined;
  return decisionsFromToken(token.startsWith(own) ? token.slice(own.length) : token);
}
