import type { HostGrant, RunSettings } from "../../kernel/trace/trace.ts";
import type { DrainKind } from "../loop/drain.ts";
import type { ModuleSetting } from "../../subject/loader/index.ts";

/** Which of the user's code a worker is to load, and how. */
export interface LoadCommand {
  readonly type: "load";
  readonly projectRoot: string;
  readonly file: string;
  readonly exportName: string;
  /** The text of the file, used where the disk does not have it. */
  readonly source?: string | undefined;
  readonly inline: readonly string[];
  /** What files written with `import` are loaded as; as the project builds them where left out. */
  readonly module?: ModuleSetting | undefined;
  readonly settings: RunSettings;
  /** What of the machine may really be asked; all that the settings say where left out. */
  readonly grant?: HostGrant | undefined;
  /** Undefined takes the fastest one that works. */
  readonly drain?: DrainKind | undefined;
  /** Makes every module fresh in each run, whatever it looks like. */
  readonly isEverythingFresh?: boolean | undefined;
  /** Also notes calls that nothing controls, with their stacks. */
  readonly isWitnessed?: boolean | undefined;
  /** Whether a thread or a debugger looks at the runs, which Node must not deny then. */
  readonly isWatched?: boolean | undefined;
  /** What is counted while code runs; nothing where it is left out. */
  readonly coverage?: CoverageSettings | undefined;
}

/** Which of the user's code is counted, and how finely. */
export interface CoverageSettings {
  /** Globs relative to the project root; none means every file of the project. */
  readonly targetModules: readonly string[];
  /** How many blocks in a row make an edge. */
  readonly ngram: number;
  /** Whether it is told where each block that is counted stands. */
  readonly placesBlocks?: boolean | undefined;
}
