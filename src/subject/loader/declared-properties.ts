import type { Node } from "oxc-parser";
import type { PropertySite } from "./analysis.ts";
import type { ModuleEntries } from "./module-entries.ts";
import type { Use } from "./walk-events.ts";

/** The package whose functions these are. */
export const ownPackage = "gauntlet";

/**
 * Finds calls such as `sometimes(x, "a retry succeeds")`, so that one that never runs is still
 * known.
 */
export function findProperties(
  entries: ModuleEntries,
  uses: ReadonlyMap<string, readonly Use[]>,
): PropertySite[] {
  const found: PropertySite[] = [];
  for (const { local, request, imported } of entries.imports) {
    if (entries.requests[request]?.specifier !== ownPackage) continue;
    for (const use of uses.get(local) ?? []) {
      const property = imported === "*" ? fromMember(use) : fromCall(use, imported);
      if (property !== undefined) found.push(property);
    }
  }
  return found.toSorted((a, b) => a.offset - b.offset);
}

// --- inside ---

/** Which argument carries the name. */
const nameArguments: Readonly<Record<PropertySite["kind"], number>> = {
  always: 1,
  sometimes: 1,
  eventually: 1,
  reachable: 0,
  unreachable: 0,
};

function fromMember(use: Use): PropertySite | undefined {
  const { parent, grandparent } = use;
  if (use.how !== "receiver" || parent.type !== "MemberExpression" || parent.computed)
    return undefined;
  if (parent.property.type !== "Identifier") return undefined;
  return fromNode(grandparent, parent.property.name);
}

function fromCall(use: Use, imported: string): PropertySite | undefined {
  return use.how === "call" ? fromNode(use.parent, imported) : undefined;
}

function fromNode(node: Node | undefined, imported: string): PropertySite | undefined {
  if (node?.type !== "CallExpression" || !isKind(imported)) return undefined;
  const argument = node.arguments[nameArguments[imported]];
  const name = argument === undefined ? undefined : literalText(argument);
  return name === undefined ? undefined : { kind: imported, name, offset: node.start };
}

function isKind(name: string): name is PropertySite["kind"] {
  return Object.hasOwn(nameArguments, name);
}

function literalText(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
