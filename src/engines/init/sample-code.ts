import { literalCode, textCode } from "../../kernel/values/literal-code.ts";
import type {
  ExportReference,
  InstanceShape,
  ParamPlan,
  Shape,
} from "../../kernel/values/shape.ts";
import type { DrawContext } from "./draw-code.ts";

/** What a sample is written with. */
export interface SampleContext extends DrawContext {
  /** What the test is about; files are named for it. */
  readonly stem: string;
  /** Gives the local name of an export, and has it imported. */
  readonly imported: (place: ExportReference) => string;
}

/** One value of a shape as code, to make an instance with; undefined where none can be written. */
export function sampleCode(
  shape: Shape,
  name: string,
  context: SampleContext,
  depth = 0,
): string | undefined {
  if (depth > depthMax) return undefined;
  const within = (part: Shape, label = name): string | undefined =>
    sampleCode(part, label, context, depth + 1);
  switch (shape.kind) {
    case "string":
      return textSample(name, context);
    case "number":
      return String(Math.min(Math.max(100, shape.min ?? 100), shape.max ?? 100));
    case "literal":
      return literalCode(shape.value);
    case "union":
      return shape.of.map((part) => within(part)).find((code) => code !== undefined);
    case "array":
      return "[]";
    case "set":
      return "new Set()";
    case "map":
      return "new Map()";
    case "record":
      return "{}";
    case "promise": {
      const held = within(shape.of);
      return held === undefined ? undefined : `Promise.resolve(${held})`;
    }
    case "object":
      return objectSample(shape.fields, within);
    case "function":
      return functionSample(shape.returns, within);
    case "instance":
      return instanceCode(shape, context, depth);
    case "ref": {
      const found = context.definitions[shape.name];
      return found === undefined ? undefined : within(found);
    }
    case "schema":
      return within(shape.or);
    default:
      return plainSample(shape);
  }
}

/** The expression that makes an instance, without the `await` that an async factory needs. */
export function instanceCode(
  { from, how, params }: InstanceShape,
  context: SampleContext,
  depth = 0,
): string | undefined {
  const args: string[] = [];
  for (const param of required(params)) {
    const code = sampleCode(param.shape, param.name, context, depth + 1);
    if (code === undefined) return undefined;
    args.push(code);
  }
  const callee = context.imported(from);
  return `${how === "constructor" ? "new " : ""}${callee}(${args.join(", ")})`;
}

/** The parameters that a call cannot do without. */
export function required(params: readonly ParamPlan[]): readonly ParamPlan[] {
  return params.filter(({ isOptional, isRest }) => !isOptional && !isRest);
}

// --- inside ---

const depthMax = 4;

function textSample(name: string, { stem, words }: SampleContext): string {
  if (/(?:dir|folder|root|directory)$/iu.test(name)) return textCode("data");
  if (/(?:path|file|filename)$/iu.test(name)) return textCode(`${stem}.data`);
  if (/(?:url|uri|href|endpoint|host)$/iu.test(name)) return textCode(`https://${stem}.example`);
  return textCode(words[0] ?? "a");
}

function objectSample(
  fields: readonly {
    readonly key: string;
    readonly shape: Shape;
    readonly isOptional: boolean;
  }[],
  within: (part: Shape, label?: string) => string | undefined,
): string | undefined {
  const codes: string[] = [];
  for (const { key, shape } of fields.filter(({ isOptional }) => !isOptional)) {
    const code = within(shape, key);
    if (code === undefined) return undefined;
    codes.push(`${/^[A-Za-z_$][\w$]*$/u.test(key) ? key : textCode(key)}: ${code}`);
  }
  return codes.length === 0 ? "{}" : `{ ${codes.join(", ")} }`;
}

function functionSample(
  returns: Shape,
  within: (part: Shape) => string | undefined,
): string | undefined {
  const isAsync = returns.kind === "promise";
  const held = within(isAsync ? returns.of : returns);
  if (held === undefined) return undefined;
  const body = held === "undefined" ? "{}" : held.startsWith("{") ? `(${held})` : held;
  return `${isAsync ? "async " : ""}() => ${body}`;
}

function plainSample(shape: Shape): string | undefined {
  switch (shape.kind) {
    case "boolean":
      return "false";
    case "bigint":
      return "100n";
    case "null":
      return "null";
    case "undefined":
    case "void":
    case "weak":
      return "undefined";
    case "bytes":
      return shape.type === "Buffer" ? "Buffer.alloc(8)" : "new Uint8Array(8)";
    case "builtin":
      return builtins[shape.name];
    default:
      return undefined;
  }
}

const builtins: Readonly<Record<string, string>> = {
  Date: "new Date(0)",
  URL: 'new URL("https://service.example/")',
  AbortSignal: "new AbortController().signal",
  AbortController: "new AbortController()",
  RegExp: "/a/u",
};
