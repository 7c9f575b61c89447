import type { ValueArbitrary } from "../../kernel/decisions/decisions.ts";

/** An event as a reader gets it. */
export interface SseEvent {
  /** Its name; left out where the stream has none. */
  readonly event?: string | undefined;
  readonly data: string;
  /** Left out where the event has none of its own. */
  readonly id?: string | undefined;
}

/** What a stream is about. */
export interface SseOptions {
  /** What is to be read; drawn anew for each case where it is left out. */
  readonly events?: readonly SseEvent[] | undefined;
  /** The data of one event more, after which nothing comes, such as `[DONE]`. */
  readonly ends?: string | undefined;
  /** Whether the code parses the data of each event as JSON, so that other data is an error. */
  readonly json?: boolean | undefined;
  /** Bodies of your own instead of events; nobody says that they are legal. */
  readonly bodies?: ValueArbitrary<string | Uint8Array> | undefined;
}
