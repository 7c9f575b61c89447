import path from "node:path";
import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { CompilerSettings } from "./find-tsconfig.ts";
import { librariesFolder, libraryText } from "./language-libraries.ts";

/** A project as the type checker sees it. */
export interface ProjectProgram {
  readonly projectRoot: string;
  readonly program: TS.Program;
  readonly checker: TS.TypeChecker;
  readonly settings: CompilerSettings;
  /** The folders of packages that are analysed like the project itself. */
  readonly packages: readonly string[];
  /** The files that each file imports, as far as the program went. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** Places where an import was looked for in vain: a file there would change its meaning. */
  readonly missing: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a program is made from; all paths are absolute. */
export interface ProgramRequest {
  readonly projectRoot: string;
  readonly settings: CompilerSettings;
  /** The files to analyse. */
  readonly roots: readonly string[];
  /** Files that may hold calls of what the roots export. */
  readonly callers: readonly string[];
  readonly packages: readonly string[];
}

/** Makes a program for the roots and everything they import. */
export function createProjectProgram(request: ProgramRequest): ProjectProgram {
  const { projectRoot, settings, roots, callers, packages } = request;
  // Without this the checker does not look into the JavaScript of packages.
  const depth = packages.length === 0 ? {} : { maxNodeModuleJsDepth: 2 };
  const options: TS.CompilerOptions = { ...settings.options, ...depth };
  const graph = createImportGraph(options, [...settings.ambient, ...roots]);
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram({
    // The roots come first, so that all they import counts as wanted before a caller is read.
    rootNames: [...new Set([...settings.ambient, ...roots, ...callers])],
    options,
    host: {
      ...host,
      getCurrentDirectory: () => projectRoot,
      getDefaultLibLocation: () => librariesFolder,
      getDefaultLibFileName: (given) => `${librariesFolder}/${ts.getDefaultLibFileName(given)}`,
      resolveModuleNameLiterals: graph.resolve,
      getSourceFile: keptSources(host, options),
    },
  });
  const checker = program.getTypeChecker();
  const { imports, missing } = graph;
  return { projectRoot, program, checker, settings, packages, imports, missing };
}

/** A path relative to the project root, with forward slashes. */
export function moduleName(projectRoot: string, file: string): string {
  return path.relative(projectRoot, file).replaceAll("\\", "/");
}

/** Whether a file is code of the project itself, or of a package that is analysed. */
export function isProjectCode(file: TS.SourceFile, { packages }: ProjectProgram): boolean {
  if (file.isDeclarationFile) return false;
  if (!file.fileName.includes("/node_modules/")) return true;
  return packages.some((folder) => file.fileName.startsWith(`${folder}/`));
}

// --- inside ---

interface ImportGraph {
  readonly imports: Map<string, Set<string>>;
  readonly missing: Map<string, Set<string>>;
  readonly resolve: NonNullable<TS.CompilerHost["resolveModuleNameLiterals"]>;
}

/**
 * Resolves imports and remembers where they led. What only callers import is left out: what a test
 * imports from its test runner says nothing about the functions, and costs seconds.
 */
function createImportGraph(options: TS.CompilerOptions, wantedFiles: string[]): ImportGraph {
  const imports = new Map<string, Set<string>>();
  const missing = new Map<string, Set<string>>();
  const wanted = new Set(wantedFiles.map(slashed));
  const cache = ts.createModuleResolutionCache("/", (name) => name, options);
  const resolve: ImportGraph["resolve"] = (...given) => {
    const [literals, importer, redirected, , source] = given;
    const isWanted = wanted.has(importer) || importer.includes("/node_modules/");
    return literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(source, literal, options);
      const { text } = literal;
      const found = ts.resolveModuleName(
        ...([text, importer, options, ts.sys, cache, redirected, mode] as const),
      );
      const { resolvedModule } = found;
      if (resolvedModule === undefined) {
        if (text.startsWith(".")) addAll(missing, importer, failedLookups(found));
        return found;
      }
      const { resolvedFileName } = resolvedModule;
      if (!isWanted && !wanted.has(resolvedFileName) && !passesOn(resolvedFileName)) {
        return { resolvedModule: undefined };
      }
      if (isWanted) wanted.add(resolvedFileName);
      addAll(imports, importer, [resolvedFileName]);
      if (text.startsWith(".")) addAll(missing, importer, failedLookups(found));
      return found;
    });
  };
  return { imports, missing, resolve };
}

/** Whether a file may only pass on what others export, so that callers import it instead. */
function passesOn(file: string): boolean {
  if (file.includes("/node_modules/")) return false;
  return /\/(?:index|main|mod|lib|api|exports?|public|barrel)\.[cm]?[jt]sx?$/.test(file);
}

function failedLookups(found: object): string[] {
  const places: unknown = Reflect.get(found, "failedLookupLocations");
  return Array.isArray(places) ? places.filter((place) => typeof place === "string") : [];
}

function addAll(to: Map<string, Set<string>>, key: string, values: readonly string[]): void {
  const known = to.get(key) ?? new Set();
  for (const value of values) known.add(value);
  to.set(key, known);
}

function slashed(file: string): string {
  return file.replaceAll("\\", "/");
}

/** Declaration files of packages and of the language, which do not change under a process. */
const kept = new Map<string, TS.SourceFile>();
const keptCountMax = 4000;

function keptSources(
  host: TS.CompilerHost,
  options: TS.CompilerOptions,
): TS.CompilerHost["getSourceFile"] {
  const { target, module, moduleDetection, jsx } = options;
  const settings = JSON.stringify([target, module, moduleDetection, jsx]);
  return (name, how, onError, isNew) => {
    const isStable = /\.d\.[cm]?ts$/.test(name) && name.includes("/node_modules/");
    if (!isStable) return host.getSourceFile(name, how, onError, isNew);
    const format = typeof how === "object" ? how.impliedNodeFormat : undefined;
    const modified = ts.sys.getModifiedTime?.(name)?.getTime();
    const key = JSON.stringify([name, format, modified, settings]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const settled = typeof how === "object" ? how : { languageVersion: how };
    // Nobody asks for the documentation of packages.
    const quick = { ...settled, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
    const library = libraryText(name);
    const made =
      library === undefined
        ? host.getSourceFile(name, quick, onError, isNew)
        : ts.createSourceFile(name, library, quick);
    if (made !== undefined && kept.size < keptCountMax) kept.set(key, made);
    return made;
  };
}
