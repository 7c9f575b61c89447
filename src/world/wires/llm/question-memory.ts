import type { WireScope } from "../wire-scope.ts";
import type { FaultyText } from "../tool-payloads.ts";

/** What one conversation has to remember, as most of what is asked is sent again and again. */
export interface QuestionMemory {
  /** What became of the result of a call, by agent and call; undefined where it stayed. */
  readonly results: Map<string, FaultyText | undefined>;
  /** What was put into something that was said; undefined where it stayed as it was. */
  readonly said: Map<string, MessageChange | undefined>;
  /** Calls that models asked for, by agent and id. */
  readonly calls: Map<string, RememberedCall>;
  /** Digests of what the agent told its model up to now, by agent. */
  readonly given: Set<string>;
}

/** How something that was said is changed, each time that it is sent. */
export interface MessageChange {
  readonly type: string;
  readonly strategy: "prepend" | "append" | "replace";
  readonly payload: string;
}

/** A call that a model asked for, and when its answer had passed. */
export interface RememberedCall {
  readonly tool: string;
  readonly arguments: string;
  readonly atMs: number;
}

/** The memories of the conversations that are still held. */
export class QuestionMemories {
  readonly #memories = new WeakMap<WireScope, QuestionMemory>();

  of(scope: WireScope): QuestionMemory {
    const known = this.#memories.get(scope);
    if (known !== undefined) return known;
    const memory: QuestionMemory = {
      results: new Map(),
      said: new Map(),
      calls: new Map(),
      given: new Set(),
    };
    this.#memories.set(scope, memory);
    return memory;
  }
}
