import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { runtimeSymbol } from "./runtime-symbol.ts";
import { createCallSiteReader } from "./call-sites.ts";
import { dependenciesOf } from "./dependencies.ts";
import type { Drafting } from "./draft-call.ts";
import { targetsOf } from "./draft-target.ts";
import { entryOf } from "./file-entry.ts";
import type { FileEntry } from "./file-entry.ts";
import type { FileTargets } from "./file-targets.ts";
import { createExampleFinder } from "./find-examples.ts";
import { createGuardFinder } from "./find-guards.ts";
import { findSchemas } from "./find-schemas.ts";
import { type Callable, findCallables } from "./find-targets.ts";
import { createFindSettings } from "./find-tsconfig.ts";
import type { CompilerSettings } from "./find-tsconfig.ts";
import type { ProjectProgram } from "./project-program.ts";
import { createProjectProgram, moduleName } from "./project-program.ts";
import { type PublicNames, readPublicNames } from "./public-names.ts";
import { stateOf } from "./read-state.ts";

/** Which files to analyse; all paths are absolute. */
export interface FilesRequest {
  readonly projectRoot: string;
  readonly files: readonly string[];
  /** Files that may hold calls of what each file exports. */
  readonly callersOf: (file: string) => readonly string[];
  readonly includePrivate: boolean;
}

/** What was found in one file, and the files that it was read from. */
export interface FileAnalysis {
  readonly file: string;
  readonly found: FileTargets;
  /** Absolute paths; where there was no file, the meaning may change when there is one. */
  readonly dependencies: readonly string[];
}

/**
 * Analyses files with the type checker, in the order in which they are given where they share a
 * tsconfig.json. One program is made for all of these, so that types are read once; only where
 * there are very many, several take turns, so that one machine has the memory for it.
 */
export function* analyseFiles(request: FilesRequest): Generator<FileAnalysis> {
  const groups = new Map<string, Group>();
  const settingsFor = createFindSettings();
  for (const file of request.files) {
    const entry = entryOf(request.projectRoot, file, settingsFor);
    if (entry === undefined) {
      yield { file, found: unresolved(file, request), dependencies: [] };
      continue;
    }
    const settings = settingsFor(entry.folder === undefined ? file : `${request.projectRoot}/x.ts`);
    const key = settings.configFiles[0] ?? "";
    const group = groups.get(key) ?? { settings, entries: new Map() };
    groups.set(key, group);
    group.entries.set(file, entry);
  }
  const names = readPublicNames(request.projectRoot);
  for (const { settings, entries } of groups.values()) {
    for (const part of partsOf([...entries])) {
      yield* analyseGroup({ settings, entries: new Map(part) }, request, names);
    }
  }
}

// --- inside ---

/** So many files are read by one program. */
const filesOfProgramMax = 400;

function* partsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += filesOfProgramMax) {
    yield all.slice(from, from + filesOfProgramMax);
  }
}

interface Group {
  readonly settings: CompilerSettings;
  readonly entries: Map<string, FileEntry>;
}

function unresolved(file: string, { projectRoot }: FilesRequest): FileTargets {
  const module = moduleName(projectRoot, file);
  return { module, targets: [], problem: "the package cannot be imported from the project" };
}

function* analyseGroup(
  { settings, entries }: Group,
  request: FilesRequest,
  publicNames: PublicNames,
): Generator<FileAnalysis> {
  const all = [...entries.values()];
  const project = createProjectProgram({
    projectRoot: request.projectRoot,
    settings,
    roots: all.flatMap(({ typed, code }) => (typed === code ? [code] : [typed, code])),
    callers: [...entries.keys()].flatMap(request.callersOf),
    packages: all.flatMap(({ folder }) => folder ?? []),
  });
  const drafting: Omit<Drafting, "module" | "codeOf"> = {
    project,
    schemas: findSchemas(project),
    guards: createGuardFinder(project),
    examplesOf: createExampleFinder(project),
    callSitesOf: createCallSiteReader(project, publicNames),
    includePrivate: request.includePrivate,
  };
  for (const [file, entry] of entries) {
    const found = analyseEntry(entry, project, drafting);
    const read = dependenciesOf([entry.typed, entry.code], project);
    yield { file, found, dependencies: [...new Set([...read, ...publicNames.files])] };
  }
}

function analyseEntry(
  { module, typed, code }: FileEntry,
  project: ProjectProgram,
  shared: Omit<Drafting, "module" | "codeOf">,
): FileTargets {
  const { checker, program } = project;
  const source = program.getSourceFile(typed);
  if (source === undefined) return { module, targets: [], problem: "the file cannot be read" };
  const symbol = checker.getSymbolAtLocation(source);
  const running = typed === code ? undefined : program.getSourceFile(code);
  const runtime = running && checker.getSymbolAtLocation(running);
  const drafting: Drafting = {
    ...shared,
    module,
    codeOf: (path) => runtime && runtimeSymbol(runtime, path, checker),
  };
  const callables = symbol ? findCallables(symbol, checker, drafting.includePrivate) : [];
  const targets = callables
    .flatMap((callable) => targetsOf(callable, drafting))
    .map((target) => (typed === code ? target : doubted(target, drafting)))
    .toSorted((one, other) => lineOf(one) - lineOf(other));
  if (targets.length > 0) return { module, targets, states: statesOf(callables, drafting) };
  return { module, targets, problem: whyNothing(source, project) };
}

function statesOf(
  callables: readonly Callable[],
  drafting: Drafting,
): NonNullable<FileTargets["states"]> {
  const reads = callables
    .filter(({ kind }) => kind === "class")
    .map((callable) => [callable.name, stateOf(callable, drafting)] as const);
  return Object.fromEntries(reads.filter(([, state]) => state.length > 0));
}

function lineOf({ calls: [first] }: CallTarget): number {
  return first?.place.line ?? 0;
}

/** Where the code behind a declaration cannot be read, neither can the throws that it means. */
function doubted(target: CallTarget, { codeOf }: Drafting): CallTarget {
  const isRead = target.calls.every(({ from }) => codeOf(from.path) !== undefined);
  return isRead ? target : { ...target, isWeak: true };
}

function whyNothing(source: TS.SourceFile, { program }: ProjectProgram): string {
  const [error] = program.getSyntacticDiagnostics(source);
  if (error === undefined) return "it exports nothing that can be called";
  const { line } = source.getLineAndCharacterOfPosition(error.start);
  const text = ts.flattenDiagnosticMessageText(error.messageText, " ");
  return `it cannot be parsed: line ${String(line + 1)}: ${text}`;
}
