import type { SseEvent } from "./sse-event.ts";
import { fieldsOf, type SseFrame, SseSplitter } from "./sse-frames.ts";

/** Reads a stream as WHATWG HTML 9.2.6 says, however its bytes are cut. */
export class SseReader {
  readonly #splitter = new SseSplitter();
  #isFirst = true;

  /** Takes bytes and gives the events that they complete. */
  push(bytes: Uint8Array): readonly SseEvent[] {
    return this.#dispatched(this.#splitter.push(bytes));
  }

  /** The stream has ended: an event that has not ended is dropped. */
  end(): { readonly events: readonly SseEvent[]; readonly isInsideEvent: boolean } {
    const events = this.#dispatched(this.#splitter.end());
    return { events, isInsideEvent: this.#splitter.heldBytes > 0 };
  }

  #dispatched(frames: readonly SseFrame[]): readonly SseEvent[] {
    return frames.flatMap((frame) => {
      const event = eventOf(frame, this.#isFirst);
      this.#isFirst = false;
      return event === undefined ? [] : [event];
    });
  }
}

/** All events of a stream that came whole. */
export function eventsIn(pieces: readonly Uint8Array[]): readonly SseEvent[] {
  const reader = new SseReader();
  const events = pieces.flatMap((piece) => reader.push(piece));
  return [...events, ...reader.end().events];
}

// --- inside ---

/** Without a field of data nothing is dispatched, not even an empty event. */
function eventOf({ bytes, event, data }: SseFrame, isFirst: boolean): SseEvent | undefined {
  const fields = fieldsOf(bytes, isFirst);
  if (!fields.some(({ name }) => name === "data")) return undefined;
  const id = fields.findLast(({ name, value }) => name === "id" && !value.includes("\0"))?.value;
  return {
    ...(event === undefined || event === "" ? {} : { event }),
    data,
    ...(id === undefined ? {} : { id }),
  };
}
