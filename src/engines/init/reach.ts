import type { Node } from "oxc-parser";
import { findSeams, type FoundSeam } from "../../subject/found-seams/index.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";

/** What a file reaches. */
export interface Reach {
  readonly seams: readonly FoundSeam[];
  readonly words: readonly string[];
  readonly imports: ReadonlySet<string>;
}

/** What a file reaches by itself and by what it imports from the project. */
export function reachOf(start: SourceModule, source: ProjectSource): Reach {
  const seen = new Set([start.shown]);
  const pending = [start];
  const seams: FoundSeam[] = [];
  const words: string[] = [];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const module = next;
    seams.push(...findSeams(source, next.file).map((seam) => atBoundary(seam, module)));
    words.push(...wordsOf(next));
    for (const specifier of specifiersOf(next)) {
      const found = source.imported(specifier, next);
      if (found === undefined || seen.has(found.shown) || seen.size > importsMax) continue;
      if (found.shown.startsWith("..") || found.shown.includes("node_modules/")) continue;
      seen.add(found.shown);
      pending.push(found);
    }
  }
  seen.delete(start.shown);
  return { seams, words: [...new Set(words)], imports: seen };
}

// --- inside ---

/** How many files an import leads to at most. */
const importsMax = 200;

/**
 * A fault on a function strikes where others call it. Within a file it would break agreements that
 * nobody but the author knows of: a helper that is given a promise and never looks at it.
 */
function atBoundary(found: FoundSeam, { exports }: SourceModule): FoundSeam {
  const { seam } = found;
  const [owner = "", ...members] = found.function.split(".");
  const isPublic = exports.has(owner) && members.every((member) => !/^[#_]/u.test(member));
  if (seam === undefined || isPublic) return found;
  const faults = found.faults.filter(({ code }) => !code.includes(JSON.stringify(seam)));
  return { ...found, faults };
}

function specifiersOf({ locals, exports }: SourceModule): readonly string[] {
  const imported = [...locals.values()].flatMap((local) =>
    local.kind === "import" ? [local.specifier] : [],
  );
  const passedOn = [...exports.values()].flatMap((one) =>
    one.kind === "from" ? [one.specifier] : [],
  );
  return [...new Set([...imported, ...passedOn])];
}

/** Short texts of the tables and lists that a file begins with. */
function wordsOf({ program }: SourceModule): readonly string[] {
  const words: string[] = [];
  const look = (node: Node | null | undefined): void => {
    switch (node?.type) {
      case "Literal":
        if (typeof node.value === "string" && /^[A-Za-z][\w-]{0,15}$/u.test(node.value)) {
          words.push(node.value);
        }
        return;
      case "ArrayExpression":
        for (const element of node.elements) look(element);
        return;
      case "NewExpression":
        if (node.callee.type === "Identifier" && /^(?:Map|Set)$/u.test(node.callee.name)) {
          for (const argument of node.arguments) look(argument);
        }
        return;
      default:
    }
  };
  for (const statement of program.body) {
    const declared =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { init } of declared.declarations) if (init?.type !== "Literal") look(init);
  }
  return words;
}
