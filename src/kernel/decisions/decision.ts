import { literalText } from "../values/literal-text.ts";

/**
 * The noun that carries the house. A run is a function of its list of decisions: everything else
 * (replay, shrink, explore, regress, dedupe) reads or writes such a list.
 */
export type Decision =
  | PickDecision
  | ChanceDecision
  | IntegerDecision
  | BytesDecision
  | ValueDecision
  | SpanDecision
  | EndDecision;

/** One of several named options, recorded by name so that a trace survives reordering. */
export interface PickDecision {
  readonly kind: "pick";
  readonly label: string;
  readonly value: string;
}

/** Whether something that may happen does happen. */
export interface ChanceDecision {
  readonly kind: "chance";
  readonly label: string;
  readonly value: boolean;
}

/** The label of the decision that a step of a scenario happens; only shrinking says no to it. */
export const keepLabel = "keep";

/** A whole number, such as a latency in microseconds. */
export interface IntegerDecision {
  readonly kind: "integer";
  readonly label: string;
  readonly value: number;
}

/** Bytes, in hexadecimal. */
export interface BytesDecision {
  readonly kind: "bytes";
  readonly label: string;
  readonly value: string;
}

/** One bounded number that an arbitrary asked for while it generated a value. */
export type Draw = number | bigint;

/**
 * A value of a fast-check arbitrary: the bias it ran under, the numbers it drew, and which shrink
 * child was taken at each level (`path`). Plain data is stored literally too, and then it wins.
 */
export interface ValueDecision {
  readonly kind: "value";
  readonly label: string;
  readonly bias: number;
  readonly draws: readonly Draw[];
  readonly path: readonly number[];
  readonly literal?: {
    readonly value: unknown;
    /** Whether it is only tried: the arbitrary may not be able to give such a value. */
    readonly isGuess?: boolean;
  };
}

/**
 * The bias of a value that no arbitrary made: an answer of the real world, which only its literal
 * holds. A kind of its own would make every reader and every token of before unable to read it.
 */
const answerBias = 0;

/** Writes down what the real world answered. */
export function answerDecision(label: string, value: unknown): ValueDecision {
  return { kind: "value", label, bias: answerBias, draws: [], path: [], literal: { value } };
}

/** Whether a decision holds an answer of the real world: nothing in it can be made smaller. */
export function isAnswer(decision: Decision): boolean {
  return decision.kind === "value" && decision.bias === answerBias;
}

/** The start of what shrinking may delete as a whole. */
export interface SpanDecision {
  readonly kind: "span";
  readonly label: string;
}

/** The end of the innermost open span. */
export interface EndDecision {
  readonly kind: "end";
}

/** One line for a human: `pick rule = pay`. */
export function decisionText(decision: Decision): string {
  switch (decision.kind) {
    case "end":
      return "end";
    case "span":
      return `span ${decision.label}`;
    case "value":
      return `${valueWord(decision)} ${decision.label} = ${valueText(decision)}`;
    default:
      return `${decision.kind} ${decision.label} = ${String(decision.value)}`;
  }
}

/** What a reader calls a value: drawn, or answered by the real world. */
export function valueWord(decision: ValueDecision): "value" | "answer" {
  return isAnswer(decision) ? "answer" : "value";
}

// --- inside ---

const drawsShownMax = 6;

function valueText(decision: ValueDecision): string {
  if (decision.literal !== undefined) return literalText(decision.literal.value);
  const shown = decision.draws.slice(0, drawsShownMax).join(" ");
  const more = decision.draws.length > drawsShownMax ? " …" : "";
  const path = decision.path.length > 0 ? ` shrunk ${decision.path.join(":")}` : "";
  return `draws [${shown}${more}]${path}`;
}
