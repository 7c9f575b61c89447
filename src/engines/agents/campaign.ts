import type {
  AgentAnswer,
  AgentCell,
  AgentInvariant,
  Conversation,
  SecretMask,
} from "../../kernel/agent/index.ts";
import type { ConversationsEvent } from "../../kernel/result/campaign-event.ts";
import type { ObservedCall } from "../../kernel/agent/fault-reach.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import { aimedAmong, nextAimed } from "./aims.ts";
import { cellsOf, type JudgeContext } from "./cells.ts";
import { gaveUpOn } from "./gave-up.ts";
import type { PlannedTalk } from "./plan-talks.ts";
import type { RubricGrader } from "./model/rubric-grader.ts";
import type { Stage } from "./stage.ts";
import { type HeldConversation, isCalm, type Talk } from "./talk.ts";
import type { UserFunctions } from "./user-functions.ts";

/** A cell that failed, with all that is needed to hold its conversation again. */
export interface FailedCell {
  readonly cell: AgentCell;
  readonly invariant: AgentInvariant;
  readonly held: HeldConversation;
}

/** Holds conversations one after the other and keeps what came of each. */
export class AgentCampaign {
  readonly conversations: Conversation[] = [];
  readonly cells: AgentCell[] = [];
  /** What rules say of conversations that are only compared with. */
  readonly aside: AgentCell[] = [];
  readonly failed: FailedCell[] = [];
  /** Rules that failed again in a session that was kept because of them. */
  readonly again: Set<string> = new Set();
  readonly #stage: Stage;
  readonly #config: AgentConfig;
  readonly #functions: UserFunctions;
  readonly #grader: RubricGrader;
  readonly #mask: SecretMask;
  /** What was answered where nothing struck, by prompt. */
  readonly #calm = new Map<string, AgentAnswer[]>();
  /** The calls of that one of these conversations that made most. */
  readonly #calmCalls = new Map<string, readonly ObservedCall[]>();
  /** Prompts that were answered without chaos and without giving up on anything. */
  readonly #patient = new Set<string>();
  readonly #signal: AbortSignal;
  readonly #tell: (event: ConversationsEvent) => void;

  constructor(
    stage: Stage,
    config: AgentConfig,
    options: {
      readonly signal: AbortSignal;
      readonly tell: (event: ConversationsEvent) => void;
      readonly functions: UserFunctions;
      readonly grader: RubricGrader;
      readonly mask: SecretMask;
    },
  ) {
    this.#stage = stage;
    this.#config = config;
    this.#functions = options.functions;
    this.#grader = options.grader;
    this.#mask = options.mask;
    this.#signal = options.signal;
    this.#tell = options.tell;
  }

  /**
   * Holds and judges, and after the last trial of a prompt in a row the conversations that are
   * aimed; what was done so far is kept when it is interrupted.
   */
  async hold(planned: readonly PlannedTalk[]): Promise<void> {
    const left = new Map<string, number>();
    for (const one of planned) left.set(trialsKey(one), (left.get(trialsKey(one)) ?? 0) + 1);
    const done = new Map<string, HeldConversation[]>();
    for (const one of planned) {
      const key = trialsKey(one);
      const held = await this.#holdOne(one, planned.length);
      if (held === undefined) return;
      const trials = [...(done.get(key) ?? []), held];
      done.set(key, trials);
      left.set(key, (left.get(key) ?? 1) - 1);
      if (left.get(key) === 0) await this.#aim(one, trials, planned.length);
    }
  }

  /** Keeps what is called where nothing strikes: what faults may be aimed at. */
  meet({ talk: { prompt }, conversation, met = [] }: HeldConversation): void {
    if (gaveUpOn(conversation) === undefined) this.#patient.add(prompt);
    const known = this.#calmCalls.get(prompt) ?? [];
    if (met.length >= known.length) this.#calmCalls.set(prompt, met);
  }

  /** What an invariant says of a conversation that was held again; it is no cell of the report. */
  async cellOf(held: HeldConversation, invariant: AgentInvariant): Promise<AgentCell | undefined> {
    const [cell] = await cellsOf(held, this.#context(held, [invariant]));
    return cell;
  }

  /** Adds conversations until every fault by chance has struck, and each call as far as it goes. */
  async #aim(
    planned: PlannedTalk,
    trials: readonly HeldConversation[],
    count: number,
  ): Promise<void> {
    const { phase } = planned.talk;
    if (phase === "replay") return;
    const held = [...trials];
    const calm = this.#calmCalls.get(planned.talk.prompt) ?? [];
    const next = (): Talk | undefined =>
      phase === "mutation" ? aimedAmong(held) : nextAimed(held, { calm, trials: trials.length });
    for (let talk = next(); talk !== undefined; talk = next()) {
      const one = await this.#holdOne({ ...planned, talk }, count);
      if (one === undefined) return;
      held.push(one);
    }
  }

  async #holdOne(
    { talk, invariants, aside }: PlannedTalk,
    count: number,
  ): Promise<HeldConversation | undefined> {
    if (this.#signal.aborted) return undefined;
    const held = this.#disturbedOr(await this.#stage.hold(talk));
    if (this.#signal.aborted) return undefined;
    if (aside !== undefined) {
      this.aside.push(...(await cellsOf(held, this.#context(held, aside))));
    }
    await this.#judge(held, invariants);
    const done = this.conversations.length;
    this.#tell({
      type: "conversations",
      done,
      planned: Math.max(count, done),
      failed: this.failed.length,
      what: `${talk.phase} ${talk.scenario}`,
    });
    return held;
  }

  /** Says of a conversation under chaos that something else than chaos came between. */
  #disturbedOr(held: HeldConversation): HeldConversation {
    const { talk, conversation } = held;
    const isJudged = talk.faults.length > 0 && talk.session === undefined;
    if (!isJudged || !this.#patient.has(talk.prompt)) return held;
    return { ...held, disturbed: gaveUpOn(conversation) };
  }

  async #judge(held: HeldConversation, invariants: readonly AgentInvariant[]): Promise<void> {
    const cells = await cellsOf(held, this.#context(held, invariants));
    this.conversations.push(held.conversation);
    if (isCalm(held.talk) && held.answer.error === undefined) {
      this.#calm.set(held.talk.prompt, [...this.#calmOf(held), held.answer]);
      this.meet(held);
    }
    this.cells.push(...cells);
    for (const [at, cell] of cells.entries()) {
      const invariant = invariants[at];
      if (cell.state === "fail" && invariant !== undefined) {
        this.failed.push({ cell, invariant, held });
        if (held.talk.session?.invariant === invariant.id) this.again.add(invariant.id);
      }
    }
  }

  #calmOf({ talk }: HeldConversation): readonly AgentAnswer[] {
    return this.#calm.get(talk.prompt) ?? [];
  }

  #context(held: HeldConversation, invariants: readonly AgentInvariant[]): JudgeContext {
    return {
      invariants,
      baselines: this.#calmOf(held),
      tools: this.#config.tools,
      functions: this.#functions,
      grader: this.#grader,
      mask: this.#mask,
      index: this.conversations.length,
    };
  }
}

// --- inside ---

/** Trials of one prompt in one row; changed prompts, each of which is another one, together. */
function trialsKey({ talk: { phase, scenario, prompt, faults }, invariants }: PlannedTalk): string {
  const row = phase === "mutation" ? [String(faults.length > 0)] : [scenario, prompt];
  return [phase, ...row, ...invariants.map(({ id }) => id)].join("\0");
}
