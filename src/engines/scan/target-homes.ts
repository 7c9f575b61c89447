import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import { homeOf, placeOf } from "../../subject/plans/index.ts";
import { type ExportHome, ExportHomes } from "../../subject/source/export-home.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";

/** Where a target stands, whoever passes it on. */
export interface TargetHome {
  readonly file: string;
  /** The same for all names under which it is exported. */
  readonly place: string;
}

/** Where targets stand, and from where they are loaded. */
export class TargetHomes {
  readonly #exports: ExportHomes;

  constructor(source: ProjectSource) {
    this.#exports = new ExportHomes(source);
  }

  /** Types may be declared apart, so the code is asked first. */
  homeOf(target: CallTarget): TargetHome {
    const { kind, from } = target.calls[0] ?? {};
    const [name = "", ...rest] = from?.path ?? [];
    const home = this.#exports.declaredAt(target.module, name);
    if (home !== undefined) {
      return { file: home.file, place: JSON.stringify([kind, home.file, home.name, ...rest]) };
    }
    const file = homeOf(target);
    const isDeclaration = /\.d\.[cm]?ts$/u.test(file);
    return { file: isDeclaration ? target.module : file, place: placeOf(target) };
  }

  /** The file from which an export is loaded. */
  takenFrom({ module, path: [name = ""] }: ExportReference): ExportHome | undefined {
    return this.#exports.homeOf(module, name);
  }
}
