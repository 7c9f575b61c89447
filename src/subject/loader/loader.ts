import path from "node:path";
import { settleLoading } from "../../world/loading/settle-loading.ts";
import { showWritten } from "../../world/function-text.ts";
import { realpathSync } from "node:fs";
import type { PropertySite } from "./analysis.ts";
import { createAnalysisCache } from "./disk-cache.ts";
import type { ModuleSetting } from "./find-interop.ts";
import { FunctionSources } from "./function-sources.ts";
import { GraphFiles } from "./graph-files.ts";
import type { InstrumentationStep } from "./instrumentation.ts";
import { LoadError } from "./load-error.ts";
import { isEsm, type ModulePlan } from "./plan.ts";
import { digestFiles, LinkedGraph } from "./prepared-graph.ts";
import { createFileReader } from "./read-file.ts";
import { createResolve } from "./resolve.ts";
import { type SourcePosition, SourcePositions } from "./source-positions.ts";
import { statefulPackages } from "./stateful-packages.ts";
import { createTsconfigs } from "./tsconfig.ts";

/** How a loader is set up. */
export interface LoaderOptions {
  /** Where package.json is; digests name files relative to it. */
  readonly projectRoot: string;
  /**
   * Packages whose files are loaded as the user's are, fresh in every graph, because they keep
   * state.
   */
  readonly inline?: readonly string[];
  /** Where analyses are kept between processes; nothing is kept when absent. */
  readonly cacheDir?: string;
  /**
   * Namespaces that stand in for bare specifiers, such as `gauntlet` itself; they win over
   * everything.
   */
  readonly substitutes?: ReadonlyMap<string, object>;
  /** What files written with `import` are loaded as; asks the project where it is left out. */
  readonly module?: ModuleSetting | undefined;
  /** Texts of modules that stand for files which are no code, by their real path. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** Asked with each specifier before Node imports it; may give a namespace to use instead. */
  readonly replaceExternal?: (specifier: string) => object | undefined;
  /** What is compiled into the files besides their own code; nothing when absent. */
  readonly steps?: readonly InstrumentationStep[];
}

/** A property that some file of the graph declares, whether or not a run ever gets there. */
export interface DeclaredProperty {
  readonly kind: PropertySite["kind"];
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** A module graph that is loaded and compiled and can be instantiated again and again. */
export interface PreparedGraph {
  readonly entry: string;
  /** Absolute paths of every file loaded by us: the project's and inlined packages'. */
  readonly files: readonly string[];
  /** A sha256 over relative paths and contents, whatever the order. */
  readonly digest: string;
  /** Some module in the graph has top-level await. */
  readonly isAsync: boolean;
  /** Files judged stateless: instantiated once and reused. */
  readonly sharedFiles: readonly string[];
  readonly declaredProperties: readonly DeclaredProperty[];
  /** Whether the text of any of the files has something. */
  matches(pattern: RegExp): boolean;
  /** The user's line for an offset in the type-free code of one of the files. */
  lineOf(file: string, offset: number): number | undefined;
  /** The namespace of the entry in a fresh graph; not a promise unless the graph is async. */
  instantiate(options?: { readonly everythingFresh?: boolean }): object | Promise<object>;
}

/** Loads the user's code with Node's semantics. */
export interface Loader {
  /** Loads, links and compiles a file and all it imports; packages are imported by Node. */
  prepare(entryFile: string): Promise<PreparedGraph>;
  /**
   * The user's place for a place in a stack trace, all counted from 1; undefined for files we did
   * not load.
   */
  originalPosition(file: string, line: number, column: number): SourcePosition | undefined;
  /** A line of the user's own text. */
  sourceLine(file: string, line: number): string | undefined;
}

/** Makes a loader. */
export function createLoader(options: LoaderOptions): Loader {
  const cache = createAnalysisCache(options.cacheDir);
  const positions = new SourcePositions(createTsconfigs());
  const sources = new FunctionSources();
  return {
    prepare: async (entryFile) => {
      // Made anew each time, because both remember what they saw on disk and files may have changed
      // since.
      const read = createFileReader(cache, options.sources, options.module);
      const resolve = createResolve({
        inline: options.inline ?? statefulPackages,
        substitutes: options.substitutes ?? new Map<string, object>(),
      });
      const files = new GraphFiles({ resolve, read, replaceExternal: options.replaceExternal });
      const entry = files.load(realPath(entryFile, options.sources));
      files.loadLazy();
      await files.importExternals();
      await settleLoading();
      const { projectRoot, steps = [] } = options;
      const { plans, externals } = files;
      for (const instrument of steps) instrument({ projectRoot, plans, externals, resolve });
      const graph = new LinkedGraph({
        files,
        resolve,
        onUnit: (unit) => {
          positions.add(unit);
          sources.add(unit);
        },
      });
      graph.link(entry);
      showWritten((compiled) => sources.written(compiled));
      return describeGraph({ entry, graph, positions, projectRoot: options.projectRoot });
    },
    originalPosition: (file, line, column) => positions.original(file, { line, column }),
    sourceLine: (file, line) => positions.line(file, line),
  };
}

// --- inside ---

function realPath(file: string, sources: LoaderOptions["sources"]): string {
  const absolute = path.resolve(file);
  try {
    return realpathSync(absolute);
  } catch (error) {
    const given = realName(absolute);
    if (sources?.has(given) === true) return given;
    throw new LoadError({
      code: "FILE_NOT_FOUND",
      what: "there is no such file",
      file: absolute,
      cause: error,
    });
  }
}

function describeGraph(parts: {
  readonly entry: ModulePlan;
  readonly graph: LinkedGraph;
  readonly positions: SourcePositions;
  readonly projectRoot: string;
}): PreparedGraph {
  const { entry, graph, positions } = parts;
  const plans = graph.units.map(({ plan }) => plan);
  return {
    entry: entry.file,
    files: [...new Set(plans.map(({ file }) => file))],
    digest: digestFiles(plans, parts.projectRoot),
    isAsync: graph.isAsync(entry),
    sharedFiles: [...new Set([...graph.shared].map(({ file }) => file))],
    matches: (pattern) => plans.some(({ source }) => pattern.test(source)),
    declaredProperties: plans.flatMap((plan) => declaredProperties(plan, positions)),
    lineOf: (file, offset) => {
      const plan = plans.find((known) => known.file === file);
      return plan === undefined ? undefined : positions.lineOfOffset(plan, offset);
    },
    instantiate: (options) =>
      graph.instantiate(entry, options?.everythingFresh === true ? "everything" : "usual"),
  };
}

function declaredProperties(plan: ModulePlan, positions: SourcePositions): DeclaredProperty[] {
  if (!isEsm(plan)) return [];
  return plan.analysis.properties.map(({ kind, name, offset }) => ({
    kind,
    name,
    file: plan.file,
    line: positions.lineOfOffset(plan, offset),
  }));
}

/** The real path that a file would have if it were there. */
function realName(file: string): string {
  const above = path.dirname(file);
  if (above === file) return file;
  try {
    return path.join(realpathSync(above), path.basename(file));
  } catch {
    return path.join(realName(above), path.basename(file));
  }
}
