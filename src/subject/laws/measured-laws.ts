import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { LawStanding, MinedLaw } from "../../kernel/result/mined.ts";
import type { Observation } from "../../kernel/judge/observation.ts";
import { shareAtLeast } from "./confidence.ts";
import { returnsOf } from "./output-laws.ts";

/** What the measures of a function's outputs say: their type, length and range. */
export function measuredLaws(
  plan: CallPlan,
  byName: ReadonlyMap<string, Observation>,
): readonly MinedLaw[] {
  return [
    ...typeLaws(plan, byName.get("output type")),
    ...lengthLaws(plan, byName.get("output length")),
    ...rangeLaws(byName.get("output range")),
  ];
}

// --- inside ---

const callsMin = 30;
const usualShare = 0.8;

function typeLaws(plan: CallPlan, types: Observation | undefined): readonly MinedLaw[] {
  const texts = (types?.texts ?? []).toSorted((a, b) => b[1] - a[1]);
  const [top] = texts;
  if (top === undefined) return [];
  const count = texts.reduce((sum, [, times]) => sum + times, 0);
  const [type, held] = top;
  const others = texts.slice(1).map(([text]) => text);
  return [
    measured(
      `output type is ${type}`,
      { held, broken: count - held },
      {
        isDeclared: returnsOf(plan).size === 1,
        shown: others.length === 0 ? undefined : `also ${others.join(", ")}`,
      },
    ),
  ];
}

function lengthLaws(plan: CallPlan, lengths: Observation | undefined): readonly MinedLaw[] {
  if (lengths?.low === undefined || lengths.high === undefined) return [];
  const { low, high, held } = lengths;
  if (low === high) {
    const isDeclared = plan.returns.kind === "tuple" || plan.returns.kind === "object";
    return [measured(`output length always ${low}`, { held, broken: 0 }, { isDeclared })];
  }
  return [seen(`output length from ${low} to ${high}`, held)];
}

function rangeLaws(range: Observation | undefined): readonly MinedLaw[] {
  if (range?.low === undefined || range.high === undefined || range.low === range.high) return [];
  const { low, high, held } = range;
  return [seen(`observed range [${shortNumber(low)}, ${shortNumber(high)}]`, held)];
}

function measured(
  name: string,
  { held, broken }: { readonly held: number; readonly broken: number },
  about: { readonly isDeclared: boolean; readonly shown?: string | undefined },
): MinedLaw {
  return {
    ...seen(name, held),
    ...about,
    standing: standingOf(held, broken),
    broken,
    atLeast: shareAtLeast(held, held + broken),
  };
}

function standingOf(held: number, broken: number): LawStanding {
  if (held + broken < callsMin) return "unclear";
  if (broken === 0) return "always";
  return held / (held + broken) >= usualShare ? "usually" : "no";
}

function seen(name: string, held: number): MinedLaw {
  return {
    name,
    standing: "seen",
    held,
    broken: 0,
    trivial: 0,
    atLeast: 0,
    isDeclared: false,
    isRelation: false,
    isMeant: false,
    isImplied: false,
  };
}

function shortNumber(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}
