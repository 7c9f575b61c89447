import { parseSync, type Program } from "oxc-parser";
import { ownMark } from "../../world/function-text.ts";
import type { EsmAnalysis, ImportBinding, LocalExport, Site } from "./analysis.ts";
import { requiredSpecifier } from "./cjs-names.ts";
import { walkNodes } from "./declared-names.ts";
import { findProperties } from "./declared-properties.ts";
import { moduleStatementEdits } from "./esm-edits.ts";
import { type ModuleEntries, readEntries } from "./module-entries.ts";
import { gatherFacts, type ModuleFacts } from "./module-facts.ts";
import type { Use } from "./walk-events.ts";
import { isStateless } from "./stateless.ts";
import type { SourceFile } from "./source-file.ts";
import { strip, syntaxError } from "./strip.ts";

/**
 * Reads an ES module: what it takes and gives, and every place its text must change to become a
 * function.
 */
export function analyseEsm(input: SourceFile): EsmAnalysis {
  const { code } = strip(input, "no map");
  const { program, errors } = parseSync("module.js", code, {
    lang: "js",
    sourceType: "module",
    showSemanticErrors: true,
  });
  if (errors.length > 0) throw syntaxError(input, errors[0]?.message);
  const prefix = unusedPrefix(code);
  const entries = readEntries(program, `${prefix}default`);
  const offered = input.interop === undefined ? [] : commonJsOffer;
  const given = offered.filter((name) => !isTaken(name, entries));
  const facts = gatherFacts(program, entries, { code, prefix, given });
  const commonJsNames = given.filter((name) => facts.uses.has(name));
  return {
    format: "esm",
    code,
    prefix,
    edits: [...moduleStatementEdits(program, { code, prefix }), ...facts.edits],
    requests: entries.requests,
    imports: entries.imports.map((entry) => importBinding(entry, facts)),
    exports: entries.locals.map((entry) => localExport(entry, entries, facts)),
    indirect: entries.indirect,
    stars: entries.stars,
    dynamic: facts.dynamic,
    hasTopLevelAwait: facts.hasTopLevelAwait,
    isStateless: commonJsNames.every(isPlaceName) && isStateless(program, entries, facts),
    interop: input.interop,
    commonJsNames,
    requires: commonJsNames.includes("require") ? [...requiredBy(program)] : [],
    properties: findProperties(entries, facts.uses),
  };
}

/** A prefix for our own names that occurs nowhere in the code. */
export function unusedPrefix(code: string): string {
  let prefix = ownMark;
  while (code.includes(prefix)) prefix = `_${prefix}`;
  return prefix;
}

// --- inside ---

/** What Node gives to every CommonJS file. */
const commonJsOffer = ["require", "module", "exports", "__filename", "__dirname"];

function isTaken(name: string, { imports, declarations }: ModuleEntries): boolean {
  return declarations.has(name) || imports.some(({ local }) => local === name);
}

/** A name that says where a file is, and can change nothing. */
function isPlaceName(name: string): boolean {
  return name.startsWith("__");
}

function* requiredBy(program: Program): Generator<string> {
  for (const node of walkNodes(program)) {
    const specifier = requiredSpecifier(node);
    if (specifier !== undefined) yield specifier;
  }
}

function importBinding(entry: ModuleEntries["imports"][number], facts: ModuleFacts): ImportBinding {
  const uses = facts.uses.get(entry.local) ?? [];
  const isNamespace = entry.imported === "*";
  const calls = new Set<string>();
  const sites: Site[] = [];
  for (const use of uses) {
    const member = isNamespace ? plainMember(use) : undefined;
    if (member !== undefined) {
      if (use.how === "receiver") calls.add(member);
    } else if (use.how !== "write") {
      const { start, end } = use.node;
      const role = use.how === "call" || use.how === "shorthand" ? use.how : "read";
      sites.push({ start, end, role, startsStatement: use.startsStatement });
    }
  }
  const isAssigned = facts.hasDirectEval || uses.some(({ how }) => how === "write");
  return { ...entry, sites, isAssigned, calls: [...calls] };
}

/** The name in `ns.name`, or undefined when the namespace is used in any other way. */
function plainMember({ parent, node, how }: Use): string | undefined {
  if (how !== "read" && how !== "receiver") return undefined;
  if (parent.type !== "MemberExpression" || parent.object.start !== node.start) return undefined;
  if (parent.computed || parent.property.type !== "Identifier") return undefined;
  return parent.property.name;
}

function localExport(
  entry: { name: string; local: string },
  entries: ModuleEntries,
  facts: ModuleFacts,
): LocalExport {
  const declaration = entries.declarations.get(entry.local);
  const writes = (facts.uses.get(entry.local) ?? []).filter(({ how }) => how === "write");
  const kind = declaration?.kind ?? "var";
  const isFixed = kind === "const" || (writes.length === 0 && !facts.hasDirectEval);
  const changesLater = facts.hasDirectEval || writes.some(({ functionDepth }) => functionDepth > 0);
  const stability =
    kind === "function" && isFixed
      ? "hoisted"
      : kind !== "const" && changesLater
        ? "live"
        : "constant";
  const value = declaration?.value;
  const ignoresThis =
    isFixed &&
    (value?.type === "ArrowFunctionExpression" ||
      value?.type === "ClassDeclaration" ||
      (value?.type === "FunctionDeclaration" && !facts.thisUsers.has(value)));
  return { ...entry, stability, ignoresThis };
}
