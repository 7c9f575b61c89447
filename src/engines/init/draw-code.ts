import { literalCode, textCode } from "../../kernel/values/literal-code.ts";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ObjectShape, ParamPlan, Shape } from "../../kernel/values/shape.ts";

/** What values are written with: names to choose by, definitions to look up. */
export interface DrawContext {
  readonly definitions: Readonly<Record<string, Shape>>;
  /** Texts that the project's own data has. */
  readonly words: readonly string[];
}

/** The arbitrary for a parameter as code; undefined where none can be written. */
export function drawCode(
  param: ParamPlan,
  at: number,
  { examples, definitions }: Pick<CallPlan, "examples" | "definitions">,
  words: readonly string[],
): string | undefined {
  const made = arbitrary(param.shape, param.name, { definitions, words });
  const seen = [...new Set(examples.flatMap(({ args }) => exampleAt(args, at)))].slice(0, 4);
  if (seen.length === 0) return made;
  const known = `fc.constantFrom(${seen.join(", ")})`;
  // Of texts and objects the ones that somebody wrote mean something; of numbers any does.
  return made !== undefined && param.shape.kind === "number"
    ? `fc.oneof(${known}, ${made})`
    : known;
}

/** The keys that calls share, so that they meet: those of the project's data, and a new one. */
export function keysOf(words: readonly string[]): readonly string[] {
  return [...new Set([...words.slice(0, 2), "a", "b"])].slice(0, 3);
}

// --- inside ---

const depthMax = 6;

function exampleAt(args: CallPlan["examples"][number]["args"], at: number): readonly string[] {
  const value = args[at];
  if (value === undefined) return [];
  const code = literalCode(value);
  return code.length <= 80 ? [code] : [];
}

function arbitrary(
  shape: Shape,
  name: string,
  context: DrawContext,
  depth = 0,
): string | undefined {
  if (depth > depthMax) return undefined;
  const within = (part: Shape, label = name): string | undefined =>
    arbitrary(part, label, context, depth + 1);
  switch (shape.kind) {
    case "string":
      return textArbitrary(shape, name, context);
    case "number":
      return numberArbitrary(shape, name);
    case "union":
      return unionArbitrary(shape.of, within);
    case "array":
      return wrapped(within(shape.of), (of) => `fc.array(${of}, { maxLength: 4 })`);
    case "set":
      return wrapped(within(shape.of), (of) => `fc.uniqueArray(${of}).map((all) => new Set(all))`);
    case "map":
      return wrapped(pairOf(shape, within), (of) => `fc.array(${of}).map((all) => new Map(all))`);
    case "record":
      return wrapped(pairOf(shape, within), (of) => `fc.array(${of}).map(Object.fromEntries)`);
    case "tuple":
      return listed(
        shape.items.map((item) => within(item.shape)),
        (of) => `fc.tuple(${of})`,
      );
    case "object":
      return objectArbitrary(shape, within);
    case "ref":
      return wrapped(context.definitions[shape.name], (found) => within(found));
    case "schema":
      return within(shape.or);
    default:
      return plainArbitrary(shape);
  }
}

type Within = (part: Shape, label?: string) => string | undefined;

function wrapped<T, R>(value: T | undefined, wrap: (value: T) => R): R | undefined {
  return value === undefined ? undefined : wrap(value);
}

function listed(
  parts: readonly (string | undefined)[],
  wrap: (joined: string) => string,
): string | undefined {
  const whole = parts.filter((part) => part !== undefined);
  return whole.length === parts.length ? wrap(whole.join(", ")) : undefined;
}

function pairOf(
  { key, value }: { readonly key: Shape; readonly value: Shape },
  within: Within,
): string | undefined {
  return listed([within(key, "key"), within(value)], (of) => `fc.tuple(${of})`);
}

function plainArbitrary(shape: Shape): string | undefined {
  switch (shape.kind) {
    case "boolean":
      return "fc.boolean()";
    case "bigint":
      return "fc.bigInt({ min: 0n, max: 100n })";
    case "null":
      return "fc.constant(null)";
    case "undefined":
      return "fc.constant(undefined)";
    case "literal":
      return `fc.constant(${literalCode(shape.value)})`;
    case "bytes": {
      const bytes = "fc.uint8Array({ minLength: 1, maxLength: 64 })";
      if (shape.type === "Uint8Array") return bytes;
      return shape.type === "Buffer" ? `${bytes}.map((all) => Buffer.from(all))` : undefined;
    }
    case "builtin":
      return shape.name === "Date" ? "fc.date({ noInvalidDate: true })" : undefined;
    case "weak":
      return "fc.jsonValue({ maxDepth: 1 })";
    default:
      return undefined;
  }
}

function unionArbitrary(parts: readonly Shape[], within: Within): string | undefined {
  const literals = parts.flatMap((part) => (part.kind === "literal" ? [part.value] : []));
  if (literals.length === parts.length) {
    return `fc.constantFrom(${literals.map(literalCode).join(", ")})`;
  }
  const codes = parts.flatMap((part) => within(part) ?? []);
  return codes.length < 2 ? codes[0] : `fc.oneof(${codes.join(", ")})`;
}

function objectArbitrary({ fields, rest }: ObjectShape, within: Within): string | undefined {
  if (fields.length === 0 && rest !== undefined) return undefined;
  const needed = fields.filter(({ isOptional }) => !isOptional);
  const codes = needed.map(({ key, shape }) =>
    wrapped(within(shape, key), (code) => `${keyCode(key)}: ${code}`),
  );
  // Without the option it would make objects that have no prototype, as no program does.
  return listed(codes, (of) =>
    of === "" ? "fc.constant({})" : `fc.record({ ${of} }, { noNullPrototype: true })`,
  );
}

function keyCode(key: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(key) ? key : textCode(key);
}

const keyName = /^(?:id|key|name|user|account|owner|order|sku|slug|topic|channel|\w+(?:Id|Key))$/iu;

function textArbitrary(
  { format, pattern, lengthMax }: Extract<Shape, { kind: "string" }>,
  name: string,
  { words }: DrawContext,
): string {
  if (pattern !== undefined) return `fc.stringMatching(new RegExp(${textCode(pattern)}, "u"))`;
  if (format === "uuid") return "fc.uuid()";
  if (format === "email" || /(?:email|address|recipient)$/iu.test(name)) {
    return 'fc.constantFrom("ada@mail.example", "ben@mail.example")';
  }
  if (/(?:url|uri|href|endpoint)$/iu.test(name)) return 'fc.constant("https://service.example/")';
  if (keyName.test(name)) return `fc.constantFrom(${keysOf(words).map(textCode).join(", ")})`;
  return `fc.string({ maxLength: ${Math.min(lengthMax ?? 20, 20)} })`;
}

function numberArbitrary({ min, max }: Extract<Shape, { kind: "number" }>, name: string): string {
  const isTime = /(?:ms|millis|seconds|timeout|delay)$/iu.test(name);
  const low = Math.ceil(min ?? 1);
  const high = Math.max(low, Math.floor(max ?? (isTime ? 1_000 : 100)));
  return `fc.integer({ min: ${low}, max: ${high} })`;
}
