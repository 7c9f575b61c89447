import type { Socket } from "node:net";
import type { SimWorld } from "../sim-world.ts";
import { errorMessage, type Message, messageBytes, readyMessage } from "./messages.ts";
import { takeMessages, textAt, textBody } from "./messages.ts";
import { type Batch, type PostgresSession, refuse, type SessionClient } from "./session.ts";
import { channelsAfter, refusalOf, withoutUnlisten } from "./statements.ts";
import { type Greeting, greet } from "./startup.ts";

/** What all connections to one service have in common. */
export interface Service extends Greeting {
  readonly world: SimWorld;
  readonly session: PostgresSession;
  readonly connections: Map<number, Connection>;
}

/** The server's side of one connection: speaks the protocol and asks the session. */
export class Connection implements SessionClient {
  readonly number: number;
  unnamed: Buffer | undefined;
  channels: ReadonlySet<string> = new Set();
  readonly #service: Service;
  readonly #socket: Socket;
  #isOpen = false;
  #unread: Buffer = Buffer.alloc(0);
  #group: Message[] = [];
  /** After a refusal, what belongs to the same group of messages is not read. */
  #isSkipping = false;

  constructor(service: Service, socket: Socket) {
    this.#service = service;
    this.#socket = socket;
    this.number = service.connections.size + 1;
    service.connections.set(this.number, this);
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("close", () => service.session.leave(this));
    // The other side sees the reset; here it ends the connection, as `close` does.
    socket.on("error", () => {});
  }

  receive(bytes: Buffer): void {
    if (bytes.length > 0 && !this.#socket.destroyed) this.#socket.write(bytes);
  }

  /** Ends a statement that still waits, as another connection may ask. */
  cancel(): void {
    if (!this.#service.session.cancel(this)) return;
    const message = "canceling statement due to user request";
    this.receive(errorMessage({ severity: "ERROR", code: "57014", message }));
    this.receive(readyMessage("I"));
  }

  #read(bytes: Buffer): void {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const taken = takeMessages(this.#unread, this.#isOpen);
      if (taken === undefined) return this.#end("08P01", "invalid length of message");
      this.#unread = taken.rest;
      for (const message of taken.messages) {
        if (this.#socket.destroyed) return undefined;
        if (message.type === "") this.#start(message.body);
        else this.#take(message);
      }
      if (taken.messages.length === 0) return undefined;
    }
  }

  #start(body: Buffer): void {
    const { connections, session } = this.#service;
    const greeting = greet(this.#service, { body, number: this.number });
    if (greeting.kind === "refused") return this.#end(greeting.code, greeting.message);
    if (greeting.kind === "cancel") {
      connections.get(greeting.number)?.cancel();
      this.#socket.end();
      return undefined;
    }
    if (greeting.kind === "open") {
      this.#isOpen = true;
      session.join(this);
    }
    this.receive(greeting.reply);
    return undefined;
  }

  #take(message: Message): void {
    if (message.type === "X") return void this.#socket.end();
    if (this.#isSkipping) {
      if (message.type !== "S") return undefined;
      this.#isSkipping = false;
      return this.receive(readyMessage("I"));
    }
    const sql = sqlOf(message);
    const refused = sql === undefined ? undefined : refusalOf(sql);
    if (refused !== undefined) return this.#refuse(message, refused);
    if (sql !== undefined) this.channels = channelsAfter(this.channels, sql);
    this.#group.push(renamed(heard(message, sql), this.#prefix));
    if ("QSHF".includes(message.type)) this.#send();
    return undefined;
  }

  /** The names of the first connection stay as they are, so that most errors do. */
  get #prefix(): string {
    return this.number === 1 ? "" : `${this.number}:`;
  }

  #send(): void {
    const group = this.#group;
    this.#group = [];
    this.#service.session.run(this, batchOf(group));
  }

  #refuse({ type }: Message, { what, help }: { readonly what: string; readonly help: string }) {
    const { message } = refuse(this.#service.world, what, help);
    this.#group = [];
    this.receive(errorMessage({ severity: "ERROR", code: "0A000", message }));
    if (type === "Q") this.receive(readyMessage("I"));
    else this.#isSkipping = true;
  }

  #end(code: string, message: string): void {
    this.#socket.end(errorMessage({ severity: "FATAL", code, message }));
  }
}

// --- inside ---

/** The statement that a message brings. */
function sqlOf({ type, body }: Message): string | undefined {
  if (type === "Q") return textAt(body, 0).text;
  return type === "P" ? textAt(body, textAt(body, 0).next).text : undefined;
}

/** A message whose statement does not end the listening of others. */
function heard(message: Message, sql: string | undefined): Message {
  if (sql === undefined || !/unlisten/iu.test(sql)) return message;
  const { type, body } = message;
  const start = type === "P" ? textAt(body, 0).next : 0;
  const rest = body.subarray(textAt(body, start).next);
  return {
    type,
    body: Buffer.concat([body.subarray(0, start), textBody(withoutUnlisten(sql)), rest]),
  };
}

/** Statements of several connections have names of their own in the one session. */
function renamed(message: Message, prefix: string): Message {
  const { type, body } = message;
  const at = placeOfName(type, body);
  if (prefix === "" || at === undefined) return message;
  const { text, next } = textAt(body, at);
  if (text === "") return message;
  const name = textBody(`${prefix}${text}`);
  return { type, body: Buffer.concat([body.subarray(0, at), name, body.subarray(next)]) };
}

/** Where the name of a statement is; portals end with their transaction and need no other name. */
function placeOfName(type: string, body: Buffer): number | undefined {
  if (type === "P") return 0;
  if (type === "B") return textAt(body, 0).next;
  return (type === "D" || type === "C") && body[0] === statementLetter ? 1 : undefined;
}

const statementLetter = "S".charCodeAt(0);

function batchOf(group: readonly Message[]): Batch {
  let unnamed: Buffer | undefined;
  let usesUnnamed = false;
  for (const message of group) {
    const at = placeOfName(message.type, message.body);
    if (at === undefined || textAt(message.body, at).text !== "") continue;
    if (message.type === "P") unnamed = messageBytes(message);
    else usesUnnamed ||= unnamed === undefined;
  }
  return { bytes: Buffer.concat(group.map(messageBytes)), unnamed, usesUnnamed };
}
