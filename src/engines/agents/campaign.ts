import type {
  AgentAnswer,
  AgentCell,
  AgentInvariant,
  Conversation,
  SecretMask,
} from "../../kernel/agent/index.ts";
import type { AgentConfig } from "../../subject/config/agent-config.ts";
import { cellsOf, type JudgeContext } from "./cells.ts";
import type { PlannedTalk } from "./plan-talks.ts";
import type { RubricGrader } from "./model/rubric-grader.ts";
import type { Stage } from "./stage.ts";
import type { Held } from "./talk.ts";
import type { UserFunctions } from "./user-functions.ts";

/** How far a campaign is. */
export interface AgentProgress {
  readonly done: number;
  readonly planned: number;
  readonly failed: number;
  readonly what: string;
}

/** A cell that failed, with all that is needed to hold its conversation again. */
export interface FailedCell {
  readonly cell: AgentCell;
  readonly invariant: AgentInvariant;
  readonly held: Held;
}

/** Holds conversations one after the other and keeps what came of each. */
export class Campaign {
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
  readonly #signal: AbortSignal;
  readonly #onProgress: (progress: AgentProgress) => void;

  constructor(
    stage: Stage,
    config: AgentConfig,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: AgentProgress) => void;
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
    this.#onProgress = options.onProgress;
  }

  /** Holds and judges; what was done so far is kept when it is interrupted. */
  async hold(planned: readonly PlannedTalk[]): Promise<void> {
    for (const [at, { talk, invariants, aside }] of planned.entries()) {
      if (this.#signal.aborted) return;
      const held = await this.#stage.hold(talk);
      if (this.#signal.aborted) return;
      if (aside !== undefined) {
        this.aside.push(...(await cellsOf(held, this.#context(held, aside))));
      }
      await this.#judge(held, invariants);
      this.#onProgress({
        done: at + 1,
        planned: planned.length,
        failed: this.failed.length,
        what: `${talk.phase} ${talk.scenario}`,
      });
    }
  }

  /** What an invariant says of a conversation that was held again; it is no cell of the report. */
  async cellOf(held: Held, invariant: AgentInvariant): Promise<AgentCell | undefined> {
    const [cell] = await cellsOf(held, this.#context(held, [invariant]));
    return cell;
  }

  async #judge(held: Held, invariants: readonly AgentInvariant[]): Promise<void> {
    const cells = await cellsOf(held, this.#context(held, invariants));
    this.conversations.push(held.conversation);
    if (isCalm(held)) this.#calm.set(held.talk.prompt, [...this.#calmOf(held), held.answer]);
    this.cells.push(...cells);
    for (const [at, cell] of cells.entries()) {
      const invariant = invariants[at];
      if (cell.state === "fail" && invariant !== undefined) {
        this.failed.push({ cell, invariant, held });
        if (held.talk.session?.invariant === invariant.id) this.again.add(invariant.id);
      }
    }
  }

  #calmOf({ talk }: Held): readonly AgentAnswer[] {
    return this.#calm.get(talk.prompt) ?? [];
  }

  #context(held: Held, invariants: readonly AgentInvariant[]): JudgeContext {
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

function isCalm({ talk, answer }: Held): boolean {
  const isPlain = talk.mutation === undefined && talk.session === undefined;
  return isPlain && talk.faults.length === 0 && answer.error === undefined;
}
