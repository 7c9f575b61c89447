import type { IncomingMessage } from "node:http";

/**
 * The body of an answer, piece by piece. Node has this too, but says that a body is over only some
 * turns after its last piece: the end of an answer would then be a packet of its own.
 */
export function answerPieces(message: IncomingMessage): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => new AnswerPieces(message) };
}

// --- inside ---

class AnswerPieces implements AsyncIterator<Uint8Array, undefined> {
  readonly #message: IncomingMessage;
  #wake: () => void = () => undefined;

  constructor(message: IncomingMessage) {
    this.#message = message;
    const wake = (): void => this.#wake();
    message.on("readable", wake).on("end", wake).on("error", wake).on("close", wake);
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const message = this.#message;
    for (;;) {
      // What has arrived of an answer that broke is not given any more.
      if (message.errored !== null) throw message.errored;
      const bytes = message.destroyed ? null : (message.read() as Buffer | null);
      if (bytes !== null) return { done: false, value: bytes };
      if (message.complete && message.readableLength === 0) return { done: true, value: undefined };
      if (message.destroyed) throw new Error("aborted");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Whoever stops listening needs no more of it. */
  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#message.destroy();
    return Promise.resolve({ done: true, value: undefined });
  }
}
