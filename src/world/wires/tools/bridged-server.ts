import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Socket } from "node:net";
import { constants } from "node:os";
import type { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { isSecretVariable } from "../../../kernel/secrets/secret-names.ts";
import { errorText, type ErrorParts } from "../../../kernel/errors/gauntlet-error.ts";
import { startOwned } from "../../host/owned-process.ts";
import { signalGroup } from "../../host/signal-group.ts";
import { isRecord, type Json } from "../json-walk.ts";
import type { Upstream } from "../upstream.ts";
import type { WireScope } from "../wire-scope.ts";
import { type BridgeFrame, type BridgeHello, endLine, writtenFrame } from "./bridge-protocol.ts";
import { lineBytesMax, LineReader } from "./line-reader.ts";
import { type McpCall, McpCalls } from "./mcp-calls.ts";
import { pause } from "./relay-answer.ts";
import { rpcError, rpcOf, type RpcMessage } from "./rpc-text.ts";
import {
  answerTo,
  PendingLines,
  askedOf,
  errorTo,
  lineAnswer,
  type RpcLine,
} from "./stdio-exchange.ts";

/** What a bridge needs to know. */
export interface BridgeOptions {
  /** The conversation that is held now. */
  readonly scope: () => WireScope;
  readonly mask: SecretMask;
  /** Answers calls of tools instead of the server, where a conversation is held again. */
  readonly answering?: (() => Upstream | undefined) | undefined;
  /** Asks the server for what a tool answers, and keeps it. */
  readonly recording?: ((server: Upstream) => Upstream) | undefined;
}

/** One real MCP server on stdio, and the client that it was started for. */
export class BridgedServer {
  /** Settled once the server and its client are gone. */
  readonly ended: Promise<void>;
  readonly #options: BridgeOptions;
  readonly #hello: BridgeHello;
  readonly #socket: Socket;
  readonly #calls: McpCalls;
  readonly #open = new Map<string, McpCall>();
  /** Calls whose answer is recorded before it passes. */
  readonly #asked = new PendingLines();
  readonly #held = new Map<string, { readonly call: McpCall; readonly stop: AbortController }>();
  readonly #gone = new AbortController();
  #child: ChildProcessWithoutNullStreams | undefined;
  #end: () => void = () => undefined;

  constructor(options: BridgeOptions & { readonly hello: BridgeHello; readonly socket: Socket }) {
    this.#options = options;
    this.#hello = options.hello;
    this.#socket = options.socket;
    const { agent, name: server } = options.hello;
    this.#calls = new McpCalls({ agent, server, wire: "mcp" });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Starts the server and lets messages pass. */
  start(): void {
    const { command, cwd, env } = this.#hello;
    const [program = "", ...words] = command;
    for (const [name, value] of Object.entries(env)) {
      if (isSecretVariable(name)) this.#options.mask.learn(value);
    }
    // A group of its own, so that whatever the server starts ends with it.
    const child = startOwned(program, words, { cwd, env, detached: true, stdio: "pipe" });
    this.#child = child;
    child.once("error", (error) => this.#failed(error));
    child.once("close", (code, signal) => this.#closed(code, signal));
    child.stdin.on("error", () => undefined); // it tells by its end
    child.stderr.on("data", (bytes: Buffer) => this.#send({ kind: "complaint", bytes }));
    this.#readServer(child);
    this.#readClient(child);
  }

  #readServer(child: ChildProcessWithoutNullStreams): void {
    const reader = new LineReader();
    child.stdout.on("data", (piece: Buffer) => {
      const lines = reader.add(piece);
      if (lines === undefined) {
        this.#tooLong("server");
        return;
      }
      for (const line of lines) this.#fromServer(line);
    });
    child.stdout.once("end", () => {
      const rest = reader.rest();
      if (rest.length > 0) this.#fromServer(rest);
    });
  }

  #readClient(child: ChildProcessWithoutNullStreams): void {
    const reader = new LineReader();
    const socket = this.#socket;
    socket.on("data", (piece: Buffer) => {
      const lines = reader.add(piece);
      if (lines === undefined) {
        this.#tooLong("client");
        return;
      }
      for (const line of lines) {
        if (line.equals(endLine)) child.stdin.end();
        else this.#fromClient(line);
      }
    });
    socket.once("close", () => this.#clientGone());
    socket.resume();
  }

  #fromClient(line: Buffer): void {
    const message = rpcOf(line.toString("utf8"));
    if (message === undefined) {
      this.#toServer(line);
      return;
    }
    if (this.#isCancelled(message)) return;
    const call = this.#calls.begin(message, this.#options.scope());
    if (call === undefined) {
      this.#toServer(line);
      return;
    }
    void this.#pass(call, { line, message });
  }

  async #pass(begun: McpCall | Promise<McpCall>, { line, message }: RpcLine): Promise<void> {
    // What need not wait goes on at once: lines keep their order.
    const call = begun instanceof Promise ? await begun : begun;
    const raw = call.request === message ? line : Buffer.from(JSON.stringify(call.request));
    const key = keyOf(message["id"]);
    if (call.waitMs > 0) {
      const stop = new AbortController();
      this.#held.set(key, { call, stop });
      const signal = AbortSignal.any([this.#gone.signal, stop.signal]);
      const hasPassed = await pause(call.waitMs, signal);
      this.#held.delete(key);
      if (!hasPassed) {
        call.lost(gaveUp);
        return;
      }
    }
    if (call.instead !== undefined) {
      this.#give(call.answered(call.instead));
      return;
    }
    this.#open.set(key, call);
    const { answering, recording } = this.#options;
    const server: Upstream = {
      answer: async () => lineAnswer(await this.#asked.ask(key, () => this.#toServer(raw))),
    };
    const answerer = answering?.() ?? recording?.(server);
    const isCall = call.request["method"] === "tools/call";
    if (answerer === undefined || !isCall) this.#toServer(raw);
    else this.#answered(await this.#answerBy(answerer, call.request), key);
  }

  /** Takes the answer from elsewhere; it passes like one of the server's. */
  async #answerBy(answerer: Upstream, request: RpcMessage): Promise<RpcLine> {
    try {
      const asked = askedOf(request, this.#hello);
      return await answerTo(request, await answerer.answer(asked, this.#gone.signal));
    } catch (thrown) {
      return errorTo(request, thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  #answered({ line, message }: RpcLine, key: string): void {
    const call = this.#open.get(key);
    if (!this.#open.delete(key) || call === undefined) return; // nobody waits any more
    const given = call.answered(message);
    if (given.length === 1 && given[0] === message) this.#send({ kind: "line", line });
    else this.#give(given);
  }

  /** A held request is unknown to the server, so it is not told that nobody waits for it. */
  #isCancelled({ method, params }: RpcMessage): boolean {
    if (method !== "notifications/cancelled" || !isRecord(params)) return false;
    const key = keyOf(params["requestId"]);
    const held = this.#held.get(key);
    held?.call.lost(gaveUp);
    held?.stop.abort();
    this.#open.get(key)?.lost(gaveUp);
    this.#open.delete(key);
    this.#asked.giveUp(gaveUp, key);
    return held !== undefined;
  }

  #fromServer(line: Buffer): void {
    const message = this.#open.size === 0 ? undefined : rpcOf(line.toString("utf8"));
    const isAnswer = message !== undefined && message["method"] === undefined;
    const key = isAnswer ? keyOf(message["id"]) : "";
    if (message === undefined || !this.#open.has(key)) this.#send({ kind: "line", line });
    else if (!this.#asked.answer(key, line)) this.#answered({ line, message }, key);
  }

  #give(messages: readonly RpcMessage[]): void {
    for (const message of messages) {
      this.#send({ kind: "line", line: Buffer.from(JSON.stringify(message)) });
    }
  }

  #send(frame: BridgeFrame): void {
    const socket = this.#socket;
    if (!socket.writable || socket.write(writtenFrame(frame))) return;
    const stdout = this.#child?.stdout;
    if (stdout === undefined || stdout.isPaused()) return;
    stdout.pause();
    socket.once("drain", () => stdout.resume());
  }

  #toServer(line: Buffer): void {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || !stdin.writable) return;
    stdin.write(line);
    if (stdin.write("\n") || this.#socket.isPaused()) return;
    this.#socket.pause();
    stdin.once("drain", () => this.#socket.resume());
  }

  #failed(error: Error): void {
    const [program = ""] = this.#hello.command;
    this.#complain({
      code: "A024",
      what: `the MCP server \`${this.#hello.name}\` could not be started`,
      where: program,
      note: error.message,
      help: "check the command behind `gauntlet agent wrap --`",
    });
    this.#closed(127, null);
  }

  #tooLong(who: "server" | "client"): void {
    const what = `the MCP ${who} of \`${this.#hello.name}\` wrote a line of more than 8 MiB`;
    for (const [key, call] of this.#open) {
      const id = JSON.parse(key) as Json;
      this.#give(call.answered(rpcError(id, { code: -32000, text: what })));
    }
    this.#open.clear();
    this.#complain({
      code: "A025",
      what,
      note: `one message is one line, and at most ${lineBytesMax} bytes of it are taken`,
      help: "let the tool answer with less, or in pages",
    });
    this.#child?.stdout.removeAllListeners("data").resume();
    this.#kill("SIGKILL");
  }

  #complain(parts: ErrorParts): void {
    const text = `${this.#options.mask.text(errorText(parts))}\n`;
    this.#send({ kind: "complaint", bytes: Buffer.from(text) });
  }

  #clientGone(): void {
    this.#gone.abort();
    this.#kill("SIGTERM");
    const insist = setTimeout(() => this.#kill("SIGKILL"), graceMs);
    void this.ended.then(() => clearTimeout(insist));
  }

  #closed(code: number | null, signal: NodeJS.Signals | null): void {
    for (const call of this.#open.values()) call.lost(serverEnded);
    this.#open.clear();
    this.#asked.giveUp(serverEnded);
    this.#gone.abort();
    this.#kill("SIGKILL"); // whatever it left behind
    const status = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    this.#send({ kind: "exit", code: status });
    this.#socket.end();
    this.#end();
  }

  #kill(signal: NodeJS.Signals): void {
    if (this.#child !== undefined) signalGroup(this.#child, signal);
  }
}

// --- inside ---

/** How long a server may take to end once its client is gone. */
const graceMs = 1_000;

const serverEnded = "the server ended";

const gaveUp = "the agent gave up before it was answered";

function keyOf(id: Json | undefined): string {
  return JSON.stringify(id ?? null);
}
