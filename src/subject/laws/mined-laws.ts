import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { LawStanding, MinedLaw } from "../../kernel/result/mined.ts";
import type { Observation } from "../../kernel/judge/observation.ts";
import { shareAtLeast } from "./confidence.ts";
import { isOfOneCall, lawsFor } from "./find-laws.ts";
import { impliedBy } from "./implied-laws.ts";
import type { Law } from "./law.ts";
import { measuredLaws } from "./measured-laws.ts";

/** What the observations of a campaign say about the laws of one function, the strongest first. */
export function minedLaws(
  plan: CallPlan,
  others: readonly CallPlan[],
  observations: Iterable<Observation>,
): readonly MinedLaw[] {
  const own = [...observations].filter(({ operation }) => operation === plan.name);
  const byName = new Map(own.map((observation) => [observation.name, observation]));
  const isFickle = (byName.get("deterministic")?.broken ?? 0) > 0;
  const laws = lawsFor(plan, others).flatMap((law) => {
    const observation = byName.get(law.name);
    if (observation === undefined) return [];
    const mined = minedLaw(law, observation, byName);
    // Where one call changes the next, laws about several calls are about that alone.
    const isVain = isFickle && law.family !== "deterministic" && !isOfOneCall(law);
    return [isVain ? { ...mined, isImplied: true } : mined];
  });
  const all = [...measuredLaws(plan, byName), ...laws];
  const implied = impliedBy(all);
  return all
    .map((law) => ({ ...law, isImplied: law.isImplied || implied.has(law.name) }))
    .toSorted(byStanding);
}

/** The strongest first, and what others say as well at the end. */
export function byStanding(a: MinedLaw, b: MinedLaw): number {
  return rank(a) - rank(b);
}

// --- inside ---

/** Calls that must have kept a law before it is told; fewer show nothing. */
const callsMin = 30;
/** Of those, so many must have been able to break it. */
const tellingMin = 5;
/** From here on a law that does not always hold is suspicious. */
const usualShare = 0.8;
/** For a law that the names of functions speak of: `encode` and `decode`. */
const namedShare = 0.4;
const usualCallsMin = 10;

function minedLaw(
  { name, isDeclared, isRelation, isMeant, isNamed }: Law,
  observation: Observation,
  byName: ReadonlyMap<string, Observation>,
): MinedLaw {
  const { held, broken, trivial, shown } = observation;
  const standing = standingOf(observation, isNamed ? namedShare : usualShare);
  return {
    name: standing === "always" ? saidName(name, observation, byName) : name,
    standing,
    held,
    broken,
    trivial,
    atLeast: shareAtLeast(held, held + broken),
    shown,
    isDeclared,
    isRelation,
    isMeant,
    isImplied: false,
  };
}

/** Calls that could hardly have broken the law say nothing about how often it holds. */
function standingOf({ held, broken, trivial }: Observation, share: number): LawStanding {
  const telling = held + broken - trivial;
  if (broken === 0) {
    return held >= callsMin && telling >= tellingMin ? "always" : "unclear";
  }
  if (telling < usualCallsMin) return "unclear";
  return (held - trivial) / telling >= share ? "usually" : "no";
}

/** With what exactly holds, where it is the same for nearly all calls. */
function saidName(
  name: string,
  { texts, held, trivial }: Observation,
  byName: ReadonlyMap<string, Observation>,
): string {
  if (name === "constant output") {
    const [first, second] = byName.get("output value")?.texts ?? [];
    return first === undefined || second !== undefined ? name : `${name} ${first[0]}`;
  }
  const [top] = texts.toSorted((a, b) => b[1] - a[1]);
  if (top === undefined || top[1] < usualShare * (held - trivial)) return name;
  return `${name}: output = ${top[0]}`;
}

const standings: readonly LawStanding[] = ["always", "usually", "seen", "unclear", "no"];

function rank({ standing, isImplied }: MinedLaw): number {
  return standings.indexOf(standing) + (isImplied ? standings.length : 0);
}
