import { readFileSync } from "node:fs";
import path from "node:path";
import type { ProjectSource } from "./project-source.ts";
import type { SourceModule } from "./source-module.ts";

/** Where an export is declared, and under which name that file exports it. */
export interface ExportHome {
  /** Relative to the project root. */
  readonly file: string;
  readonly name: string;
}

/**
 * Says, once for each export of a project, from which file it can be taken as well: the file that
 * declares it, where its package states that loading the files between does nothing
 * (`"sideEffects": false`), as every bundler reads it; else the file that was asked about.
 * Undefined where the syntax does not show that there is such a value.
 */
export class ExportHomes {
  readonly #source: ProjectSource;
  readonly #pure = new Map<string, boolean>();

  constructor(source: ProjectSource) {
    this.#source = source;
  }

  /** Where an export is declared, whoever passes it on. */
  declaredAt(file: string, name: string): ExportHome | undefined {
    const module = this.#source.module(file);
    const found = module && this.#declared(module, name, new Set());
    return found && { file: found.module.shown, name: found.name };
  }

  /** From where an export can be taken. */
  homeOf(file: string, name: string): ExportHome | undefined {
    const module = this.#source.module(file);
    const found = module && this.#declared(module, name, new Set());
    if (module === undefined || found === undefined) return undefined;
    if (found.module === module) return { file: module.shown, name: found.name };
    const isPure = found.through.every((one) => this.#isPure(path.dirname(one.file)));
    return isPure ? { file: found.module.shown, name: found.name } : { file: module.shown, name };
  }

  #declared(module: SourceModule, name: string, seen: Set<string>): Declaration | undefined {
    const step = `${name} ${module.file}`;
    if (seen.has(step) || module.program.sourceType !== "module") return undefined;
    seen.add(step);
    const exported = module.exports.get(name);
    if (exported === undefined)
      return name === "default" ? undefined : this.#passed(module, name, seen);
    if (exported.kind === "value") return { module, name, through: [] };
    const from = exported.kind === "from" ? exported : module.locals.get(exported.name);
    if (from === undefined || from.kind === "type") return undefined;
    if (from.kind !== "from" && from.kind !== "import") return { module, name, through: [] };
    const next = from.name === "*" ? undefined : this.#source.imported(from.specifier, module);
    return next && through(module, this.#declared(next, from.name, seen));
  }

  /** A name that `export *` passes on; of several, none is meant for sure. */
  #passed(module: SourceModule, name: string, seen: Set<string>): Declaration | undefined {
    const found: Declaration[] = [];
    for (const [key, exported] of module.exports) {
      if (exported.kind !== "from" || key !== `* ${exported.specifier}`) continue;
      const next = this.#source.imported(exported.specifier, module);
      // What a package passes on is not known.
      if (next === undefined) return undefined;
      const one = through(module, this.#declared(next, name, seen));
      if (one !== undefined) found.push(one);
    }
    return found.length === 1 ? found[0] : undefined;
  }

  /** What the nearest package.json states, which is that of the package. */
  #isPure(folder: string): boolean {
    const known = this.#pure.get(folder);
    if (known !== undefined) return known;
    const above = path.dirname(folder);
    const isTop = folder === path.resolve(this.#source.root) || above === folder;
    const stated = statedIn(folder);
    const isPure = stated ?? (isTop ? false : this.#isPure(above));
    this.#pure.set(folder, isPure);
    return isPure;
  }
}

// --- inside ---

interface Declaration {
  readonly module: SourceModule;
  readonly name: string;
  /** The files that pass it on. */
  readonly through: readonly SourceModule[];
}

function through(module: SourceModule, found: Declaration | undefined): Declaration | undefined {
  return found && { ...found, through: [module, ...found.through] };
}

/** Undefined where there is no package.json; one that says nothing says that there are effects. */
function statedIn(folder: string): boolean | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(folder, "package.json"), "utf8");
  } catch {
    return undefined;
  }
  try {
    return (JSON.parse(text) as { sideEffects?: unknown } | null)?.sideEffects === false;
  } catch {
    return false;
  }
}
