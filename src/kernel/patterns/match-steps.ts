import { compilePattern, type PatternStep } from "./pattern-program.ts";

/** What a search took, and whether it found something; nobody knows where the limit came first. */
export interface CountedSearch {
  readonly steps: number;
  readonly isFound: boolean | undefined;
}

/**
 * How many steps a matcher that goes back and tries again takes to search a text, up to a limit.
 * Counted on a program of our own, because the engine does not say it and time is not the same
 * twice. Undefined where the expression has what is not counted.
 */
export function matchSteps(
  pattern: RegExp,
  text: string,
  stepsMax: number,
): CountedSearch | undefined {
  const key = `${pattern.flags}/${pattern.source}`;
  if (!programs.has(key)) {
    if (programs.size >= programsMax) programs.clear();
    programs.set(key, compilePattern(pattern));
  }
  const program = programs.get(key);
  if (program === undefined) return undefined;
  const first = pattern.global || pattern.sticky ? pattern.lastIndex : 0;
  const count = { left: stepsMax };
  const isFixed = pattern.sticky || (program[0]?.kind === "edge" && program[0].edge === "start");
  const last = isFixed ? first : text.length;
  let isFound: boolean | undefined = false;
  for (let start = first; start <= last && isFound === false; start += 1) {
    isFound = runAt(program, { text, start, count });
    if (count.left <= 0) isFound = undefined;
  }
  return { steps: stepsMax - Math.max(0, count.left), isFound };
}

// --- inside ---

/** The same few patterns meet many texts. */
const programs = new Map<string, readonly PatternStep[] | undefined>();
const programsMax = 2_000;

interface Search {
  readonly text: string;
  readonly start: number;
  readonly count: { left: number };
}

/** Where to go on if what is tried now fails. */
interface Choice {
  readonly place: number;
  readonly at: number;
  readonly begins: readonly number[];
}

function runAt(program: readonly PatternStep[], { text, start, count }: Search): boolean {
  const choices: Choice[] = [];
  let now: Choice | undefined = { place: 0, at: start, begins: [] };
  while (now !== undefined) {
    const { place, at, begins }: Choice = now;
    if (count.left <= 0) return false;
    count.left -= 1;
    const step = program[place];
    now = undefined;
    switch (step?.kind) {
      case undefined:
      case "done":
        return true;
      case "one": {
        const character = text[at];
        if (character !== undefined && step.matches(character))
          now = { place: place + 1, at: at + 1, begins };
        break;
      }
      case "split":
        choices.push({ place: step.second, at, begins });
        now = { place: step.first, at, begins };
        break;
      case "jump":
        now = { place: step.to, at, begins };
        break;
      case "edge":
        if (isEdge(step.edge, text, at)) now = { place: place + 1, at, begins };
        break;
      case "begin":
        now = { place: place + 1, at, begins: withAt(begins, step.slot, at) };
        break;
      case "ahead":
        if (begins[step.slot] !== at) now = { place: place + 1, at, begins };
        break;
      case "look":
        if (runAt(step.steps, { text, start: at, count }) === step.wanted)
          now = { place: place + 1, at, begins };
        break;
    }
    now ??= choices.pop();
  }
  return false;
}

function withAt(begins: readonly number[], slot: number, at: number): readonly number[] {
  const changed = begins.slice();
  changed[slot] = at;
  return changed;
}

function isEdge(edge: "start" | "end" | "word" | "inside", text: string, at: number): boolean {
  if (edge === "start") return at === 0;
  if (edge === "end") return at === text.length;
  const isBoundary = isWord(text[at - 1]) !== isWord(text[at]);
  return isBoundary === (edge === "word");
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}
