import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpAnswer } from "../../data/http/http-answer.ts";
import { playAnswer } from "./play-answer.ts";
import type { Player, Playing } from "./player.ts";

/** Where a case is answered. */
export interface HttpPlace {
  /** Whatever is asked below it gets the answer of the case. */
  readonly url: string;
}

/** A server on loopback that answers every request of a case with its payload. */
export class HttpPlayer implements Player<HttpAnswer, HttpPlace> {
  readonly #server: Server;
  readonly #cases = new Map<string, HttpPlaying>();
  #count = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      // The body of a question is nobody's business, but the next one comes only behind it.
      request.resume();
      const name = /^\/([^/?]*)/u.exec(request.url ?? "")?.[1] ?? "";
      const playing = this.#cases.get(name);
      if (playing !== undefined) return playing.answer(request, response);
      // A question of a case that is over, such as a retry that nobody waits for any more.
      response.writeHead(410, { connection: "close" }).end();
    });
  }

  /** Opens the server on a free port. */
  static async open(): Promise<HttpPlayer> {
    const player = new HttpPlayer();
    await new Promise<void>((resolve, reject) => {
      player.#server.once("error", reject);
      player.#server.listen(0, "127.0.0.1", resolve);
    });
    return player;
  }

  begin(payload: HttpAnswer): Playing<HttpAnswer, HttpPlace> {
    this.#count += 1;
    const name = `case-${this.#count}`;
    // It listens on a port, so its address is not a path.
    const { port } = this.#server.address() as AddressInfo;
    const onEnd = (): void => void this.#cases.delete(name);
    const playing = new HttpPlaying(payload, { url: `http://127.0.0.1:${port}/${name}` }, onEnd);
    this.#cases.set(name, playing);
    return playing;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeAllConnections();
    await closed;
  }
}

// --- inside ---

class HttpPlaying implements Playing<HttpAnswer, HttpPlace> {
  readonly place: HttpPlace;
  readonly stalled: Promise<void>;
  readonly #payload: HttpAnswer;
  readonly #open = new Set<ServerResponse>();
  readonly #onEnd: () => void;
  #pieces = -1;
  #stall: () => void = () => {};

  constructor(payload: HttpAnswer, place: HttpPlace, onEnd: () => void) {
    this.#payload = payload;
    this.place = place;
    this.#onEnd = onEnd;
    this.stalled = new Promise((resolve) => {
      this.#stall = resolve;
    });
  }

  answer(_: IncomingMessage, response: ServerResponse): void {
    this.#open.add(response);
    response.once("close", () => this.#open.delete(response));
    void playAnswer(this.#payload, response, {
      onPieces: (count) => {
        this.#pieces = Math.max(this.#pieces, count);
      },
      between: twoTurns,
      onStall: this.#stall,
    });
  }

  delivered(): HttpAnswer | undefined {
    if (this.#pieces < 0) return undefined;
    const { pieces } = this.#payload;
    const isWhole = this.#pieces === pieces.length;
    return isWhole
      ? this.#payload
      : { ...this.#payload, pieces: pieces.slice(0, this.#pieces), end: "closed" };
  }

  async end(): Promise<void> {
    this.#onEnd();
    for (const response of this.#open) response.destroy();
    // What the break of a connection does to the other side is done in the next turns.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What one turn brings to a socket of this process, its `fetch` hands over in the next one. */
async function twoTurns(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
