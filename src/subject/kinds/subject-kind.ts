import type { SubjectDefinition } from "../../kernel/subject/chaos-test.ts";
import type { Subject } from "../../kernel/subject/subject.ts";
import type { Problem, Table } from "./option-problems.ts";

/** A file that is about to be loaded. */
export interface SubjectFile {
  /** Relative to the project root. */
  readonly file: string;
  /** Its text; empty where there is none, and loading it says why. */
  readonly text: string;
}

/**
 * One kind of thing that can be run: how it is recognised, what is loaded for it, and how it
 * becomes a Subject. `subject-kinds.ts` lists them all; whoever finds, loads, checks or runs one
 * asks that list.
 */
export interface SubjectKind<Definition extends SubjectDefinition = SubjectDefinition> {
  /** What a definition has as `kind`; also the name of the function that makes one. */
  readonly name: Definition["kind"];
  /** The files that users write for it and that are found by themselves; absent where none are. */
  readonly ending?: RegExp | undefined;
  /** What a module is called that only the loaded files of this kind may import. */
  readonly specifier?: string | undefined;
  /** Whether a file may hold one, so that what it needs is loaded; most files hold none. */
  isIn(file: SubjectFile): boolean;
  /** Packages that are loaded and counted as the project's own files are; none where absent. */
  packagesOf?(file: SubjectFile & { readonly projectRoot: string }): Promise<readonly string[]>;
  /** What is wrong with the options of a definition, or nothing. */
  problemOf(options: Table): Problem | undefined;
  /** Loads what it takes to run one. It is loaded once in a process, before any run. */
  load(): Promise<LoadedKind<Definition>>;
}

/** A kind whose code is there. */
export interface LoadedKind<Definition extends SubjectDefinition = SubjectDefinition> {
  /**
   * Gives the subject that a definition describes. `before` is the subject of the same export in
   * an earlier instance of its module, from which what does not change is taken.
   */
  subjectOf(definition: Definition, before?: Subject): Subject;
  /** What the file gets for `import … from` the specifier of the kind. */
  readonly door?: object | undefined;
  /** Whether its runs need to know how much the code does: every call of a scan has a limit. */
  readonly countsWork?: boolean | undefined;
}
