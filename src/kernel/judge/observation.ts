/** What was seen in one run, without a verdict on it. */
export interface ObservedFact {
  readonly operation: string;
  /** What was looked at: `idempotent`, `output length`. */
  readonly name: string;
  /** Trivial is a call that could hardly have come out otherwise; `seen` says neither. */
  readonly how: "held" | "trivial" | "broken" | "seen";
  readonly number?: number | undefined;
  readonly text?: string | undefined;
}

/** The same over a campaign; plain data. */
export interface Observation {
  readonly operation: string;
  readonly name: string;
  /** Those that were trivial or only seen are part of it. */
  held: number;
  trivial: number;
  broken: number;
  /** The smallest and the largest finite number that was seen. */
  low?: number | undefined;
  high?: number | undefined;
  /** Different texts with how often each was seen; only the first few are told apart. */
  readonly texts: [text: string, count: number][];
  /** The shortest text that came with a broken one. */
  shown?: string | undefined;
}

/** Adds what one run saw. */
export function addObserved(into: Map<string, Observation>, observed: ObservedFact): void {
  const { how, number, text } = observed;
  const observation = observationOf(into, observed);
  if (how === "broken") {
    observation.broken += 1;
    if (text !== undefined) observation.shown = shorter(observation.shown, text);
    return;
  }
  observation.held += 1;
  observation.trivial += how === "trivial" ? 1 : 0;
  if (text !== undefined) countText(observation, text, 1);
  if (number !== undefined && Number.isFinite(number)) widen(observation, number, number);
}

/** Adds what another campaign saw. */
export function mergeObservation(into: Map<string, Observation>, more: Observation): void {
  const observation = observationOf(into, more);
  observation.held += more.held;
  observation.trivial += more.trivial;
  observation.broken += more.broken;
  for (const [text, count] of more.texts) countText(observation, text, count);
  if (more.low !== undefined && more.high !== undefined) widen(observation, more.low, more.high);
  if (more.shown !== undefined) observation.shown = shorter(observation.shown, more.shown);
}

// --- inside ---

/** So many texts of one thing are told apart. */
const textsMax = 8;
const textLengthMax = 400;

function observationOf(
  all: Map<string, Observation>,
  { operation, name }: Pick<ObservedFact, "operation" | "name">,
): Observation {
  const key = `${operation}\u0000${name}`;
  const known = all.get(key);
  if (known !== undefined) return known;
  const observation = { operation, name, held: 0, trivial: 0, broken: 0, texts: [] };
  all.set(key, observation);
  return observation;
}

function countText({ texts }: Observation, text: string, count: number): void {
  const cut = text.slice(0, textLengthMax);
  const known = texts.find(([one]) => one === cut);
  if (known !== undefined) known[1] += count;
  else if (texts.length < textsMax) texts.push([cut, count]);
}

function widen(observation: Observation, low: number, high: number): void {
  observation.low = Math.min(observation.low ?? low, low);
  observation.high = Math.max(observation.high ?? high, high);
}

function shorter(known: string | undefined, text: string): string {
  const cut = text.slice(0, textLengthMax);
  if (known === undefined || cut.length < known.length) return cut;
  // Which one came first depends on the processes; which one is smaller does not.
  return cut.length === known.length && cut < known ? cut : known;
}
