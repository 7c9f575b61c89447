import type { NewEvent } from "../../kernel/agent/agent-journal.ts";

/** Knows which calls of an agent overlap, from the conversations that were held before. */
export class Overlaps {
  readonly #open = new Map<string, number>();
  readonly #overlapping = new Set<string>();
  readonly #seen = new Set<string>();

  /** Takes what happened; calls and answers are what counts. */
  note(event: NewEvent): void {
    switch (event.kind) {
      case "model-call":
        return this.#begins(keyOf(event.agent, "llm"));
      case "tool-call":
        return this.#begins(keyOf(event.agent, event.tool));
      case "model-answer":
        return this.#ends(keyOf(event.agent, "llm"));
      case "tool-answer":
        return this.#ends(keyOf(event.agent, event.tool));
      default:
    }
  }

  /** A conversation begins: what the one before it left open does not overlap with it. */
  begin(): void {
    this.#open.clear();
  }

  /** Whether calls of this target were seen, and one was always over before the next began. */
  isSequential(agent: string, target: string): boolean {
    const key = keyOf(agent, target);
    return this.#seen.has(key) && !this.#overlapping.has(key);
  }

  #begins(key: string): void {
    const open = (this.#open.get(key) ?? 0) + 1;
    this.#open.set(key, open);
    if (open > 1) this.#overlapping.add(key);
  }

  #ends(key: string): void {
    this.#open.set(key, Math.max(0, (this.#open.get(key) ?? 0) - 1));
    this.#seen.add(key);
  }
}

// --- inside ---

function keyOf(agent: string, target: string): string {
  return `${agent}\0${target}`;
}
