import { existsSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { type Node, parseSync } from "oxc-parser";
import type { SeamDispatch } from "../../kernel/faults/fault.ts";
import type { InstrumentationStep, LoadedGraph } from "../loader/instrumentation.ts";
import { LoadError } from "../loader/load-error.ts";
import {
  type External,
  type Instrumentation,
  isCjs,
  isEsm,
  type ModulePlan,
} from "../loader/plan.ts";
import type { Resolve } from "../loader/resolve.ts";
import { resolveExport } from "../loader/resolve-export.ts";
import { type Definition, definedNames, type Definitions, lookUp } from "./definition.ts";
import { canCompile, definitionEdits } from "./definition-edits.ts";
import { atOnceSeam } from "./at-once-seam.ts";
import { bothSeams } from "./both-seams.ts";
import { findDefinitions } from "./find-definitions.ts";
import { howAnswered } from "./how-answered.ts";
import { wrapBuiltin, wrapPackage } from "./native-seams.ts";
import { again, enters } from "./reenter.ts";
import {
  readAddress,
  type SeamAddress,
  unfitDefinition,
  unknownDefinition,
  unknownModule,
} from "./seam-error.ts";
import { seamName, wrapName } from "./seam-text.ts";
import { wrapFunction } from "./wrap-function.ts";

/** Which seams are compiled in. */
export interface SeamOptions {
  /**
   * The definitions whose calls go through a dispatcher: `src/gateway.ts#charge`,
   * `node:fs/promises#readFile`, `axios#get`. Files are relative to the project root.
   */
  readonly seams?: readonly string[];
  /** Gives the dispatcher of a seam; without it seams are found but never on. */
  readonly dispatch?: (name: string) => SeamDispatch;
}

/**
 * Compiles a dispatcher into each definition that is named, and wraps the builtins and packages
 * that are; throws a LoadError with the nearest names for what is not there. All else is untouched.
 */
export function seamStep({
  seams = [],
  dispatch = () => idleSeam,
}: SeamOptions): InstrumentationStep {
  return (graph) => {
    const compiler = new SeamCompiler({ ...graph, dispatch });
    // What begins with `world:` belongs to the simulated world, which has its own dispatchers.
    for (const name of new Set(seams)) if (!name.startsWith("world:")) compiler.add(name);
    compiler.finish();
  };
}

// --- inside ---

interface SeamGraph extends LoadedGraph {
  readonly dispatch: (name: string) => SeamDispatch;
}

const idleSeam: SeamDispatch = {
  isOn: false,
  call: (_self, args, proceed) => proceed(...args),
};

interface Located {
  readonly plan: ModulePlan;
  readonly definitions: readonly Definition[];
}

interface Named {
  readonly definition: Definition;
  readonly seam: SeamDispatch;
}

/** Gathers what is named, and compiles it file by file. */
class SeamCompiler {
  readonly #graph: SeamGraph;
  readonly #definitions = new Map<ModulePlan, Definitions>();
  readonly #named = new Map<ModulePlan, Map<Node, Named>>();

  constructor(graph: SeamGraph) {
    this.#graph = graph;
  }

  add(name: string): void {
    const { projectRoot, dispatch, plans } = this.#graph;
    const address = readAddress(name);
    const seam = dispatch(name);
    if (isBuiltin(address.module)) {
      wrapBuiltin({ address, seam });
      return;
    }
    const file = realPath(path.resolve(projectRoot, address.module));
    const own = plans.filter((plan) => plan.file === file);
    const found = own.length > 0 ? own : this.#inlined(address);
    if (found.length === 0) {
      this.#addPackage(address, seam);
      return;
    }
    for (const plan of found) this.#addDefinition(plan, address, seam);
  }

  finish(): void {
    for (const [plan, named] of this.#named) {
      if (!isEsm(plan) && !isCjs(plan)) continue;
      const { code, prefix } = plan.analysis;
      // Inner definitions first, so that the texts of outer ones are put around theirs.
      const all = [...named.values()].toSorted((a, b) => size(a.definition) - size(b.definition));
      plan.instrumentation.push({
        edits: all.flatMap(({ definition }, seam) =>
          definitionEdits(definition, { code, prefix, seam }).map((edit) => ({
            ...edit,
            size: size(definition),
          })),
        ),
        ...givenTo(plan, prefix, all),
      });
    }
  }

  #addDefinition(plan: ModulePlan, address: SeamAddress, seam: SeamDispatch): void {
    const located = this.#locate(plan, address.path, new Set());
    if (located === undefined) {
      const known = definedNames(this.#definitionsOf(plan));
      throw unknownDefinition(address, { file: plan.file, known });
    }
    if ("external" in located) {
      const moved = { ...address, path: located.path };
      wrapPackage({ address: moved, seam }, [located.external]);
      return;
    }
    const named = this.#named.get(located.plan) ?? new Map<Node, Named>();
    this.#named.set(located.plan, named);
    for (const definition of located.definitions) {
      if (!canCompile(definition)) {
        throw unfitDefinition(address, plan.file, "is a generator that uses `super`");
      }
      const known = named.get(definition.node)?.seam;
      const own = howAnswered(definition.node) === "at once" ? atOnceSeam(seam) : seam;
      const both = known === undefined ? own : bothSeams(known, own);
      named.set(definition.node, { definition, seam: both });
    }
  }

  /** Finds a definition in a file, or in the file that it takes the name from. */
  #locate(
    plan: ModulePlan,
    wanted: readonly string[],
    seen: Set<ModulePlan>,
  ): Located | { external: External; path: readonly string[] } | undefined {
    const definitions = lookUp(this.#definitionsOf(plan), wanted);
    if (definitions.length > 0) return { plan, definitions };
    if (seen.has(plan)) return undefined;
    seen.add(plan);
    const [first = "", ...rest] = wanted;
    const resolved = resolveExport(plan, first);
    switch (resolved.kind) {
      case "local":
        return (
          this.#locate(resolved.plan, [resolved.entry.name, ...rest], seen) ??
          this.#locate(resolved.plan, [resolved.entry.local, ...rest], seen)
        );
      case "namespace":
        return resolved.target.kind === "module"
          ? this.#locate(resolved.target.plan, rest, seen)
          : undefined;
      case "external":
        return { external: resolved.external, path: [resolved.name, ...rest] };
      default:
        return undefined;
    }
  }

  #definitionsOf(plan: ModulePlan): Definitions {
    const known = this.#definitions.get(plan);
    if (known !== undefined) return known;
    const { format, code } = plan.analysis;
    const found =
      format === "json"
        ? { found: [], aliases: [] }
        : findDefinitions(
            parseSync(format === "esm" ? "module.js" : "module.cjs", code, {
              lang: "js",
              sourceType: format === "esm" ? "module" : "commonjs",
            }).program,
          );
    this.#definitions.set(plan, found);
    return found;
  }

  /** The file of a package that we load ourselves. */
  #inlined({ module }: SeamAddress): ModulePlan[] {
    const files = new Set(
      this.#resolutions(module).flatMap((found) => (found.kind === "file" ? [found.path] : [])),
    );
    return this.#graph.plans.filter(({ file }) => files.has(file));
  }

  #resolutions(specifier: string): ReturnType<Resolve>[] {
    const importer = path.join(this.#graph.projectRoot, "package.json");
    const ways = ["import", "require"] as const;
    return ways.map((how) => this.#graph.resolve({ specifier, importer, how }));
  }

  #addPackage(address: SeamAddress, seam: SeamDispatch): void {
    const { projectRoot, plans, externals } = this.#graph;
    const urls = new Set(
      this.#resolutions(address.module).flatMap((found) =>
        found.kind === "native" ? [found.url] : [],
      ),
    );
    const own = externals.filter(({ url }) => urls.has(url));
    if (own.length > 0) {
      wrapPackage({ address, seam }, own);
      return;
    }
    const file = path.resolve(projectRoot, address.module);
    const known = plans.map((plan) => path.relative(projectRoot, plan.file).split(path.sep));
    throw unknownModule(address, {
      file,
      isThere: existsSync(file),
      known: [...new Set(known.map((parts) => parts.join("/")))],
    });
  }
}

/** What compiled code calls: the function that wraps others, and one dispatcher a definition. */
function givenTo(
  { file }: ModulePlan,
  prefix: string,
  named: readonly Named[],
): Pick<Instrumentation, "names" | "values"> {
  const wrap = (seam: SeamDispatch, value: unknown): unknown => {
    if (typeof value === "function") return wrapFunction(seam, value);
    throw new LoadError({
      code: "SEAM",
      what: "a seam names something that is not a function",
      file,
      help: "name a function's definition",
    });
  };
  return {
    names: [wrapName(prefix), ...named.map((_, number) => seamName(prefix, number))],
    values: [Object.assign(wrap, { enters, again }), ...named.map(({ seam }) => seam)],
  };
}

function size({ node }: Definition): number {
  return node.end - node.start;
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
