import type { AgentFault } from "../../../kernel/agent/agent-fault.ts";
import type { AgentInput } from "../../../kernel/agent/agent-input.ts";
import type { Strike } from "../../../kernel/agent/fault-plan.ts";
import { requestSize, shrinkRequest } from "./shrink-request.ts";
import { smallestPart } from "./smallest-part.ts";
import { Tries } from "./tries.ts";

/** Puts a text in the place of a part of the base; positions are of the base. */
export interface PromptEdit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** What is tried: with the agent it is all that decides a conversation. */
export interface ShrinkCandidate {
  readonly input: AgentInput;
  readonly faults: readonly AgentFault[];
  /** Exactly these strike. */
  readonly strikes: readonly Strike[];
}

/** A conversation in which an invariant failed. */
export interface FailingConversation extends ShrinkCandidate {
  /** The prompt of the user that was changed; what is sent is cut as it is where there is none. */
  readonly base: string | undefined;
  /** `input.prompt` is `base` with these, in order. */
  readonly edits: readonly PromptEdit[];
}

/** The smallest conversation that still fails. */
export interface Shrunk extends ShrinkCandidate {
  readonly edits: readonly PromptEdit[];
  readonly tries: number;
  /** How many changes, faults and strikes there were, and how many are left. */
  readonly from: number;
  readonly to: number;
  /** The budget that ended it, `60 tries`; absent where nothing smaller was found. */
  readonly cutBy?: string | undefined;
  /** Whether it failed again when nothing was changed; where it did not, nothing was shrunk. */
  readonly isConfirmed: boolean;
}

/**
 * Makes a failing conversation smaller as long as it still fails: first what is sent, then the
 * request that carries it, then which faults there are, then which calls they strike. Each pass
 * goes on with what the one before left; they are repeated until none gets any further.
 */
export async function shrinkConversation(
  failing: FailingConversation,
  fails: (candidate: ShrinkCandidate) => Promise<boolean>,
  budget: number,
): Promise<Shrunk> {
  const tries = new Tries(fails, budget);
  const isConfirmed = await tries.fails(candidateOf(failing));
  const smallest = isConfirmed ? await smallestOf(failing, tries) : failing;
  return {
    ...candidateOf(smallest),
    edits: smallest.edits,
    tries: tries.count,
    from: sizeOf(failing),
    to: sizeOf(smallest),
    ...(tries.isCut ? { cutBy: `${budget} tries` } : {}),
    isConfirmed,
  };
}

/** A text with edits; those that are left out leave the base as it is there. */
export function editedPrompt(base: string, edits: readonly PromptEdit[]): string {
  let text = "";
  let at = 0;
  for (const { from, to, put } of edits) {
    text += base.slice(at, from) + put;
    at = to;
  }
  return text + base.slice(at);
}

// --- inside ---

type Pass = (
  from: FailingConversation,
  tries: Tries<ShrinkCandidate>,
) => Promise<FailingConversation>;

/** Each round leaves less, so few are needed; most conversations are done after two. */
const roundsMax = 5;

async function smallestOf(
  failing: FailingConversation,
  tries: Tries<ShrinkCandidate>,
): Promise<FailingConversation> {
  let smallest = failing;
  for (let round = 0; round < roundsMax; round++) {
    const before = JSON.stringify(smallest);
    for (const pass of passes) smallest = await pass(smallest, tries);
    if (JSON.stringify(smallest) === before) break;
  }
  return smallest;
}

/** Shorter ones are a wrong letter or a word: they are left in or out as they are. */
const putLengthMin = 24;

const fewerEdits: Pass = async (from, tries) => {
  const { base } = from;
  if (base === undefined || from.edits.length === 0) return from;
  const edits = await smallestPart(from.edits, (part) =>
    tries.fails(candidateOf(withEdits(from, base, part))),
  );
  return withEdits(from, base, edits);
};

/** What an edit puts in may be long: half of it may do, and half of that. */
const shorterEdits: Pass = async (from, tries) => {
  const { base } = from;
  if (base === undefined) return from;
  let smallest = from;
  for (const [at, edit] of from.edits.entries()) {
    if (edit.put.length < putLengthMin) continue;
    const pieces = piecesOf(edit.put);
    const made = (part: readonly string[]): FailingConversation => {
      const put = part.join("");
      return withEdits(
        smallest,
        base,
        smallest.edits.map((one, index) => (index === at ? { ...one, put } : one)),
      );
    };
    const part = await smallestPart(pieces, (some) => tries.fails(candidateOf(made(some))));
    smallest = made(part);
  }
  return smallest;
};

/** Where nothing is known of how a prompt was made, its words are left out. */
const fewerWords: Pass = async (from, tries) => {
  if (from.base !== undefined) return from;
  const made = (part: readonly string[]): FailingConversation => ({
    ...from,
    input: { ...from.input, prompt: part.join("") },
  });
  const pieces = piecesOf(from.input.prompt);
  return made(await smallestPart(pieces, (part) => tries.fails(candidateOf(made(part)))));
};

const fewerTurns: Pass = async (from, tries) => {
  const { history } = from.input;
  if (history === undefined) return from;
  const made = (part: readonly string[]): FailingConversation => ({
    ...from,
    input: { ...from.input, history: part.length === 0 ? undefined : part },
  });
  return made(await smallestPart(history, (part) => tries.fails(candidateOf(made(part)))));
};

const smallerRequest: Pass = async (from, tries) => {
  const { request } = from.input;
  if (request === undefined) return from;
  const made = (smaller: AgentInput["request"]): FailingConversation => ({
    ...from,
    input: { ...from.input, request: smaller },
  });
  return made(await shrinkRequest(request, (some) => tries.fails(candidateOf(made(some)))));
};

const fewerFaults: Pass = async (from, tries) => {
  const made = (part: readonly AgentFault[]): FailingConversation => ({
    ...from,
    faults: part,
    strikes: from.strikes.filter(({ fault }) => part.some(({ id }) => id === fault)),
  });
  return made(await smallestPart(from.faults, (part) => tries.fails(candidateOf(made(part)))));
};

const fewerStrikes: Pass = async (from, tries) => {
  if (from.strikes.length < 2) return from;
  const made = (part: readonly Strike[]): FailingConversation => ({ ...from, strikes: part });
  return made(await smallestPart(from.strikes, (part) => tries.fails(candidateOf(made(part)))));
};

/** A strike on an early call is sooner understood than one on a late call. */
const earlierStrikes: Pass = async (from, tries) => {
  let smallest = from;
  for (const [at, strike] of from.strikes.entries()) {
    for (const ordinal of earlierThan(strike.ordinal)) {
      const strikes = smallest.strikes.map((one, index) =>
        index === at ? { ...one, ordinal } : one,
      );
      const tried = { ...smallest, strikes };
      if (!(await tries.fails(candidateOf(tried)))) continue;
      smallest = tried;
      break;
    }
  }
  return smallest;
};

const passes: readonly Pass[] = [
  fewerEdits,
  fewerWords,
  fewerTurns,
  smallerRequest,
  fewerFaults,
  fewerStrikes,
  earlierStrikes,
  shorterEdits,
];

/** The first call, and then by halves. */
function earlierThan(ordinal: number): readonly number[] {
  const middle = Math.floor(ordinal / 2);
  return [...new Set([1, middle, ordinal - 1])].filter((one) => one >= 1 && one < ordinal);
}

function withEdits(
  from: FailingConversation,
  base: string,
  edits: readonly PromptEdit[],
): FailingConversation {
  return { ...from, edits, input: { ...from.input, prompt: editedPrompt(base, edits) } };
}

function candidateOf({ input, faults, strikes }: ShrinkCandidate): ShrinkCandidate {
  return { input, faults, strikes };
}

/** Words with what follows them; a text of few words in pieces of equal length. */
function piecesOf(text: string): readonly string[] {
  const words = text.match(/\S+\s*|^\s+/gu) ?? [];
  const size = Math.ceil(text.length / piecesMax);
  const isPlain = words.length >= 2 && words.length <= piecesMax;
  if (isPlain) return words;
  return Array.from({ length: Math.ceil(text.length / Math.max(1, size)) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

/** More pieces would only use up the budget; what is left is cut again in the next round. */
const piecesMax = 64;

function sizeOf({ input, base, edits, faults, strikes }: FailingConversation): number {
  const changes = base === undefined ? piecesOf(input.prompt).length : edits.length;
  const turns = input.history?.length ?? 0;
  return changes + turns + requestSize(input.request) + faults.length + strikes.length;
}
