import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { literalText } from "../../kernel/values/literal.ts";
import { callText } from "./law-call.ts";
import {
  broken,
  held,
  heldTrivially,
  type LawCall,
  type LawFamily,
  type LawVerdict,
  none,
} from "./law.ts";
import { areModest, isModest, sizeOf } from "../calls/numbers.ts";
import { returnsOf } from "./output-laws.ts";
import { perParameter, returnsOneOf, withArgument } from "./parameter-laws.ts";
import { hasOutput, isRepeatable } from "./repeat-laws.ts";
import { isClose, sameValue } from "../calls/same-value.ts";
import { overlap, sortsOf } from "./sorts.ts";

/** Laws of algebra: about two operands, and about numbers. */
export const operandFamilies: readonly LawFamily[] = [
  {
    name: "commutative",
    about: "Its first two arguments may change places.",
    isRelation: false,
    isMeant: true,
    lawsOf: (plan) =>
      hasOperands(plan) && hasOutput(plan) ? [{ name: "commutative", evaluate: commutative }] : [],
  },
  {
    name: "associative",
    about: "With three operands it does not matter which two are taken first.",
    isRelation: false,
    isMeant: true,
    lawsOf: (plan) => {
      const [first] = plan.params;
      if (first === undefined || !hasOperands(plan) || plan.params.length !== 2) return [];
      const isClosed = overlap(returnsOf(plan), sortsOf(first.shape, plan.definitions));
      return isClosed ? [{ name: "associative", evaluate: associative }] : [];
    },
  },
  {
    name: "linear",
    about: "The output is a * p + b of that parameter, all else equal.",
    isRelation: false,
    isMeant: false,
    lawsOf: (plan) =>
      isRepeatable(plan) && returnsOneOf(plan, ["number"])
        ? perParameter(plan, ["number"], (param, at) => ({
            name: `linear in ${param.name}`,
            evaluate: (call) => linear(call, at),
          }))
        : [],
  },
];

/** Whether operands that have these names are taken for interchangeable by who wrote them. */
export function areInterchangeable(plan: CallPlan): boolean {
  const [first = "", second = ""] = plan.params.map(({ name }) => name.toLowerCase());
  return (
    interchangeable.some(([one, other]) => first === one && second === other) ||
    isNumbered(first, second)
  );
}

// --- inside ---

const interchangeable: readonly (readonly [string, string])[] = [
  ["a", "b"],
  ["x", "y"],
  ["left", "right"],
  ["first", "second"],
  ["lhs", "rhs"],
  ["one", "other"],
  ["this", "other"],
  ["self", "other"],
];

/** `a1` and `a2`, `date1` and `date2`. */
function isNumbered(first: string, second: string): boolean {
  const [one, two] = [first, second].map((name) => /^(.*?)(\d+)$/u.exec(name));
  if (one === null || two === null || one === undefined || two === undefined) return false;
  return one[1] === two[1] && Number(one[2]) + 1 === Number(two[2]);
}

function hasOperands(plan: CallPlan): boolean {
  const [first, second] = plan.params;
  if (first === undefined || second === undefined || !isRepeatable(plan)) return false;
  if (first.isRest || second.isRest || first.isOptional || second.isOptional) return false;
  return JSON.stringify(first.shape) === JSON.stringify(second.shape);
}

async function commutative(call: LawCall): Promise<LawVerdict> {
  const { plan } = call;
  const [first, second, ...rest] = call.args();
  if (call.outcome.kind === "threw") return none;
  const other = await call.call([second, first, ...rest]);
  if (other === undefined) return none;
  const same = sameValue(call.value(), other.value, sizeOf(first, second));
  if (same === undefined) return none;
  if (same) return sameValue(first, second) === true ? heldTrivially : held;
  const one = callText(plan.name, [first, second, ...rest], call.value());
  const swapped = callText(plan.name, [second, first, ...rest], other.value);
  const shown = `${one}, ${swapped}`;
  return broken("the arguments in another order gave another result", shown);
}

async function associative(call: LawCall): Promise<LawVerdict> {
  const { plan } = call;
  const [a, b] = call.args();
  const c = call.draw(0);
  const ab = call.value();
  if (call.outcome.kind === "threw" || !areModest([a, b, c, ab]) || !call.fits(0, ab)) return none;
  const left = await call.call([ab, c]);
  const bc = await call.call([b, c]);
  if (left === undefined || bc === undefined || !call.fits(1, bc.value)) return none;
  if (!areModest([left.value, bc.value])) return none;
  const right = await call.call([a, bc.value]);
  if (right === undefined) return none;
  const same = sameValue(left.value, right.value, sizeOf(a, b, c, ab, bc.value));
  if (same === undefined) return none;
  if (same) return sameValue(a, b) === true && sameValue(b, c) === true ? heldTrivially : held;
  const [x, y, z] = [a, b, c].map(literalText);
  const [before, after] = [literalText(left.value), literalText(right.value)];
  const shown = `(${x}, ${y}), ${z} gave ${before}; ${x}, (${y}, ${z}) gave ${after}`;
  return broken(
    "three operands taken in another order gave another result",
    `${plan.name}: ${shown}`,
  );
}

async function linear(call: LawCall, at: number): Promise<LawVerdict> {
  const args = call.args();
  if (call.outcome.kind === "threw") return none;
  const points: Point[] = [];
  for (const x of [args[at], call.draw(at), call.draw(at)]) {
    const y = await call.call(withArgument(args, at, x));
    if (y === undefined || !isPoint(x, y.value)) return none;
    points.push([x as number, y.value as number]);
  }
  // The outer two make the line: between them it is exact, beyond them errors grow.
  const [first, third, second] = points.toSorted(([x], [other]) => x - other);
  if (first === undefined || second === undefined || third === undefined) return none;
  if (first[0] === second[0] || third[0] === first[0] || third[0] === second[0]) return none;
  const slope = (second[1] - first[1]) / (second[0] - first[0]);
  const meant = first[1] + slope * (third[0] - first[0]);
  const scale = sizeOf(...points.flat(), slope * (third[0] - first[0]));
  if (isClose(meant, third[1], scale * 1e3)) {
    if (slope === 0) return heldTrivially;
    return { kind: "held", said: lineText(call.plan.params[at]?.name ?? "p", first, second) };
  }
  const shown = points.map(([x, y]) => callText(call.plan.name, withArgument(args, at, x), y));
  return broken("three results do not lie on one line", shown.join(", "));
}

function isPoint(x: unknown, y: unknown): boolean {
  return [x, y].every((one) => typeof one === "number" && isModest(one));
}

function rounded(value: number): number {
  const short = Number(value.toPrecision(6));
  return Math.abs(short) < 1e-6 ? 0 : short;
}

/** The slope and the start of a line, where two calls lie on one: `2 * p + 1`. */
function lineText(name: string, [x1, y1]: Point, [x2, y2]: Point): string {
  const slope = (y2 - y1) / (x2 - x1);
  const start = y1 - slope * x1;
  const [a, b] = [rounded(slope), rounded(start)];
  const factor = a === 1 ? name : a === -1 ? `-${name}` : `${a} * ${name}`;
  return b === 0 ? factor : `${factor} ${b < 0 ? "-" : "+"} ${Math.abs(b)}`;
}

/** An argument and what it gave. */
type Point = readonly [x: number, y: number];
