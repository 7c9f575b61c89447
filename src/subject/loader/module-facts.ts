import type { Node, Program } from "oxc-parser";
import type { Edit, ModuleRequest } from "./analysis.ts";
import { nodeEdits } from "./esm-edits.ts";
import type { ModuleEntries } from "./module-entries.ts";
import { walkModule } from "./module-walk.ts";
import type { NodePosition, Use } from "./walk-events.ts";

/** What one walk over a module finds out. */
export interface ModuleFacts {
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  readonly edits: readonly Edit[];
  readonly dynamic: readonly ModuleRequest[];
  readonly hasTopLevelAwait: boolean;
  readonly hasDynamicImport: boolean;
  /** `import.meta` is used for more than reading its standard fields. */
  readonly keepsMeta: boolean;
  readonly hasDirectEval: boolean;
  /** Functions whose result may depend on `this`. */
  readonly thisUsers: ReadonlySet<Node>;
  /** Functions that assign to a property of `this`. */
  readonly thisWriters: ReadonlySet<Node>;
}

/** Walks a module once and gathers all that its readers ask for. */
export function gatherFacts(
  program: Program,
  entries: ModuleEntries,
  context: { code: string; prefix: string; given: readonly string[] },
): ModuleFacts {
  const names = new Set([
    ...entries.imports.map(({ local }) => local),
    ...entries.declarations.keys(),
    ...context.given,
  ]);
  const uses = new Map<string, Use[]>();
  const edits: Edit[] = [];
  const dynamic: ModuleRequest[] = [];
  const thisUsers = new Set<Node>();
  const thisWriters = new Set<Node>();
  const flags = {
    hasTopLevelAwait: false,
    hasDynamicImport: false,
    keepsMeta: false,
    hasDirectEval: false,
  };
  walkModule(program, names, {
    use: (use) => {
      const known = uses.get(use.node.name);
      if (known === undefined) uses.set(use.node.name, [use]);
      else known.push(use);
    },
    enter: (node, place) => {
      edits.push(...nodeEdits(node, place, context));
      flags.hasTopLevelAwait ||= isTopLevelAwait(node, place);
      flags.hasDynamicImport ||= node.type === "ImportExpression";
      flags.keepsMeta ||= keepsMeta(node, place);
      const evaluates = isDirectEval(node);
      flags.hasDirectEval ||= evaluates;
      const request = dynamicRequest(node);
      if (request !== undefined) dynamic.push(request);
      const readsThis = node.type === "ThisExpression" || evaluates;
      if (readsThis && place.thisOwner !== undefined) thisUsers.add(place.thisOwner);
      if (writesThis(node) && place.thisOwner !== undefined) thisWriters.add(place.thisOwner);
    },
  });
  return { uses, edits, dynamic, thisUsers, thisWriters, ...flags };
}

/** The request of an `import()` with a literal specifier, or undefined. */
export function dynamicRequest(node: Node): ModuleRequest | undefined {
  if (node.type !== "ImportExpression") return undefined;
  const specifier = literalSpecifier(node.source);
  if (specifier === undefined) return undefined;
  return { specifier, type: typeAttribute(node.options), offset: node.start };
}

// --- inside ---

function literalSpecifier(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

/** The `"json"` of `{ with: { type: "json" } }`. */
function typeAttribute(options: Node | null): string | undefined {
  const value = propertyValue(propertyValue(options ?? undefined, "with"), "type");
  return value === undefined ? undefined : literalSpecifier(value);
}

function propertyValue(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== "ObjectExpression") return undefined;
  for (const property of node.properties) {
    if (property.type !== "Property" || property.computed) continue;
    const { key } = property;
    if ((key.type === "Identifier" ? key.name : literalSpecifier(key)) === name)
      return property.value;
  }
  return undefined;
}

function isTopLevelAwait(node: Node, place: NodePosition): boolean {
  if (place.functionDepth > 0) return false;
  return node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await);
}

const stableMetaFields = new Set(["url", "filename", "dirname", "resolve"]);

function keepsMeta(node: Node, place: NodePosition): boolean {
  if (node.type !== "MetaProperty" || node.meta.name !== "import") return false;
  const { parent } = place;
  if (parent.type !== "MemberExpression" || parent.computed) return true;
  return parent.property.type !== "Identifier" || !stableMetaFields.has(parent.property.name);
}

function isDirectEval(node: Node): boolean {
  return (
    node.type === "CallExpression" &&
    node.callee.type === "Identifier" &&
    node.callee.name === "eval"
  );
}

function writesThis(node: Node): boolean {
  let target: Node | undefined =
    node.type === "AssignmentExpression"
      ? node.left
      : node.type === "UpdateExpression"
        ? node.argument
        : undefined;
  while (target?.type === "MemberExpression") target = target.object;
  return target?.type === "ThisExpression";
}
