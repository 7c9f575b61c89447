import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { argumentLaws } from "./argument-laws.ts";
import { memberPairFamily } from "./member-pair-laws.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import type { Law, LawDraft, LawFamily } from "./law.ts";
import { listPartFamily } from "./list-part-laws.ts";
import { areInterchangeable, operandFamilies } from "./operand-laws.ts";
import { ownResultFamily } from "./own-result-laws.ts";
import { outputClaims } from "./output-claims.ts";
import { lengthLaw, outputFamilies, rangeLaw, typeLaw } from "./output-laws.ts";
import { pairFamilies } from "./pair-laws.ts";
import { parameterFamilies } from "./parameter-laws.ts";
import { refusalLaw } from "./refusal-laws.ts";
import { relationFamilies } from "./relation-laws.ts";
import { repeatFamilies } from "./repeat-laws.ts";

/** Every kind of law that is looked for. */
export const lawFamilies: readonly LawFamily[] = [
  ...repeatFamilies,
  ...outputFamilies,
  ...parameterFamilies,
  ...operandFamilies,
  ...relationFamilies,
  ...pairFamilies,
  listPartFamily,
  ownResultFamily,
  memberPairFamily,
];

/** The laws that a function may have by its types, alone and with others of its module. */
export function lawsFor(plan: CallPlan, others: readonly CallPlan[] = []): readonly Law[] {
  return lawFamilies.flatMap((family) =>
    family.lawsOf(plan, others).map((draft) => lawOf(draft, family, plan)),
  );
}

/** Whether a law is about single calls: it holds or not whatever else was called. */
export function isOfOneCall({ family }: Pick<Law, "family">): boolean {
  return family === "" || oneCallFamilies.has(family);
}

/** What a name of a law means for a function. */
export type NamedLaws =
  | { readonly kind: "laws"; readonly laws: readonly Law[] }
  /** There is such a law, but by its types the function cannot have it. */
  | { readonly kind: "not applicable" }
  | { readonly kind: "unknown"; readonly nearest: readonly string[] };

/** The laws of a function that a name means: one law, or all of a family. */
export function lawsNamed(
  name: string,
  plan: CallPlan,
  others: readonly CallPlan[] = [],
): NamedLaws {
  const wanted = aliases.get(name) ?? name;
  const written = writtenLaw(wanted);
  if (written !== undefined) return { kind: "laws", laws: [lawOf(written, plainFamily, plan)] };
  const all = lawsFor(plan, others);
  const found = all.filter((law) => law.name === wanted || law.family === wanted);
  if (found.length > 0) return { kind: "laws", laws: found };
  if (lawFamilies.some((family) => isOfFamily(wanted, family.name))) {
    return { kind: "not applicable" };
  }
  const names = [...all.map((law) => law.name), ...lawFamilies.map((family) => family.name)];
  return { kind: "unknown", nearest: nearestNames(name, names, { countMax: 3 }) };
}

/** Whether a name that a user wrote means a law. */
export function meansLaw(name: string, law: Pick<Law, "name" | "family">): boolean {
  const wanted = aliases.get(name) ?? name;
  return wanted === law.name || wanted === law.family;
}

// --- inside ---

const oneCallFamilies: ReadonlySet<string> = new Set([
  ...outputFamilies.map(({ name }) => name),
  "preserves type",
  "null in -> null out",
  "len(output) ==",
  "len(output) <=",
  "len(output) >=",
  "output subset",
]);

/** Other words for the same. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["bijective", "injective"],
  ["never null or undefined", "never null"],
  ["monotone", "non-decreasing"],
  ["monotonically non-decreasing", "non-decreasing"],
  ["monotonically non-increasing", "non-increasing"],
  ["roundtrip", "round trip"],
  ["commutative composition", "commutes"],
  ["sorted", "output is sorted"],
]);

const plainFamily = { name: "", isRelation: false, isMeant: false };

function lawOf(
  {
    name,
    isDeclared = false,
    isMeant = false,
    isNamed = false,
    isClear = false,
    evaluate,
  }: LawDraft,
  family: Pick<LawFamily, "name" | "isRelation" | "isMeant">,
  plan: CallPlan,
): Law {
  return {
    name,
    family: family.name,
    isRelation: family.isRelation,
    // Operands that are no equals are not meant to change places, even if they mostly can.
    isMeant:
      isMeant || (family.isMeant && (family.name !== "commutative" || areInterchangeable(plan))),
    isDeclared,
    isNamed,
    isClear,
    evaluate,
  };
}

/** Laws with numbers or types in them: `output in [0, 100]`, `output type is string`. */
function writtenLaw(name: string): LawDraft | undefined {
  const ofArguments = argumentLaws.find((law) => law.name === name);
  if (ofArguments !== undefined) return ofArguments;
  const refusal = refusalLaw(name);
  if (refusal !== undefined) return refusal;
  const ofOutput = outputClaims.find((law) => law.name === name);
  if (ofOutput !== undefined) return ofOutput;
  const range = /^output in \[\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*,\s*(-?[\d.]+(?:e[+-]?\d+)?)\s*\]$/u;
  const [, low, high] = range.exec(name) ?? [];
  if (low !== undefined && high !== undefined && Number(low) <= Number(high)) {
    return { ...rangeLaw(Number(low), Number(high)), name };
  }
  const [, length] = /^output length always (\d+)$/u.exec(name) ?? [];
  if (length !== undefined) return lengthLaw(Number(length));
  const [, type] = /^output type is ([\w$]+)$/u.exec(name) ?? [];
  return type === undefined ? undefined : typeLaw(type);
}

/** `non-decreasing in nothing` is of a family that is known. */
function isOfFamily(name: string, family: string): boolean {
  return name === family || name.startsWith(`${family} in `);
}
