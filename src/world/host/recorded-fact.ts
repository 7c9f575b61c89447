import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { maskedPlaces } from "../../kernel/secrets/secret-mask.ts";
import { answerMask, hidden } from "../../kernel/secrets/process-secrets.ts";
import type { SimWorld, WorldPart } from "../sim-world.ts";
import { maskPieces } from "./mask-pieces.ts";
import type { Facts, HostFact } from "./host-question.ts";
import { encodeBytes, type EncodedText, partOf, partsAfterFirst } from "./encoded-text.ts";

/** What came of a question, as the list of decisions keeps it. */
export interface RecordedFact {
  readonly facts: Facts;
  readonly texts: Readonly<Record<string, EncodedText>>;
}

/**
 * Asks the host, or gives back what was recorded. What is long takes several decisions, because a
 * trace keeps 64 KiB in one. What is given back is what was written down, so that a replay cannot
 * differ from the run; but for secrets, which are written nowhere and are `[secret]` in a replay.
 */
export function recordedFact(world: SimWorld, what: string, ask: () => HostFact): RecordedFact {
  const label = hidden(what);
  // What comes after a failure is not in its trace, so it may not depend on the host.
  if (world.isBroken()) throw notAsked(label);
  const { decisions } = world;
  const budget = world.part(budgetPart);
  let fact: HostFact | undefined;
  let written: Encoded | undefined;
  const really = (): Encoded => {
    fact ??= ask();
    written ??= encode(withoutSecrets(fact));
    return written;
  };
  const head = decisions.answer<Head>(label, () => headOf(really(), budget.left));
  const isAsked = written !== undefined;
  if (head.length > budget.left) {
    const error = tooMuch(label, head.length);
    world.onLimit(error);
    throw error;
  }
  budget.left -= head.length;
  const texts: Record<string, EncodedText> = {};
  for (const [name, { isText, text, more }] of head.texts) {
    let whole = text;
    for (let part = 1; part <= more; part++) {
      whole += decisions.answer(`${label} more`, () => partOf(really().texts[name], part));
    }
    texts[name] = { isText, text: whole };
  }
  // A run that logs in needs the session it was given; its trace does not.
  if (isAsked && fact !== undefined) return encode(fact);
  return { facts: Object.fromEntries(head.facts), texts };
}

// --- inside ---

/** All that hosts answer in one run, as text; a trace can keep 32 MiB, and others want some. */
const answersLengthMax = 24 * 1_024 * 1_024;

const budgetPart: WorldPart<{ left: number }> = {
  name: "host answers",
  make: () => ({ left: answersLengthMax }),
};

function withoutSecrets({ facts, bytes }: HostFact): HostFact {
  const safe = (text: string): string => maskedPlaces(text, answerMask.spans(text));
  const factOf = (value: Facts[string], name: string): Facts[string] => {
    if (typeof value === "string") return name === "kind" ? value : safe(value);
    if (typeof value !== "object" || value === null) return value;
    return value.map(([header, text]) => [header, safe(text)] as const);
  };
  return {
    facts: Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [name, factOf(value, name)]),
    ),
    bytes: Object.fromEntries(
      Object.entries(bytes).map(([name, value]) => {
        const [masked = value] = maskPieces([value], answerMask);
        return [name, masked === value ? value : Uint8Array.from(masked)];
      }),
    ),
  };
}

interface Encoded {
  readonly facts: Facts;
  readonly texts: Readonly<Record<string, EncodedText>>;
  readonly length: number;
}

/** The first decision: lists of pairs, because the names of headers are anybody's. */
interface Head {
  readonly facts: [string, Facts[string]][];
  readonly texts: [string, { isText: boolean; text: string; more: number }][];
  /** Of everything, the decisions that follow included. */
  readonly length: number;
}

function encode({ facts, bytes }: HostFact): Encoded {
  const named = Object.entries(bytes).map(([name, value]) => [name, encodeBytes(value)] as const);
  const texts = Object.fromEntries(named);
  const lengths = named.map(([, { text }]) => JSON.stringify(text).length);
  const length = lengths.reduce((sum, one) => sum + one, JSON.stringify(facts).length);
  return { facts, texts, length };
}

function headOf({ facts, texts, length }: Encoded, lengthLeft: number): Head {
  // More than a trace can keep is written down as that, so that a replay fails in the same way.
  const kept = length > lengthLeft ? [] : Object.entries(texts);
  return {
    facts: Object.entries(facts),
    texts: kept.map(([name, whole]) => {
      const { isText } = whole;
      return [name, { isText, text: partOf(whole, 0), more: partsAfterFirst(whole) }];
    }),
    length,
  };
}

function notAsked(label: string): GauntletError {
  return new GauntletError({
    code: "W410",
    what: `\`${label}\` is not asked any more: the run has failed`,
    help: "mend the failure that came before",
  });
}

function tooMuch(label: string, length: number): GauntletError {
  return new GauntletError({
    code: "W411",
    what: `\`${label}\` answered with more than is left of what one run can record`,
    note: `it takes ${length} characters; all host answers of a run may take ${answersLengthMax}`,
    help: "ask for less, or ask in several runs",
  });
}
