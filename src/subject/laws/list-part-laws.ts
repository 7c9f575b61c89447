import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan } from "../../kernel/values/shape.ts";
import { sameValue } from "../calls/same-value.ts";
import { callText } from "./law-call.ts";
import { broken, held, type LawCall, type LawFamily, type LawVerdict, none } from "./law.ts";
import { returnsOneOf } from "./parameter-laws.ts";
import { type Sort, sortsOf } from "./sorts.ts";

/** Which part of a list a function gives, where its name has one meaning: `take`, `dropWhile`. */
export const listPartFamily: LawFamily = {
  name: "list part",
  about: "It gives the part of the list that its name says, for every count and every condition.",
  isRelation: true,
  isMeant: true,
  lawsOf: (plan) => {
    const name = plan.from.path.at(-1) ?? "";
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const [list, by] = plan.params;
    if (part === undefined || list === undefined || by === undefined) return [];
    if (!takes(plan, list, "array") || !returnsOneOf(plan, ["array"])) return [];
    if (part.by === "count" ? !takes(plan, by, "number") : by.shape.kind !== "function") return [];
    const evaluate = (call: LawCall): Promise<LawVerdict> => compare(call, part);
    return [{ name: `gives ${part.says(list.name, by.name)}`, isNamed: true, evaluate }];
  },
};

// --- inside ---

interface Part {
  /** Whether the second parameter is a count or a condition. */
  readonly by: "count" | "condition";
  readonly says: (list: string, by: string) => string;
  /**
   * The part of a list. A condition is one that holds for so many items from the side on which
   * the function begins.
   */
  readonly of: (list: readonly unknown[], count: number) => readonly unknown[];
  readonly isFromEnd?: boolean;
}

const parts: Readonly<Record<string, Part>> = {
  ...each("take", { by: "count", says: (xs, n) => `the first ${n} of ${xs}`, of: first }),
  ...each("drop skip", {
    by: "count",
    says: (xs, n) => `all but the first ${n} of ${xs}`,
    of: (list, count) => list.slice(count),
  }),
  ...each("takeLast takeRight", {
    by: "count",
    says: (xs, n) => `the last ${n} of ${xs}`,
    of: last,
  }),
  ...each("dropLast dropRight skipLast", {
    by: "count",
    says: (xs, n) => `all but the last ${n} of ${xs}`,
    of: butLast,
  }),
  ...each("takeWhile", {
    by: "condition",
    says: (xs, holds) => `the first of ${xs} while ${holds}`,
    of: first,
  }),
  ...each("dropWhile skipWhile", {
    by: "condition",
    says: (xs, holds) => `what is left of ${xs} once not ${holds}`,
    of: (list, count) => list.slice(count),
  }),
  ...each("takeLastWhile takeRightWhile", {
    by: "condition",
    says: (xs, holds) => `the last of ${xs} while ${holds}`,
    of: last,
    isFromEnd: true,
  }),
  ...each("dropLastWhile dropRightWhile", {
    by: "condition",
    says: (xs, holds) => `what is left of ${xs} before the last while ${holds}`,
    of: butLast,
    isFromEnd: true,
  }),
};

function each(names: string, part: Part): Record<string, Part> {
  return Object.fromEntries(names.split(" ").map((name) => [name, part]));
}

function first(list: readonly unknown[], count: number): readonly unknown[] {
  return list.slice(0, count);
}

function last(list: readonly unknown[], count: number): readonly unknown[] {
  return list.slice(Math.max(0, list.length - count));
}

function butLast(list: readonly unknown[], count: number): readonly unknown[] {
  return list.slice(0, Math.max(0, list.length - count));
}

function takes({ definitions }: CallPlan, { shape, isRest }: ParamPlan, sort: Sort): boolean {
  return !isRest && sortsOf(shape, definitions).has(sort);
}

/** The count is the length of another list: most counts that can be drawn are far from any. */
async function compare(call: LawCall, part: Part): Promise<LawVerdict> {
  const [given] = call.args();
  const other = call.draw(0);
  if (!Array.isArray(given) || !Array.isArray(other)) return none;
  const { length } = given;
  // Numbers in order are told apart, which items that are drawn are not always.
  const ordered = Array.from({ length }, (_, at) => at);
  const list: readonly unknown[] = part.by === "count" ? given : ordered;
  if (!call.fits(0, list)) return none;
  const count = part.by === "count" ? other.length : other.length % (length + 1);
  const wanted = part.of(list, count);
  if (part.by === "count" && !call.fits(1, count)) return none;
  const by = part.by === "count" ? count : conditionOf(part, { length, count });
  const got = await call.call([list, by]);
  if (got === undefined || !Array.isArray(got.value)) return none;
  const same = sameValue(wanted, got.value);
  if (same === undefined) return none;
  if (same) return held;
  const shownBy = part.by === "count" ? [count] : [];
  const shown = callText(call.plan.name, [list, ...shownBy], got.value);
  const how =
    part.by === "count" ? "" : `, where it holds for the ${sideOf(part)} ${count} of ${length}`;
  return broken("it gave another part of the list", `${shown}${how}`);
}

function conditionOf(
  { isFromEnd = false }: Part,
  { length, count }: { readonly length: number; readonly count: number },
): (item: unknown) => boolean {
  return isFromEnd ? (item) => Number(item) >= length - count : (item) => Number(item) < count;
}

function sideOf({ isFromEnd = false }: Part): string {
  return isFromEnd ? "last" : "first";
}
