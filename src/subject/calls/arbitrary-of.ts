import { decodeLiteral, encodeLiteral } from "../../kernel/values/literal.ts";
import type { FunctionShape, ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { builtinArbitrary, bytesArbitrary } from "./builtin-arbitrary.ts";
import { builtinMakers } from "./builtin-makers.ts";
import { arrays, lists, maps, sets } from "./collection-arbitrary.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import { fixtureMaker } from "./fixture-value.ts";
import { instanceMaker } from "./instance-maker.ts";
import type { SchemaShapes } from "./json-schema-shape.ts";
import type { Maker } from "./maker.ts";
import { numberArbitrary } from "./number-arbitrary.ts";
import { bareObjects, selfHolding } from "./odd-objects.ts";
import { objectArbitrary, recordArbitrary } from "./object-arbitrary.ts";
import { isPathText, withPaths } from "./path-texts.ts";
import { schemaArbitrary } from "./schema-arbitrary.ts";
import { type At, mostItems, outermost, type ShapeContext } from "./shape-context.ts";
import { stubMaker } from "./stub-maker.ts";
import { textArbitrary } from "./text-arbitrary.ts";
import { tupleArbitrary } from "./tuple-arbitrary.ts";
import { unmadeArbitrary } from "./unmade-arbitrary.ts";

/**
 * Arbitraries of shapes. What they give is data; where a value is more than data (a function, an
 * instance) the data names a maker of `makers`, which makes it in the run. Everything is built at
 * once, never while a value is drawn: a replay that takes recorded data must find all makers.
 */
export class ShapeArbitraries {
  readonly makers: Map<string, Maker> = new Map(builtinMakers);
  /** Why some shape has no values, by its path. */
  readonly blocked: Map<string, string> = new Map();
  readonly #context: ShapeContext;
  readonly #known = new Map<string, Arbitrary | undefined>();
  /** Stubs whose results lay too deep, and that begin anew. */
  readonly #unfolded = new Map<string, { shape: FunctionShape; path: string }>();

  constructor(context: ShapeContext) {
    this.#context = context;
  }

  /** Values of a shape; undefined where there are none, or none without going too deep. */
  of(shape: Shape, at: At): Arbitrary | undefined {
    const fc = fastCheck();
    switch (shape.kind) {
      case "boolean":
        return fc.boolean();
      case "bigint":
        return bigints();
      case "symbol":
        return unmadeArbitrary("symbol", fc.constantFrom("a", "b", ""));
      case "null":
        return fc.constant(null);
      case "undefined":
      case "void":
        return fc.constant(undefined);
      case "number":
        return numberArbitrary(shape);
      case "string":
        return textArbitrary(shape);
      case "literal":
        return literal(decodeLiteral(shape.value));
      case "weak":
        return weakValues();
      case "never":
        return undefined;
      case "blocked":
        this.blocked.set(at.path, shape.why);
        return undefined;
      case "bytes":
        return bytesArbitrary(shape.type) ?? this.#unknown(shape.type, at);
      case "builtin":
        return builtinArbitrary(shape.name) ?? this.#unknown(shape.name, at);
      default:
        return this.#composed(shape, at);
    }
  }

  /** What one parameter takes; an optional one may be left out, which is undefined here. */
  ofParam(
    { shape, name, isOptional, isRest }: ParamPlan,
    { path, depth }: At,
  ): Arbitrary | undefined {
    const fc = fastCheck();
    const plain = this.of(shape, { path: path === "" ? name : `${path}.${name}`, depth });
    const of = isPathText(shape, name) ? withPaths(plain) : plain;
    this.#unfold();
    if (isRest && shape.kind !== "array" && shape.kind !== "tuple") {
      return of === undefined ? fc.constant([]) : lists(of, { most: 5 });
    }
    if (!isOptional) return of;
    const left = { arbitrary: fc.constant(undefined) as Arbitrary, weight: 1 };
    if (of === undefined) return left.arbitrary;
    return fc.oneof({ withCrossShrink: false }, left, { arbitrary: of, weight: 3 });
  }

  #composed(shape: Exclude<Shape, { kind: LeafKind }>, at: At): Arbitrary | undefined {
    const below = (inner: Shape, step: string): Arbitrary | undefined =>
      this.of(inner, { path: `${at.path}${step}`, depth: at.depth });
    switch (shape.kind) {
      case "template":
        return this.#template(shape.parts, at);
      case "union":
        return oneOf(
          shape.of.map((option, index) => below(option, `|${index}`)),
          shape.isOpen === true ? bareObjects() : undefined,
        );
      case "array":
        return arrays(
          below(shape.of, "[]"),
          { ...shape, mayHaveHoles: allowsUndefined(shape.of) },
          mostItems(at),
        );
      case "tuple":
        return tupleArbitrary(shape, below);
      case "object":
        return objectArbitrary(shape, below, mostItems(at));
      case "record":
        return recordArbitrary(shape, below, mostItems(at));
      case "map":
        return maps(below(shape.key, ".key"), below(shape.value, ".value"), mostItems(at));
      case "set":
        return sets(below(shape.of, "[]"), mostItems(at));
      case "promise":
        return made("promise", below(shape.of, ".then"));
      case "iterable":
        return made(
          shape.isAsync ? "async iterable" : "iterable",
          arrays(below(shape.of, "[]"), {}, mostItems(at)),
        );
      case "function":
        return this.#stub(shape, at);
      case "instance": {
        const id = `new ${shape.name} ${at.path}`;
        this.makers.set(id, instanceMaker(shape));
        return made(id, this.#ofParams(shape, at));
      }
      case "ref":
        return this.#definition(shape.name, at.depth);
      case "schema":
        return schemaArbitrary(shape, {
          ...this.#context,
          makers: this.makers,
          plain: this.of(shape.or, at),
          read: (read) => this.#ofRead(read, at),
        });
    }
  }

  /** What a constructor or factory takes; what was said of a parameter wins over its type. */
  #ofParams({ name, params }: Extract<Shape, { kind: "instance" }>, at: At): Arbitrary | undefined {
    const items = params.map((param) => {
      const fixture = this.#context.fixture?.(param.name, name);
      if (fixture === undefined) return this.ofParam(param, at);
      const id = `fixture ${name}.${param.name}`;
      this.makers.set(id, fixtureMaker(fixture));
      return unmadeArbitrary(id, fastCheck().nat({ max: fixturesMax }));
    });
    if (!items.every((item) => item !== undefined)) return undefined;
    return fastCheck().tuple(...items);
  }

  /** Unfolded once less than where it stands, and built once for each depth. */
  #definition(name: string, depth: number): Arbitrary | undefined {
    const shape = this.#context.definitions[name];
    if (depth <= 0 || shape === undefined) return undefined;
    const key = `${name} ${depth}`;
    if (!this.#known.has(key)) {
      // Makers of a definition are named by it: they are the same wherever it is met.
      this.#known.set(key, this.of(shape, { path: name, depth: depth - 1 }));
    }
    return this.#known.get(key);
  }

  /** Of a JSON Schema, whose definitions are its own. */
  #ofRead({ shape, definitions }: SchemaShapes, at: At): Arbitrary | undefined {
    const { modules } = this.#context;
    return new ShapeArbitraries({ definitions, modules }).of(shape, at);
  }

  #stub(shape: Extract<Shape, { kind: "function" }>, at: At): Arbitrary {
    const id = `function ${at.path}`;
    if (!this.makers.has(id)) {
      const isSilent = shape.returns.kind === "void" || shape.returns.kind === "undefined";
      const path = `${at.path}()`;
      const returns = isSilent ? undefined : this.of(shape.returns, { ...at, path });
      this.makers.set(id, stubMaker(at.path, returns));
      // What gives itself is too deep to be unfolded here; it is made when it is called.
      if (isSilent || returns !== undefined) this.#unfolded.delete(id);
      else this.#unfolded.set(id, { shape, path: at.path });
    }
    return unmadeArbitrary(id, fastCheck().constant(null));
  }

  #unfold(): void {
    // Makers are named by where they stand in the types, so there are no more than those name.
    for (const [id, { shape, path }] of this.#unfolded) {
      this.#unfolded.delete(id);
      const returns = this.of(shape.returns, outermost(`${path}()`));
      if (returns !== undefined) this.makers.set(id, stubMaker(path, returns));
    }
  }

  #template(parts: readonly (string | Shape)[], at: At): Arbitrary | undefined {
    const fc = fastCheck();
    const arbitraries = parts.map((part, index) =>
      typeof part === "string"
        ? fc.constant(part)
        : this.of(part, { ...at, path: `${at.path}$${index}` }),
    );
    if (!arbitraries.every((part) => part !== undefined)) return undefined;
    return fc.tuple(...arbitraries).map((texts) => texts.map(String).join(""));
  }

  #unknown(name: string, { path }: At): undefined {
    this.blocked.set(path, `no values of \`${name}\` are known`);
    return undefined;
  }
}

// --- inside ---

/** Which of so many fixtures is taken; of fewer, the first ones come up more than once. */
const fixturesMax = 1_000;

type LeafKind =
  | "boolean"
  | "bigint"
  | "symbol"
  | "null"
  | "undefined"
  | "void"
  | "never"
  | "number"
  | "string"
  | "literal"
  | "weak"
  | "blocked"
  | "bytes"
  | "builtin";

function bigints(): Arbitrary {
  const fc = fastCheck();
  const edges = [0n, -1n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 64n, -(2n ** 63n)];
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.bigInt({ min: -100n, max: 100n }), weight: 6 },
    { arbitrary: fc.constantFrom(...edges), weight: 2 },
    { arbitrary: fc.bigInt(), weight: 2 },
  );
}

/** A new copy each time: the code may change what it is given. */
function literal(value: unknown): Arbitrary {
  const fc = fastCheck();
  if (typeof value !== "object" || value === null) return fc.constant(value);
  return fc.constant(null).map(() => decodeLiteral(encodeLiteral(value)));
}

function weakValues(): Arbitrary {
  const fc = fastCheck();
  const leaf = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: textArbitrary({ kind: "string" }), weight: 4 },
    { arbitrary: numberArbitrary({ kind: "number" }), weight: 4 },
    { arbitrary: fc.constantFrom(null, undefined, true, false), weight: 3 },
  );
  const fields = recordArbitrary({ key: { kind: "string" } }, () => leaf, 3) ?? leaf;
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: leaf, weight: 6 },
    { arbitrary: lists(leaf, { most: 4 }), weight: 2 },
    { arbitrary: fields, weight: 3 },
    { arbitrary: recordArbitrary({ key: { kind: "string" } }, () => fields, 2) ?? leaf, weight: 1 },
    { arbitrary: fc.oneof(bareObjects(), selfHolding()), weight: 1 },
  );
}

function allowsUndefined(shape: Shape): boolean {
  if (shape.kind === "union") return shape.of.some(allowsUndefined);
  return shape.kind === "undefined" || shape.kind === "weak";
}

/** One of these, and seldom what few callers pass. */
function oneOf(all: readonly (Arbitrary | undefined)[], seldom?: Arbitrary): Arbitrary | undefined {
  const fc = fastCheck();
  const possible = all.filter((option) => option !== undefined);
  const [only] = possible;
  if (seldom === undefined && possible.length < 2) return only;
  const usual = possible.map((arbitrary) => ({ arbitrary, weight: 4 }));
  const last = seldom === undefined ? [] : [{ arbitrary: seldom, weight: 1 }];
  return fc.oneof({ withCrossShrink: false }, ...usual, ...last);
}

function made(maker: string, of: Arbitrary | undefined): Arbitrary | undefined {
  return of === undefined ? undefined : unmadeArbitrary(maker, of);
}
