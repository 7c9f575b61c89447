import type { AgentEvent } from "./agent-event.ts";
import type { SecretMask } from "../secrets/secret-mask.ts";

/** An event without what the journal adds. */
export type NewEvent = AgentEvent extends infer One
  ? One extends AgentEvent
    ? Omit<One, "atMs">
    : never
  : never;

/** The trajectory of one cell: bounded, and without secrets from the moment it is written. */
export class AgentJournal {
  readonly #events: AgentEvent[] = [];
  readonly #mask: SecretMask;
  readonly #now: () => number;
  #left = 0;

  constructor(mask: SecretMask, now: () => number) {
    this.#mask = mask;
    this.#now = now;
  }

  /** Writes an event; what is beyond the limits is cut or counted. */
  add(event: NewEvent): void {
    if (this.#events.length >= eventsMax) {
      this.#left += 1;
      return;
    }
    this.#events.push(this.#mask.data({ ...event, atMs: this.#now() }) as AgentEvent);
  }

  get events(): readonly AgentEvent[] {
    return this.#events;
  }

  /** How many events there were beyond the limit. */
  get left(): number {
    return this.#left;
  }
}

/** So many events of one cell are kept. */
export const eventsMax = 20_000;

/** So many characters of one text are kept. */
export const eventTextMax = 64_000;
