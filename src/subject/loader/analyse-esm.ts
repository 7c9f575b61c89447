import { type Node, parseSync, type Program } from "oxc-parser";
import type { Edit, EsmAnalysis, ImportBinding, LocalExport, ModuleRequest, Site } from "./analysis.ts";
import { findProperties } from "./declared-properties.ts";
import { moduleStatementEdits, nodeEdits } from "./esm-edits.ts";
import { LoadError } from "./load-error.ts";
import { type ModuleEntries, readEntries } from "./module-entries.ts";
import { type Place, type Use, walkModule } from "./module-walk.ts";
import { isStateless } from "./stateless.ts";
import { type SourceFile, strip, syntaxError } from "./strip.ts";

/** Reads an ES module: what it takes and gives, and every place its text must change to become a function. */
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
  const facts = gatherFacts(program, entries, { code, prefix });
  if (facts.unsupported !== undefined) throw unsupportedDecorator(input);
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
    isStateless: isStateless(program, entries, facts),
    properties: findProperties(entries, facts.uses),
  };
}

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
  /** A node that no supported Node can run and nothing here lowers. */
  readonly unsupported: Node | undefined;
}

/** A literal `import("…")` becomes a request, so that its target can be prepared beforehand. */
export function literalSpecifier(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

/** A prefix for our own names that occurs nowhere in the code. */
export function unusedPrefix(code: string): string {
  let prefix = "__g_";
  while (code.includes(prefix)) prefix = `_${prefix}`;
  return prefix;
}

/** The request of an `import()` with a literal specifier, or undefined. */
export function dynamicRequest(node: Node): ModuleRequest | undefined {
  if (node.type !== "ImportExpression") return undefined;
  const specifier = literalSpecifier(node.source);
  if (specifier === undefined) return undefined;
  const isJson = node.options !== null && specifier.endsWith(".json");
  return { specifier, type: isJson ? "json" : undefined, offset: node.start };
}

// --- inside ---

function gatherFacts(
  program: Program,
  entries: ModuleEntries,
  context: { code: string; prefix: string },
): ModuleFacts {
  const names = new Set([...entries.imports.map(({ local }) => local), ...entries.declarations.keys()]);
  const uses = new Map<string, Use[]>();
  const edits: Edit[] = [];
  const dynamic: ModuleRequest[] = [];
  const thisUsers = new Set<Node>();
  const thisWriters = new Set<Node>();
  const flags = { hasTopLevelAwait: false, hasDynamicImport: false, keepsMeta: false, hasDirectEval: false };
  let unsupported: Node | undefined;
  walkModule(program, names, {
    use: (use) => {
      const known = uses.get(use.node.name);
      if (known === undefined) uses.set(use.node.name, [use]);
      else known.push(use);
    },
    enter: (node, place) => {
      edits.push(...nodeEdits(node, place, context));
      if (node.type === "Decorator" || node.type === "AccessorProperty") unsupported ??= node;
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
  return { uses, edits, dynamic, thisUsers, thisWriters, unsupported, ...flags };
}

function isTopLevelAwait(node: Node, place: Place): boolean {
  if (place.functionDepth > 0) return false;
  return node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await);
}

const stableMetaFields = new Set(["url", "filename", "dirname", "resolve"]);

function keepsMeta(node: Node, place: Place): boolean {
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

function importBinding(
  entry: ModuleEntries["imports"][number],
  facts: ModuleFacts,
): ImportBinding {
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
  return { ...entry, sites, calls: [...calls] };
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

function unsupportedDecorator(input: SourceFile): LoadError {
  const offset = Math.max(0, input.source.search(/@[\w$(]|\baccessor\s/));
  return new LoadError({
    code: "UNSUPPORTED_SYNTAX",
    what: "standard decorators and `accessor` fields cannot be loaded yet",
    file: input.file,
    at: { source: input.source, offset },
    help: "set `experimentalDecorators` in tsconfig.json if the code is written for it, or load the compiled JavaScript",
  });
}
