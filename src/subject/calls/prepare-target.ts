import type { CallPlan, CallTarget } from "../../kernel/subject/call-plan.ts";
import type { CallTest } from "../../kernel/subject/call-test.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { decodeLiteral } from "../../kernel/values/literal.ts";
import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { ShapeArbitraries } from "./arbitrary-of.ts";
import { conforms } from "./conforms.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import { fixtureFor, isArbitrary } from "./fixture-value.ts";
import type { Maker } from "./maker.ts";
import { isPlainShape } from "./plain-shape.ts";
import { outermost, type PlainFixture } from "./shape-context.ts";

/** A parameter with the values that it takes. */
export interface PreparedParam {
  readonly plan: ParamPlan;
  /** Undefined where only a fixture has values. */
  readonly arbitrary: Arbitrary | undefined;
  /** Whether what is drawn is the value already. */
  readonly isPlain: boolean;
}

/** A call with everything that its runs need and that does not change between them. */
export interface PreparedCall {
  /** The name by which it is picked. */
  readonly name: string;
  readonly plan: CallPlan;
  readonly params: readonly PreparedParam[];
  /** Argument lists that someone wrote down and that the types allow. */
  readonly examples: readonly (readonly unknown[])[];
}

/** A target, worked out once for all of its runs. */
export interface PreparedTarget {
  readonly target: CallTarget;
  readonly calls: readonly PreparedCall[];
  readonly receiverParams: readonly PreparedParam[];
  readonly makers: ReadonlyMap<string, Maker>;
}

/** Works out the values of every call; what has none and no fixture is refused. */
export function prepareTarget(definition: CallTest): PreparedTarget {
  const { target, modules } = definition;
  const makers = new Map<string, Maker>();
  const prepareParams = (params: readonly ParamPlan[], owner: Owner): readonly PreparedParam[] => {
    const fixture = (param: string, name: string): PlainFixture | undefined => {
      const found = fixtureFor(param, [name], definition.options);
      if (found === undefined || isArbitrary(found)) return undefined;
      return typeof found === "function" || found.length > 0 ? found : undefined;
    };
    const arbitraries = new ShapeArbitraries({ definitions: owner.definitions, modules, fixture });
    const prepared = params.map((plan) => {
      const of = deepEnough((depth) => arbitraries.ofParam(plan, { depth, path: owner.path }));
      const hasFixture = fixtureFor(plan.name, owner.names, definition.options) !== undefined;
      if (of === undefined && !hasFixture) throw noValues(plan, arbitraries, target);
      return { plan, arbitrary: of, isPlain: isPlainShape(plan.shape, owner.definitions) };
    });
    for (const [id, maker] of arbitraries.makers) makers.set(id, maker);
    return prepared;
  };
  const calls = target.calls.map((plan): PreparedCall => {
    const names = [plan.name, target.name];
    const path = target.calls.length > 1 ? plan.name : "";
    const params = prepareParams(plan.params, { names, path, definitions: plan.definitions });
    const examples = examplesOf(plan);
    const literals = definition.options.literals ?? [];
    const seeded = params.map((param, at) => {
      const written = examples.filter((args) => at < args.length).map((args) => args[at]);
      return mixed(param, [...written, ...fitting(literals, param, plan)]);
    });
    return { name: plan.name, plan, params: seeded, examples };
  });
  const { receiver } = target;
  const definitions = Object.assign({}, ...target.calls.map((plan) => plan.definitions)) as Record<
    string,
    Shape
  >;
  const owner = { names: [receiver?.name ?? "", target.name], path: `new`, definitions };
  const isMade = receiver !== undefined && definition.options.object?.factory === undefined;
  const receiverParams = isMade ? prepareParams(receiver.params, owner) : [];
  return { target, calls, receiverParams, makers };
}

// --- inside ---

interface Owner {
  readonly names: readonly string[];
  readonly path: string;
  readonly definitions: Readonly<Record<string, Shape>>;
}

/** Types that name each other in a long row, and not themselves, have no values before. */
const deeper = [6, 12];

function deepEnough(make: (depth: number) => Arbitrary | undefined): Arbitrary | undefined {
  for (const depth of [outermost("").depth, ...deeper]) {
    const made = make(depth);
    if (made !== undefined) return made;
  }
  return undefined;
}

/** So many examples of one call are used. */
const examplesMax = 50;

/** Examples may come from tests of what is refused: only what the types allow is taken. */
function examplesOf({ examples, params, definitions }: CallPlan): readonly (readonly unknown[])[] {
  const fits = (value: unknown, param: ParamPlan | undefined): boolean => {
    if (param === undefined) return false;
    if (value === undefined && param.isOptional) return true;
    return conforms(value, param.shape, { definitions }) === undefined;
  };
  const lists = examples.slice(0, examplesMax).map(({ args }) => args.map(decodeLiteral));
  return lists
    .map((args) => withRest(args, params))
    .filter(
      (args) =>
        args.length <= params.length &&
        params.every((param, at) => fits(args[at], param) || (at >= args.length && param.isRest)),
    );
}

/** What stands at and behind a rest parameter is one list. */
function withRest(args: readonly unknown[], params: readonly ParamPlan[]): readonly unknown[] {
  const at = params.findIndex(({ isRest }) => isRest);
  return at < 0 ? args : [...args.slice(0, at), args.slice(at)];
}

/** Values that someone wrote down are drawn now and then beside those of the type. */
function mixed(param: PreparedParam, values: readonly unknown[]): PreparedParam {
  const { arbitrary } = param;
  if (arbitrary === undefined || values.length === 0) return param;
  const fc = fastCheck();
  const written = fc.constantFrom(...values.map((value) => () => structuredCopy(value)));
  return {
    ...param,
    arbitrary: fc.oneof(
      { withCrossShrink: true },
      { arbitrary, weight: 4 },
      { arbitrary: written.map((make) => make()), weight: 1 },
    ),
  };
}

/** Texts and numbers of the code that a parameter may be. */
function fitting(
  literals: readonly (string | number)[],
  { plan: { shape } }: PreparedParam,
  { definitions }: CallPlan,
): readonly unknown[] {
  // Whatever may be anything would be nothing but these.
  if (shape.kind !== "string" && shape.kind !== "number") return [];
  return literals.filter((value) => conforms(value, shape, { definitions }) === undefined);
}

/** Examples are what a trace can keep, so they can be copied. */
export function structuredCopy(value: unknown): unknown {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}

function noValues(
  { name }: ParamPlan,
  { blocked }: ShapeArbitraries,
  target: CallTarget,
): GauntletError {
  const [why] = blocked.values();
  return new GauntletError({
    code: "S007",
    what: `no value can be made for \`${name}\` of \`${target.name}\``,
    where: target.module,
    ...(why === undefined ? {} : { note: why }),
    help: `registerFixture("${name}", [/* values */])`,
  });
}
