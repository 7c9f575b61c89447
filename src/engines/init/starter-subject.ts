import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { InstanceShape } from "../../kernel/values/shape.ts";
import type { FoundSeam } from "../../subject/found-seams/index.ts";
import type { StateRead } from "../../subject/plans/index.ts";

/** What one starter test is about: a class, or the functions of a file. */
export interface StarterSubject {
  /** The file that exports it, relative to the project root. */
  readonly module: string;
  /** The name of the class, or of the file without its ending. */
  readonly name: string;
  /** How the instance is made; absent for functions. */
  readonly receiver?: InstanceShape | undefined;
  readonly calls: readonly CallPlan[];
  /** What can be read off an instance. */
  readonly state: readonly StateRead[];
  /** Where it leaves the process, in its own file or in those that it imports. */
  readonly seams: readonly FoundSeam[];
  /** Texts of the data that the files begin with, such as the keys of a table. */
  readonly words: readonly string[];
}
