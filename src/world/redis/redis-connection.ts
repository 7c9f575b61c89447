import type { Socket } from "node:net";
import type { RedisClient, Wait } from "./call.ts";
import { newClient } from "./client.ts";
import type { RedisServer } from "./redis-server.ts";
import { RedisError, type Reply } from "./reply.ts";
import { RequestReader } from "./resp-read.ts";
import { respText } from "./resp-write.ts";

/** Lets a socket speak with a server until it is closed. */
export function connectClient(server: RedisServer, socket: Socket): void {
  const connection = new RedisConnection(server, socket);
  socket.on("data", (chunk: Buffer) => connection.receive(chunk));
  socket.on("close", () => connection.leave());
  // Who resets a connection is gone; the server goes on.
  socket.on("error", () => connection.leave());
}

// --- inside ---

class RedisConnection {
  readonly #server: RedisServer;
  readonly #socket: Socket;
  readonly #client: RedisClient;
  readonly #reader = new RequestReader();
  #isBusy = false;
  #isWaiting = false;
  #unsent = "";

  constructor(server: RedisServer, socket: Socket) {
    this.#server = server;
    this.#socket = socket;
    this.#client = newClient(
      {
        id: server.nextClientId(),
        address: `${socket.remoteAddress ?? ""}:${socket.remotePort ?? 0}`,
        connectedAtMs: server.nowMs(),
        isAuthenticated: server.password === undefined,
      },
      {
        wait: (wait) => this.#wait(wait),
        unblock: (reply) => server.unblock(this.#client, reply),
        send: (reply) => this.#send(reply),
        close: () => this.#close(),
      },
    );
    server.clients.set(this.#client.id, this.#client);
  }

  receive(chunk: Buffer): void {
    this.#reader.add(chunk);
    this.#work();
  }

  leave(): void {
    this.#server.leave(this.#client);
  }

  /** Takes one command after the other; one that waits holds up those behind it. */
  #work(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (!this.#isWaiting && !this.#socket.destroyed) {
        const words = this.#reader.next();
        if (words === undefined) break;
        if (words.length > 0) this.#send(this.#server.take(this.#client, words));
      }
    } catch (thrown) {
      if (!(thrown instanceof RedisError)) throw thrown;
      this.#send({ kind: "error", text: thrown.message });
      this.#close();
    } finally {
      this.#isBusy = false;
      this.#flush();
    }
  }

  #wait(wait: Wait): void {
    this.#isWaiting = true;
    this.#server.wait(this.#client, wait, (reply) => {
      this.#isWaiting = false;
      this.#send(reply);
      this.#work();
    });
  }

  #send(reply: Reply): void {
    this.#unsent += respText(reply, this.#client.protocol);
    if (!this.#isBusy) this.#flush();
  }

  /** What a chunk of commands is answered with goes out together, as from Redis. */
  #flush(): void {
    const text = this.#unsent;
    this.#unsent = "";
    if (text !== "" && this.#socket.writable) this.#socket.write(Buffer.from(text, "latin1"));
  }

  #close(): void {
    this.#flush();
    this.#socket.end();
    this.leave();
  }
}
