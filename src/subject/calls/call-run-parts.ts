import type { CallTest } from "../../kernel/subject/call-test.ts";
import type { RunContext } from "../../kernel/subject/subject.ts";
import type { PreparedTarget } from "./prepare-target.ts";

/** What a run of a target is made of. */
export interface CallRunParts {
  readonly prepared: PreparedTarget;
  readonly definition: CallTest;
  readonly context: RunContext;
}
