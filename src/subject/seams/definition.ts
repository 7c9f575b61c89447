import type { Class, Node } from "oxc-parser";

/** A place in a file that a seam can name. */
export interface Definition {
  /** What comes after the `#`, in parts: `["Gateway", "#secret"]`. */
  readonly path: readonly string[];
  /** A function, or an expression whose value is to be one. */
  readonly node: Node;
  /** The node that a method or function begins with. */
  readonly holder: Node;
  /** The class that a method is of. */
  readonly owner: Class | undefined;
  /** How far from plainly this name it is: nearer ones win. */
  readonly rank: number;
  /** It is the whole expression of an `export default`. */
  readonly isDefault: boolean;
}

/** A name that stands for another one of the same file. */
export interface Alias {
  readonly path: readonly string[];
  /** What it may stand for, the innermost scope first. */
  readonly targets: readonly (readonly string[])[];
}

/** All that a file defines under a name. */
export interface Definitions {
  readonly found: readonly Definition[];
  readonly aliases: readonly Alias[];
}

/**
 * The definitions that a name means; several when the file defines it more than once, as a class
 * may with a static method and another one. A function is preferred to a value.
 */
export function lookUp(definitions: Definitions, path: readonly string[]): readonly Definition[] {
  // Names that lead to names may branch and run in circles: each is looked at once.
  const seen = new Map([[path.join("."), path]]);
  for (const candidate of seen.values()) {
    const found = definedAs(definitions, candidate);
    if (found.length > 0) return found;
    if (candidate.length > path.length + aliasGrowthMax) continue;
    for (const next of throughAlias(definitions, candidate)) {
      if (seen.size < candidatesMax) seen.set(next.join("."), next);
    }
  }
  return [];
}

/** The names a file offers, in the order in which they stand in it. */
export function definedNames({ found, aliases }: Definitions): string[] {
  const names = found
    .toSorted((a, b) => a.rank - b.rank || a.node.start - b.node.start)
    .map(({ path }) => path.join("."));
  return [...new Set([...names, ...aliases.map(({ path }) => path.join("."))])];
}

// --- inside ---

const aliasGrowthMax = 2; // an alias may lead this much deeper
const candidatesMax = 200;

function definedAs({ found }: Definitions, path: readonly string[]): Definition[] {
  const name = path.join(".");
  const named = found.filter((definition) => definition.path.join(".") === name);
  const functions = named.filter(({ node }) => isFunctionType(node));
  const preferred = functions.length > 0 ? functions : named;
  const rank = Math.min(...preferred.map((definition) => definition.rank));
  const nodes = new Set<Node>();
  return preferred.filter((definition) => {
    if (definition.rank !== rank || nodes.has(definition.node)) return false;
    nodes.add(definition.node);
    return true;
  });
}

function isFunctionType({ type }: Node): boolean {
  return (
    type === "FunctionDeclaration" ||
    type === "FunctionExpression" ||
    type === "ArrowFunctionExpression"
  );
}

function throughAlias({ aliases }: Definitions, path: readonly string[]): (readonly string[])[] {
  return aliases
    .filter((alias) => alias.path.every((part, index) => path[index] === part))
    .flatMap(({ path: from, targets }) =>
      targets
        .filter((target) => target.join(".") !== from.join("."))
        .map((target) => [...target, ...path.slice(from.length)]),
    );
}
