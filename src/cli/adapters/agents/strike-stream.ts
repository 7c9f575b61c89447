import type { AnswerEdit } from "./answer-edit.ts";
import { type AnswerNotes, type ModelCall, slowFirstMs } from "./model-call.ts";
import { errorOf, type ModelError } from "./model-error.ts";

/** How a framework writes the stream of a model. */
export interface StreamShape<Event> {
  /** A part of what is said, if this is one. */
  text(event: Event): string | undefined;
  /** The same event with another part. */
  withText(event: Event, text: string): Event;
  /** Whether this is a part of what is said or asked for, as `afterChunks` counts them. */
  isPiece(event: Event): boolean;
  /** The event as the fault leaves it, after the model said so much; undefined takes it out. */
  edit(event: Event, edit: AnswerEdit, said: string): Event | undefined;
  note(event: Event, notes: AnswerNotes): void;
  /** The event that tells of an error; where there is none, the stream throws it. */
  errorEvent?(error: ModelError): Event;
}

/** Asks a model for a stream; the call of one that does not begin is over. */
export async function beginStream<Stream>(
  call: ModelCall,
  ask: () => PromiseLike<Stream> | Stream,
): Promise<Stream> {
  try {
    await call.before();
    return await call.asked(ask);
  } catch (thrown) {
    call.over();
    throw thrown;
  }
}

/** Passes a stream on as the fault leaves it; nothing is kept back. */
export async function* strikeStream<Event>(
  call: ModelCall,
  events: AsyncIterable<Event>,
  shape: StreamShape<Event>,
): AsyncGenerator<Event> {
  const notes: AnswerNotes = { text: "", calls: [], finish: undefined, usage: undefined };
  const stage = new Stage(call, shape);
  let isWhole = false;
  let unbegun: { readonly thrown: unknown } | undefined;
  let hasBegun = false;
  try {
    for await (const event of events) {
      hasBegun = true;
      if (await stage.isOver(event)) return;
      const given = stage.change(event);
      if (given === undefined) continue;
      shape.note(given, notes);
      yield given;
    }
    isWhole = true;
  } catch (thrown) {
    if (!hasBegun) unbegun = { thrown };
    const told = stage.told(thrown);
    if (told === undefined) throw thrown;
    yield told;
  } finally {
    call.over();
    if (unbegun === undefined) call.answered(notes, isWhole);
    else call.threw(unbegun.thrown);
  }
}

// --- inside ---

const hangMs = 30_000;
const slowPieceMs = 200;

class Stage<Event> {
  readonly #call: ModelCall;
  readonly #shape: StreamShape<Event>;
  #pieces = 0;
  #said = "";
  #givenLength = 0;
  #hasFired = false;

  constructor(call: ModelCall, shape: StreamShape<Event>) {
    this.#call = call;
    this.#shape = shape;
  }

  /** Before each event: waits, ends the stream, or breaks it. */
  async isOver(event: Event): Promise<boolean> {
    const { fault } = this.#call;
    if (fault === undefined) return false;
    const isPiece = this.#shape.isPiece(event);
    if (fault.mode === "slow_first_token" && isPiece && this.#pieces === 0) {
      this.#fire("a late first piece");
      await this.#call.pause(fault.delayMs ?? slowFirstMs);
    }
    if (fault.mode === "slow_tokens" && isPiece) {
      this.#fire("slow pieces");
      await this.#call.pause(fault.delayMs ?? slowPieceMs);
    }
    const isNow = this.#pieces >= (fault.afterChunks ?? 1);
    if (isPiece) this.#pieces += 1;
    if (!isNow || !fault.mode.startsWith("stream_")) return false;
    this.#fire(`after ${this.#pieces - (isPiece ? 1 : 0)} pieces`);
    if (fault.mode === "stream_cut") return true;
    if (fault.mode === "stream_hang") await this.#call.pause(fault.delayMs ?? hangMs);
    throw errorOf(fault) ?? new Error(fault.mode);
  }

  change(event: Event): Event | undefined {
    const { edit } = this.#call;
    if (edit === undefined) return event;
    const piece = this.#shape.text(event);
    if (piece === undefined) {
      const given = this.#shape.edit(event, edit, this.#said);
      if (JSON.stringify(given) !== JSON.stringify(event)) this.#fire("changed the answer");
      return given;
    }
    this.#said += piece;
    const whole = edit.text(this.#said);
    const given = whole.slice(this.#givenLength);
    this.#givenLength = whole.length;
    if (given === piece) return event;
    this.#fire("changed the answer");
    return given === "" ? undefined : this.#shape.withText(event, given);
  }

  /** The event that tells of our own error, where the framework has one. */
  told(thrown: unknown): Event | undefined {
    const isOurs = this.#hasFired && this.#call.fault?.mode === "stream_error";
    if (!isOurs || this.#shape.errorEvent === undefined) return undefined;
    return this.#shape.errorEvent(thrown as ModelError);
  }

  #fire(detail: string): void {
    if (this.#hasFired) return;
    this.#hasFired = true;
    this.#call.fired(detail);
  }
}
