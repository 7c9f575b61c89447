import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { createResolve, type Resolve } from "../loader/resolve.ts";
import { languageOf } from "../loader/strip.ts";
import { readModule, type SourceModule } from "./source-module.ts";
import { isTooDeep } from "../../kernel/failure/too-deep.ts";

/**
 * The files of a project as trees, read when they are asked for and once. Nothing is run and no
 * types are worked out: what is looked for here shows in names and calls, and a parser needs a
 * millisecond where a checker of types needs seconds.
 */
export class ProjectSource {
  readonly root: string;
  readonly #resolve: Resolve;
  readonly #modules = new Map<string, SourceModule | undefined>();
  readonly #imported = new Map<SourceModule, Map<string, SourceModule | undefined>>();

  constructor(root: string) {
    this.root = root;
    this.#resolve = createResolve({ inline: [], substitutes: new Map() });
  }

  /** A file by its path, absolute or relative to the root; undefined where it cannot be read. */
  module(file: string): SourceModule | undefined {
    const full = path.resolve(this.root, file);
    if (!this.#modules.has(full)) this.#modules.set(full, this.#read(full));
    return this.#modules.get(full);
  }

  /** The project's file that a specifier means; undefined for packages and what is missing. */
  imported(specifier: string, importer: SourceModule): SourceModule | undefined {
    const known = this.#imported.get(importer) ?? new Map<string, SourceModule | undefined>();
    this.#imported.set(importer, known);
    if (!known.has(specifier)) known.set(specifier, this.#find(specifier, importer));
    return known.get(specifier);
  }

  #find(specifier: string, importer: SourceModule): SourceModule | undefined {
    const found = this.#resolve({ specifier, importer: importer.file, how: "import" });
    return found.kind === "file" ? this.module(found.path) : undefined;
  }

  #read(file: string): SourceModule | undefined {
    const lang = languageOf(file);
    if (lang === undefined) return undefined;
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      return undefined;
    }
    if (isTooDeep(text)) return undefined;
    const { program, errors } = parseSync(file, text, { lang, sourceType: "unambiguous" });
    // A file that does not parse is told by whoever loads it.
    if (errors.length > 0) return undefined;
    const shown = path.relative(this.root, file).split(path.sep).join("/");
    return readModule({ file, shown, text, program });
  }
}
