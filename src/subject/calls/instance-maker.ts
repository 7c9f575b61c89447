import type { ExportPlace, InstanceShape, ParamPlan } from "../../kernel/shape.ts";
import { type Maker, UnmadeError } from "./maker.ts";

/** Makes instances of a class of the user's. */
export function instanceMaker(shape: InstanceShape): Maker {
  return {
    isAwaited: true,
    make(of, making) {
      try {
        return construct(
          shape,
          argumentList(of as readonly unknown[], shape.params),
          making.modules,
        );
      } catch (thrown) {
        throw new UnmadeError(`no ${shape.name} could be made`, thrown);
      }
    },
    text(of, show) {
      const args = argumentList(of as readonly unknown[], shape.params)
        .map(show)
        .join(", ");
      return `${makerText(shape)}(${args})`;
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
  if (typeof value !== "function") throw new TypeError(`${from.path.join(".")} is no function`);
  return how === "constructor"
    ? (Reflect.construct(value, args) as unknown)
    : (Reflect.apply(value, owner, args) as unknown);
}

/** What stands at a place of the user's modules, and the object it is a member of. */
export function exportAt(
  { module, path }: ExportPlace,
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

function memberOf(value: object | null | CallableFunction, name: string): unknown {
  return value === null ? undefined : (Reflect.get(value, name) as unknown);
}
