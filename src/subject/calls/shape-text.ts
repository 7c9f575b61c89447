import { decodeLiteral, literalText } from "../../kernel/values/literal.ts";
import type { Shape } from "../../kernel/values/shape.ts";

/** A shape as a reader of the types would say it, in few words: `number | null`. */
export function shapeText(shape: Shape): string {
  return text(shape, 0);
}

/** What a value is, in words: `a string`, `null`, `a Date`. */
export function valueKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "object") {
    if (Array.isArray(value)) return "an array";
    const name = className(value);
    return name === "Object" ? "an object" : `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
  }
  return `a ${typeof value}`;
}

/** The expression that texts of a template literal type match. */
export function templateExpression(parts: readonly (string | Shape)[]): RegExp {
  const source = parts.map((part) => (typeof part === "string" ? escaped(part) : within(part)));
  return new RegExp(`^${source.join("")}$`);
}

// --- inside ---

const depthMax = 3;
const optionsMax = 6;

function text(shape: Shape, depth: number): string {
  if (depth > depthMax) return "…";
  switch (shape.kind) {
    case "literal":
      return literalText(decodeLiteral(shape.value));
    case "template":
      return `\`${shape.parts.map((part) => partText(part, depth)).join("")}\``;
    case "union":
      return unionText(shape.of, depth);
    case "array":
      return listText(shape.of, depth);
    case "tuple":
      return `[${shape.items.map((item) => text(item.shape, depth + 1)).join(", ")}]`;
    case "object":
      return shape.name ?? fieldsText(shape.fields.map(({ key }) => key));
    case "record":
      return `Record<${text(shape.key, depth + 1)}, ${text(shape.value, depth + 1)}>`;
    case "map":
      return `Map<${text(shape.key, depth + 1)}, ${text(shape.value, depth + 1)}>`;
    case "set":
      return `Set<${text(shape.of, depth + 1)}>`;
    case "promise":
      return `Promise<${text(shape.of, depth + 1)}>`;
    case "iterable":
      return `${shape.isAsync ? "AsyncIterable" : "Iterable"}<${text(shape.of, depth + 1)}>`;
    case "bytes":
      return shape.type;
    case "function":
      return "a function";
    case "builtin":
    case "instance":
    case "ref":
      return shape.name;
    case "schema":
      return text(shape.or, depth);
    case "weak":
    case "blocked":
      return "unknown";
    case "number":
      return numberText(shape);
    default:
      return shape.kind;
  }
}

function partText(part: string | Shape, depth: number): string {
  return typeof part === "string" ? part : `\${${text(part, depth + 1)}}`;
}

function unionText(of: readonly Shape[], depth: number): string {
  const shown = [...new Set(of.map((option) => text(option, depth + 1)))];
  const more = shown.length - optionsMax;
  const first = shown.slice(0, optionsMax).join(" | ");
  return more > 0 ? `${first} | …` : first;
}

function listText(of: Shape, depth: number): string {
  const item = text(of, depth + 1);
  return / \| /.test(item) ? `(${item})[]` : `${item}[]`;
}

function fieldsText(keys: readonly string[]): string {
  const more = keys.length > optionsMax ? ", …" : "";
  return `{${keys.slice(0, optionsMax).join(", ")}${more}}`;
}

function numberText({ isInteger, min, max }: Extract<Shape, { kind: "number" }>): string {
  const base = isInteger === true ? "a whole number" : "number";
  if (min === undefined && max === undefined) return base;
  return `${base} from ${String(min ?? "any")} to ${String(max ?? "any")}`;
}

function className(value: object): string {
  try {
    const maker: unknown = Reflect.get(value, "constructor");
    return typeof maker === "function" && maker.name !== "" ? maker.name : "Object";
  } catch {
    return "Object";
  }
}

function within(shape: Shape): string {
  switch (shape.kind) {
    case "number":
      return "-?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Infinity)|NaN".replace(/^(.*)$/, "(?:$1)");
    case "boolean":
      return "(?:true|false)";
    case "bigint":
      return "-?\\d+";
    case "literal":
      return escaped(String(decodeLiteral(shape.value)));
    case "union":
      return `(?:${shape.of.map(within).join("|")})`;
    default:
      return "[\\s\\S]*";
  }
}

function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (character) =>
    character === "-" ? "-" : `\\${character}`,
  );
}
