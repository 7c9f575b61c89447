import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { SimWorld } from "../sim-world.ts";
import type { PostgresEngine } from "./engine.ts";
import { messageBytes, messagesIn, queryMessage, syncMessage, textAt } from "./messages.ts";

/** What a client sent up to where it waits for an answer. */
export interface Batch {
  readonly bytes: Buffer;
  /** The message that gives the unnamed statement its text, where there is one. */
  readonly unnamed: Buffer | undefined;
  /** Whether the unnamed statement of an earlier batch is used. */
  readonly usesUnnamed: boolean;
}

/** A client of the session. */
export interface SessionClient {
  readonly number: number;
  readonly channels: ReadonlySet<string>;
  /** The last text of its unnamed statement. */
  unnamed: Buffer | undefined;
  receive(bytes: Buffer): void;
}

/**
 * The one session that Postgres has here, and who has it. A client in a transaction keeps it until
 * that ends; what others send meanwhile waits in its order.
 */
export class PostgresSession {
  readonly #engine: PostgresEngine;
  readonly #world: SimWorld;
  readonly #waiting: { readonly client: SessionClient; readonly batch: Batch }[] = [];
  readonly #clients = new Set<SessionClient>();
  #owner: SessionClient | undefined;
  #isAsleep = false;
  /** Whether the owner is within a group of messages that has not ended. */
  #isMidGroup = false;
  #unnamedOf: SessionClient | undefined;

  constructor(engine: PostgresEngine, world: SimWorld) {
    this.#engine = engine;
    this.#world = world;
  }

  join(client: SessionClient): void {
    this.#clients.add(client);
  }

  /** Runs what a client sent, now or when the session is free. */
  run(client: SessionClient, batch: Batch): void {
    const isFree = this.#owner === undefined || this.#owner === client;
    if (isFree && !this.#isAsleep) return this.#execute(client, batch);
    if (this.#owner !== undefined && this.#owner !== client) {
      const [waits, has] = [client.number, this.#owner.number];
      const detail = `connection ${waits} waits for the transaction of connection ${has}`;
      this.#world.onNote("postgres", detail);
    }
    this.#waiting.push({ client, batch });
  }

  /** Takes back what a client waits for; whether it did wait. */
  cancel(client: SessionClient): boolean {
    const at = this.#waiting.findIndex((job) => job.client === client);
    if (at !== -1) this.#waiting.splice(at, 1);
    return at !== -1;
  }

  /** Forgets a client that is gone; a transaction that it had open is rolled back. */
  leave(client: SessionClient): void {
    if (!this.#clients.delete(client)) return;
    while (this.cancel(client));
    if (this.#owner !== client) return;
    if (this.#isMidGroup) this.#engine.exec(this.#world, syncMessage);
    this.#engine.exec(this.#world, queryMessage("ROLLBACK"));
    this.#owner = undefined;
    this.#next();
  }

  #execute(client: SessionClient, batch: Batch): void {
    const isOthers = batch.usesUnnamed && this.#unnamedOf !== client;
    const again = isOthers ? client.unnamed : undefined;
    const bytes = again === undefined ? batch.bytes : Buffer.concat([again, batch.bytes]);
    const answer = this.#engine.exec(this.#world, bytes);
    this.#unnamedOf = again === undefined && batch.unnamed === undefined ? this.#unnamedOf : client;
    client.unnamed = batch.unnamed ?? client.unnamed;
    const { status, reply } = this.#sorted(answer.bytes, again !== undefined);
    this.#isMidGroup = status === undefined;
    this.#owner = status === "I" ? undefined : client;
    if (answer.sleptUs === 0) {
      client.receive(reply);
      return this.#next();
    }
    this.#isAsleep = true;
    this.#world.after(answer.sleptUs, "postgres", () => {
      this.#isAsleep = false;
      if (this.#clients.has(client)) client.receive(reply);
      this.#next();
    });
    return undefined;
  }

  /** What the client is to see: no answer to what it did not send, and no news of others. */
  #sorted(
    bytes: Buffer,
    hasExtraParse: boolean,
  ): { readonly status: string | undefined; readonly reply: Buffer } {
    let status: string | undefined;
    let isExtra = hasExtraParse;
    const reply: Buffer[] = [];
    for (const message of messagesIn(bytes)) {
      if (message.type === "Z") status = message.body.toString("latin1");
      if (message.type === "1" && isExtra) isExtra = false;
      else if (message.type === "A") this.#notify(message.body);
      else reply.push(messageBytes(message));
    }
    return { status, reply: Buffer.concat(reply) };
  }

  /** Every client that listens hears of it; the session itself cannot tell them apart. */
  #notify(body: Buffer): void {
    const { text: channel } = textAt(body, 4);
    for (const client of this.#clients) {
      if (client.channels.has(channel)) client.receive(messageBytes({ type: "A", body }));
    }
  }

  #next(): void {
    for (let runs = this.#waiting.length; runs > 0; runs--) {
      if (this.#isAsleep) return;
      const at = this.#waiting.findIndex(
        ({ client }) => this.#owner === undefined || client === this.#owner,
      );
      const [job] = at === -1 ? [] : this.#waiting.splice(at, 1);
      if (job === undefined) return;
      this.#execute(job.client, job.batch);
    }
  }
}

/** Refuses what cannot be told apart in one session: nothing is known of such a run. */
export function refuse(world: SimWorld, what: string, help: string): GauntletError {
  const error = new GauntletError({
    code: "postgres-one-session",
    what: `\`world.postgres\` has one session for all connections and cannot do ${what}`,
    help,
  });
  world.onRefused(error);
  return error;
}
