import type { Node } from "oxc-parser";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import { writtenText } from "./decorators.ts";
import type { BodyField } from "./starter-service.ts";

/** The fields of a body by its type: a class, an interface, or a type that is written there. */
export function fieldsOfType(
  type: Node | undefined,
  module: SourceModule,
  source: ProjectSource,
): readonly BodyField[] {
  const fields = new Map<string, BodyField>();
  collect(type, { module, source, fields, depth: 0 });
  return [...fields.values()].slice(0, fieldsMax);
}

/** A field by its name and type. */
export function fieldOfType(name: string, type: Node | undefined): BodyField | undefined {
  const choices = choicesOf(type);
  if (choices !== undefined) return { name, type: "string", choices };
  if (type?.type === "TSArrayType") {
    return type.elementType.type === "TSStringKeyword" ? { name, type: "strings" } : undefined;
  }
  const word = words.get(type?.type ?? "");
  return word === undefined ? undefined : { name, type: word };
}

/** The type that is written after a name or a pattern. */
export function typeAfter(node: Node): Node | undefined {
  if (node.type === "AssignmentPattern") return typeAfter(node.left);
  const isTyped =
    node.type === "Identifier" ||
    node.type === "ObjectPattern" ||
    node.type === "PropertyDefinition" ||
    node.type === "TSPropertySignature";
  return isTyped ? (node.typeAnnotation?.typeAnnotation ?? undefined) : undefined;
}

// --- inside ---

const fieldsMax = 12;
/** How far types are followed: a type that extends itself has no end. */
const depthMax = 5;

const words: ReadonlyMap<string, BodyField["type"]> = new Map([
  ["TSNumberKeyword", "number"],
  ["TSStringKeyword", "string"],
  ["TSBooleanKeyword", "boolean"],
]);

interface Search {
  readonly module: SourceModule;
  readonly source: ProjectSource;
  readonly fields: Map<string, BodyField>;
  readonly depth: number;
}

/** `Dto`, `Partial<Dto>`, `{ cents: number }`, `PartialType(Dto)` and what they extend. */
function collect(node: Node | null | undefined, search: Search): void {
  switch (node?.type) {
    case "TSTypeReference":
      collect(node.typeName, search);
      for (const inner of node.typeArguments?.params ?? []) collect(inner, search);
      return;
    case "TSIntersectionType":
      for (const inner of node.types) collect(inner, search);
      return;
    case "CallExpression":
      for (const argument of node.arguments) collect(argument, search);
      return;
    case "Identifier":
      collectNamed(node.name, search);
      return;
    case "TSTypeLiteral":
      for (const member of node.members) collectMember(member, search);
      return;
    case "TSTypeAliasDeclaration":
      collect(node.typeAnnotation, search);
      return;
    case "TSInterfaceDeclaration":
      for (const { expression } of node.extends) collect(expression, search);
      for (const member of node.body.body) collectMember(member, search);
      return;
    case "ClassDeclaration":
    case "ClassExpression":
      collect(node.superClass, search);
      for (const member of node.body.body) collectMember(member, search);
      return;
    default:
  }
}

function collectMember(member: Node, { fields }: Search): void {
  if (member.type !== "PropertyDefinition" && member.type !== "TSPropertySignature") return;
  if (member.computed || member.key.type !== "Identifier") return;
  if (member.type === "PropertyDefinition" && member.static) return;
  const field = fieldOfType(member.key.name, typeAfter(member));
  if (field !== undefined) fields.set(field.name, field);
}

function collectNamed(name: string, search: Search): void {
  if (search.depth >= depthMax) return;
  const { module, source } = search;
  const local = module.locals.get(name);
  const next = { ...search, depth: search.depth + 1 };
  if (local?.kind === "class" || local?.kind === "type") return collect(local.node, next);
  if (local?.kind !== "import") return;
  const other = source.imported(local.specifier, module);
  if (other === undefined) return;
  const exported = other.exports.get(local.name);
  if (exported?.kind === "from") return;
  // An interface is no value, so it is not among the exports.
  collectNamed(exported?.kind === "local" ? exported.name : local.name, { ...next, module: other });
}

/** The texts of `"open" | "paid"`. */
function choicesOf(type: Node | undefined): readonly string[] | undefined {
  if (type?.type !== "TSUnionType") return undefined;
  const texts = type.types.map((one) =>
    one.type === "TSLiteralType" ? writtenText(one.literal) : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts : undefined;
}
