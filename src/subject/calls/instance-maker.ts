import {
  type ExportReference,
  type InstanceShape,
  type ParamPlan,
  stepsParam,
} from "../../kernel/values/shape.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import { type Maker, UnmadeError } from "./maker.ts";

/** Makes instances of a class of the user's. */
export function instanceMaker(shape: InstanceShape): Maker {
  return {
    isAwaited: true,
    make(of, making) {
      const { args, steps } = divided(of as readonly unknown[], shape);
      try {
        const made = construct(shape, args, making.modules);
        if (steps.length === 0) return made;
        const doSteps = (value: unknown): unknown => stepped(value, steps, shape, making.modules);
        return isThenable(made) ? made.then(doSteps) : doSteps(made);
      } catch (thrown) {
        throw new UnmadeError(`no ${shape.name} could be made`, thrown);
      }
    },
    text(of, show) {
      const { args, steps } = divided(of as readonly unknown[], shape);
      const made = `${makerText(shape)}(${args.map(show).join(", ")})`;
      if (steps.length === 0) return made;
      return `${made} /* ${steps.map((step) => stepText(step, shape, show)).join(", ")} */`;
    },
  };
}

/** How the constructor or factory is written: `new Money`, `Money.of`. */
export function makerText({ name, how, from }: InstanceShape): string {
  const written = from.path.join(".");
  if (how === "factory") return written;
  return `new ${from.path.at(-1) === "default" ? name : written}`;
}

/** Calls a constructor or factory; what it throws is thrown. */
export function construct(
  { from, how }: Pick<InstanceShape, "from" | "how">,
  args: readonly unknown[],
  modules: Readonly<Record<string, object>>,
): unknown {
  const { value, owner } = exportAt(from, modules);
  if (typeof value !== "function") throw new TypeError(`${from.path.join(".")} is not a function`);
  return how === "constructor"
    ? (Reflect.construct(value, args) as unknown)
    : (Reflect.apply(value, owner, args) as unknown);
}

/** What stands at a place of the user's modules, and the object it is a member of. */
export function exportAt(
  { module, path }: ExportReference,
  modules: Readonly<Record<string, object>>,
): { readonly value: unknown; readonly owner: unknown } {
  let owner: unknown;
  let value: unknown = Object.hasOwn(modules, module) ? modules[module] : undefined;
  for (const name of path) {
    owner = value;
    value =
      typeof value === "object" || typeof value === "function" ? memberOf(value, name) : undefined;
  }
  // Exports are called as they are imported: without an object before the dot.
  return { value, owner: path.length > 1 ? owner : undefined };
}

/** What a function is given: the rest spread out, optional ones at the end left out. */
export function argumentList(
  values: readonly unknown[],
  params: readonly ParamPlan[],
): readonly unknown[] {
  const list = params.flatMap((param, at) => {
    const value = values[at];
    return param.isRest && Array.isArray(value) ? (value as unknown[]) : [value];
  });
  let { length } = list;
  while (length > 0 && list[length - 1] === undefined && params[length - 1]?.isOptional === true) {
    length -= 1;
  }
  return list.slice(0, length);
}

// --- inside ---

/** What a constructor or factory is given, and what is done to what it gives. */
function divided(
  of: readonly unknown[],
  { params, steps }: InstanceShape,
): { readonly args: readonly unknown[]; readonly steps: readonly Step[] } {
  if (steps === undefined || params.at(-1)?.name !== stepsParam) {
    return { args: argumentList(of, params), steps: [] };
  }
  const own = params.length - 1;
  const drawn = of[own];
  return {
    args: argumentList(of.slice(0, own), params.slice(0, own)),
    steps: Array.isArray(drawn) ? (drawn as Step[]) : [],
  };
}

/** The number of the function, and what it is given besides. */
type Step = readonly [number, ...unknown[]];

function stepped(
  made: unknown,
  steps: readonly Step[],
  { steps: places = [] }: InstanceShape,
  modules: Readonly<Record<string, object>>,
): unknown {
  for (const [at, ...args] of steps) {
    const place = places[at];
    if (place === undefined) continue;
    try {
      if (place.module === "") {
        const method: unknown = Reflect.get(Object(made) as object, place.path[0] ?? "");
        if (typeof method === "function") Reflect.apply(method, made, args);
      } else construct({ from: place, how: "factory" }, [made, ...args], modules);
    } catch {
      // What refuses its arguments leaves the structure as it is, or as a caller would find it.
    }
  }
  return made;
}

function stepText(
  [at, ...args]: Step,
  { steps = [] }: InstanceShape,
  show: (value: unknown) => string,
): string {
  const { module = "", path = [] } = steps[at] ?? {};
  const given = args.map(show);
  return module === ""
    ? `.${path.join(".")}(${given.join(", ")})`
    : `${path.join(".")}(${["it", ...given].join(", ")})`;
}

function memberOf(value: object | null | CallableFunction, name: string): unknown {
  return value === null ? undefined : (Reflect.get(value, name) as unknown);
}
