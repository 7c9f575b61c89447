import path from "node:path";
import type { Node } from "oxc-parser";
import type { CallTarget } from "../../kernel/call-plan.ts";
import { findSeams, type FoundSeam } from "../../subject/found-seams/index.ts";
import { analyseProject, type FileTargets } from "../../subject/plans/index.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import { needsTypes, settleFaults } from "./settle-faults.ts";
import type { StarterSubject } from "./starter-subject.ts";

/**
 * What of a project leaves the process, and how it is called: by its classes and by the functions
 * of its files. Read off sources and types; nothing is run.
 */
export async function findStarters(
  projectRoot: string,
  files: readonly string[],
): Promise<readonly StarterSubject[]> {
  const source = new ProjectSource(projectRoot);
  const reached = new Map<string, Reach>();
  for (const file of files) {
    const module = source.module(file);
    if (module === undefined) continue;
    const reach = reachOf(module, source);
    if (reach.seams.length > 0) reached.set(module.shown, reach);
  }
  if (reached.size === 0) return [];
  const wanted = outermost(reached).slice(0, filesMax);
  const seams = wanted.flatMap((file) => reached.get(file)?.seams ?? []);
  const asked = seams.filter(needsTypes).map(({ file }) => file);
  const all = [...new Set([...wanted, ...asked])];
  const { files: analysed } = await analyseProject({ projectRoot, files: all });
  return analysed.flatMap((found) => {
    const reach = wanted.includes(found.module) ? reached.get(found.module) : undefined;
    if (reach === undefined) return [];
    return subjectsOf(found, { ...reach, seams: settleFaults(reach.seams, analysed) });
  });
}

// --- inside ---

/** More files than this and nobody reads the tests; the others are found by a scan. */
const filesMax = 8;
/** How many files an import leads to at most. */
const importsMax = 200;

interface Reach {
  readonly seams: readonly FoundSeam[];
  readonly words: readonly string[];
  readonly imports: ReadonlySet<string>;
}

/** What a file reaches by itself and by what it imports from the project. */
function reachOf(start: SourceModule, source: ProjectSource): Reach {
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

/** Files that others do not import come first: they are what the project is about. */
function outermost(reached: ReadonlyMap<string, Reach>): readonly string[] {
  const inner = new Set([...reached.values()].flatMap(({ imports }) => [...imports]));
  const all = [...reached.keys()].toSorted();
  return [...all.filter((file) => !inner.has(file)), ...all.filter((file) => inner.has(file))];
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

function subjectsOf(found: FileTargets, { seams, words }: Reach): readonly StarterSubject[] {
  const { module, states = {} } = found;
  const callable = found.targets.filter(({ blocked }) => blocked === undefined);
  const classes = new Map<string, CallTarget[]>();
  for (const target of callable) {
    if (target.receiver === undefined) continue;
    const { name } = target.receiver;
    classes.set(name, [...(classes.get(name) ?? []), target]);
  }
  const base = { module, seams, words };
  const ofClasses = [...classes].map(([name, targets]): StarterSubject => {
    const calls = targets.flatMap((target) => target.calls);
    return { ...base, name, receiver: targets[0]?.receiver, calls, state: states[name] ?? [] };
  });
  const functions = callable
    .filter(({ receiver }) => receiver === undefined)
    .flatMap(({ calls }) => calls)
    .filter(({ kind, returns }) => kind !== "constructor" && returns.kind !== "instance");
  if (functions.length === 0) return ofClasses;
  const name = path.posix.basename(module).replace(/\.[^.]+$/u, "");
  return [...ofClasses, { ...base, name, calls: functions, state: [] }];
}
