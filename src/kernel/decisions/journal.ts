import { hidden } from "../secrets/process-secrets.ts";

/** What a run did, in order; the explainable part of a trace, never read back by a run. */
export interface RunEvent {
  /** Virtual time in microseconds since the start of the run. */
  readonly atUs: number;
  readonly kind: EventKind;
  /** A stable word: the rule, the fault, the property, the timer. */
  readonly name: string;
  /** What a reader wants to know besides: arguments, a message, a place. */
  readonly detail?: string | undefined;
}

/** The kinds of event, closed on purpose. */
export type EventKind =
  | "step" // a rule or operation starts
  | "done" // it ended well
  | "threw" // it ended with an error
  | "fault" // a fault really fired
  | "wake" // a timer fired or a completion arrived
  | "property" // a property was evaluated and what came out changed
  | "escape" // something outside the simulated world finished
  | "open" // something was still open when the run ended
  | "note"; // anything else worth telling

/** Takes events; a run must not be able to tell which journal it writes to. */
export interface Journal {
  note(event: RunEvent): void;
  /** Whether events are kept, so that costly details are only made when somebody reads them. */
  readonly isKept: boolean;
}

/** Forgets everything: for the hot loop, where only decisions are kept. */
export const silentJournal: Journal = { note: () => {}, isKept: false };

/** Keeps up to so many events; a run that makes more says so in its last one. */
const eventsMax = 200_000;

/** Keeps events for a trace. */
export class MemoryJournal implements Journal {
  readonly isKept = true;
  readonly events: RunEvent[] = [];
  readonly #textOf: (text: string) => string;

  /** What events say goes through `textOf`: a trace must not tell where the project lies. */
  constructor(textOf: (text: string) => string = (text) => text) {
    this.#textOf = textOf;
  }

  note(event: RunEvent): void {
    if (this.events.length < eventsMax) this.events.push(withoutSecrets(this.#told(event)));
    else if (this.events.length === eventsMax) {
      this.events.push({ atUs: event.atUs, kind: "note", name: "more events than are kept" });
    }
  }

  #told(event: RunEvent): RunEvent {
    const { detail } = event;
    if (detail === undefined) return event;
    const told = this.#textOf(detail);
    return told === detail ? event : { ...event, detail: told };
  }
}

// --- inside ---

function withoutSecrets(event: RunEvent): RunEvent {
  const { name, detail } = event;
  const safe = { name: hidden(name), detail: detail === undefined ? undefined : hidden(detail) };
  return safe.name === name && safe.detail === detail ? event : { ...event, ...safe };
}
