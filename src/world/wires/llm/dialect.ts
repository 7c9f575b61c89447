import type { ModelProtocol } from "../../../kernel/agent/agent-event.ts";
import type { AnswerEdit } from "./answer-edit.ts";
import type { AnswerNotes } from "./answer-notes.ts";
import type { Loose } from "../loose-json.ts";
import type { ProviderError } from "./provider-error.ts";
import type { SseFrame } from "../../../data/sse/sse-frames.ts";

/** One of the wire formats in which models are asked. */
export interface Dialect {
  readonly protocol: ModelProtocol;
  /** Whether this path, without its query, is where models are asked in this format. */
  isPath(path: string): boolean;
  /** Reads a question; what it gives writes into `body`. */
  question(body: Loose): Question;
  /** Notes what an event of a streamed answer says. */
  noteFrame(notes: AnswerNotes, frame: SseFrame): void;
  /** Notes what an answer that came as a whole says. */
  notePlain(notes: AnswerNotes, body: Loose): void;
  /** What an event of a streamed answer is for. */
  roleOf(frame: SseFrame): FrameRole;
  /** Changes an answer of this one call; it has a memory, so each answer needs its own. */
  editor(edit: AnswerEdit): AnswerEditor;
  /** The answer without anything that the model said. */
  withoutChoices(body: Loose): Loose;
  frameWithoutChoices(frame: SseFrame): SseFrame | undefined;
  /** An error as the provider writes it. */
  errorOf(error: ProviderError): ErrorAnswer;
  /** An error in the middle of a stream. */
  errorFrame(message: string): SseFrame;
}

/** Whether an event brings a piece of the answer, ends it, or does neither. */
export type FrameRole = "piece" | "finish" | "other";

/** Changes an answer piece by piece. */
export interface AnswerEditor {
  plain(body: Loose): Loose;
  /** The events that stand in its place; the very same one where nothing changes. */
  frame(frame: SseFrame): readonly SseFrame[];
}

/** An answer that is an error. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is asked, and the places in it that can be written. */
export interface Question {
  readonly model: string;
  readonly isStream: boolean;
  /** All that makes it another question. */
  readonly asked: unknown;
  /** The system prompt; empty where there is none. */
  readonly system: string;
  readonly tools: readonly EditableTool[];
  readonly results: readonly EditableResult[];
  /** What is said in the conversation, without instructions of the system, the oldest first. */
  readonly said: readonly EditableMessage[];
}

/** The definition of a tool. */
export interface EditableTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its arguments. */
  readonly schema: Loose;
  rename(name: string): void;
  describe(description: string): void;
  changeSchema(schema: Loose): void;
  remove(): void;
}

/** The result of a tool. */
export interface EditableResult {
  readonly id: string;
  /** Undefined where the call itself is not in the question. */
  readonly call: { readonly tool: string; readonly arguments: string } | undefined;
  readonly text: string;
  readonly isError: boolean;
  write(text: string, how: { readonly isError: boolean }): void;
}

/** Something that was said before, or is asked now. */
export interface EditableMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
  write(text: string): void;
  /** Puts something that a user says before it. */
  insertBefore(text: string): void;
}
