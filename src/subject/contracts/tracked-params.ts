import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { Contract } from "../../kernel/judge/contract.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import type { Probe } from "./contract-check.ts";

/** A place in the arguments of a call where a text goes. */
export interface TrackedParam {
  /** `path`, `options.path`. */
  readonly name: string;
  readonly index: number;
  readonly keys: readonly string[];
}

/** The places that get hostile values: those that are named, or every one that takes any text. */
export function trackedParams(plan: CallPlan, contract: Contract): readonly TrackedParam[] {
  const { trackedParams: named } = contract;
  if (named !== undefined && named.length > 0) {
    return named.flatMap((name) => placeOf(plan, name) ?? []);
  }
  return plan.params.flatMap(({ name, shape, isRest }, index) => {
    const one = isRest && shape.kind === "array" ? shape.of : shape;
    return textPlaces(one, plan).map((keys) => ({
      name: [name, ...keys].join("."),
      index,
      keys,
    }));
  });
}

/** The names by which places in the arguments of a call can be tracked or given. */
export function paramNames(plan: CallPlan): readonly string[] {
  return plan.params.flatMap(({ name, shape }) => {
    const known = resolved(shape, plan);
    return [name, ...(known.kind === "object" ? known.fields.map(({ key }) => key) : [])];
  });
}

/** The probes that put each value at each tracked place, a harmless one first. */
export function probesOf(
  plan: CallPlan,
  contract: Contract,
  hostile: (plain: string) => readonly unknown[],
): readonly Probe[] {
  return trackedParams(plan, contract).flatMap((place) => {
    const given = contract.kwargs?.[place.name];
    const plain = typeof given === "string" && given !== "" ? given : plainText;
    const values = hostile(plain);
    return [
      probeOf({ plan, contract, place, value: plain, isPlain: true }),
      ...values.map((value) => probeOf({ plan, contract, place, value, isPlain: false })),
    ];
  });
}

/** The one probe that only gives what the contract says. */
export function givenProbe(plan: CallPlan, contract: Contract, isPlain = false): Probe {
  const args = (base: readonly unknown[]): readonly unknown[] => withGiven(plan, contract, base);
  return { param: undefined, value: undefined, isPlain, args };
}

/** Arguments with those of the contract in their places. */
export function withGiven(
  plan: CallPlan,
  contract: Contract,
  base: readonly unknown[],
): readonly unknown[] {
  const { kwargs = {} } = contract;
  const args = [...base];
  for (const [index, { name }] of plan.params.entries()) {
    if (Object.hasOwn(kwargs, name)) args[index] = kwargs[name];
  }
  return args;
}

// --- inside ---

const plainText = "gauntletplain";
const depthMax = 2;

function probeOf(parts: {
  readonly plan: CallPlan;
  readonly contract: Contract;
  readonly place: TrackedParam;
  readonly value: unknown;
  readonly isPlain: boolean;
}): Probe {
  const { plan, contract, place, value, isPlain } = parts;
  return {
    param: place.name,
    value,
    isPlain,
    args: (base) => {
      const args = [...withGiven(plan, contract, base)];
      args[place.index] = putAt(args[place.index], place.keys, value);
      return args;
    },
  };
}

/** A copy of a value with something else at one place in it. */
function putAt(value: unknown, keys: readonly string[], put: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return put;
  if (key === "0") return [putAt(Array.isArray(value) ? value[0] : undefined, rest, put)];
  const before: object = typeof value === "object" && value !== null ? value : {};
  return { ...before, [key]: putAt(Reflect.get(before, key), rest, put) };
}

/** The place of a name; one that no parameter has may be a field of one that is taken apart. */
function placeOf(plan: CallPlan, name: string): TrackedParam | undefined {
  const [first = "", ...keys] = name.split(".");
  const own = plan.params.findIndex((param) => param.name === first);
  if (own >= 0) return { name, index: own, keys };
  const index = plan.params.findIndex(({ shape }) => {
    const known = resolved(shape, plan);
    return known.kind === "object" && known.fields.some(({ key }) => key === first);
  });
  return index < 0 ? undefined : { name, index, keys: [first, ...keys] };
}

/** Where in a shape any text may stand. */
function textPlaces(shape: Shape, plan: CallPlan, depth = 0): readonly (readonly string[])[] {
  const known = resolved(shape, plan);
  if (depth > depthMax) return [];
  switch (known.kind) {
    case "string":
      return known.pattern === undefined && known.format === undefined ? [[]] : [];
    case "weak":
      return [[]];
    case "union":
      return known.of.map((one) => textPlaces(one, plan, depth + 1)).find(isAny) ?? [];
    case "array":
      return textPlaces(known.of, plan, depth + 1).map((keys) => ["0", ...keys]);
    case "object":
      return known.fields.flatMap(({ key, shape: field }) =>
        textPlaces(field, plan, depth + 1).map((keys) => [key, ...keys]),
      );
    default:
      return [];
  }
}

function isAny(places: readonly (readonly string[])[]): boolean {
  return places.length > 0;
}

function resolved(shape: Shape, plan: CallPlan): Shape {
  if (shape.kind === "schema") return shape.or;
  return shape.kind === "ref" ? (plan.definitions[shape.name] ?? shape) : shape;
}
