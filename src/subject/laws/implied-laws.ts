import type { MinedLaw } from "../../kernel/result/mined.ts";

/** The names of laws that say nothing beside others that always hold. */
export function impliedBy(laws: readonly MinedLaw[]): ReadonlySet<string> {
  const always = laws.filter(({ standing }) => standing === "always").map(({ name }) => name);
  const isConstant = always.some((name) => name.startsWith("constant output"));
  const implied = new Set<string>();
  for (const { name } of laws) {
    const isWorth = isConstant && isOfConstants(name);
    if (!isWorth && (isConstant || stronger(name).some((other) => isIn(always, other)))) {
      implied.add(name);
    }
  }
  return implied;
}

// --- inside ---

/** What is still worth saying of a function that always gives the same. */
function isOfConstants(name: string): boolean {
  return /^(?:constant output|output type|deterministic)/u.test(name);
}

/** Laws of which one alone says more than this one. */
function stronger(name: string): readonly string[] {
  switch (name) {
    case "output >= 0":
      return ["output in [0, 1]"];
    case "no NaN":
      return ["finite"];
    case "injective":
      return ["involution"];
    case "output is sorted":
      return [];
    default:
      return strongerByParameter(name);
  }
}

function strongerByParameter(name: string): readonly string[] {
  const [, length] = /^len\(output\) [<>]= (.*)$/u.exec(name) ?? [];
  if (length !== undefined) return [`len(output) == ${length}`];
  const [, monotone] = /^non-(?:de|in)creasing in (.*)$/u.exec(name) ?? [];
  if (monotone !== undefined) return [`linear in ${monotone}`];
  const [, scaled] = /^output scales with (.*)$/u.exec(name) ?? [];
  if (scaled !== undefined) return [];
  const [, permuted] = /^output only reordered when (.*)$/u.exec(name) ?? [];
  if (permuted !== undefined) return [`same output when ${permuted}`];
  const [, other] = /^(?:commutes with|round trip through) (.*)$/u.exec(name) ?? [];
  return other === undefined ? [] : [`equivalent to ${other}`];
}

/** Some names go on with what exactly holds: `linear in p: output = 2 * p`. */
function isIn(names: readonly string[], wanted: string): boolean {
  return names.some((name) => name === wanted || name.startsWith(`${wanted}: `));
}
