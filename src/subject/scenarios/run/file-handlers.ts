import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { literalText } from "../../../kernel/values/literal.ts";
import type { OutsideSteps } from "../step-fields/outside-fields.ts";
import { FilePart } from "./file-part.ts";
import { harnessError, StepFailed } from "./step-failure.ts";
import type { StepHandlers } from "./step-scope.ts";

/** Does the steps about files. */
export const fileHandlers: StepHandlers<Extract<keyof OutsideSteps, `fs_${string}`>> = {
  fs_write: ({ path, data }, scope) => {
    attempt("fs_write", () => scope.part(FilePart.kind).write(path, data));
  },
  fs_read_assert: ({ path, equals }, scope) => {
    const found = attempt("fs_read_assert", () => scope.part(FilePart.kind).read(path));
    if (found === equals) return;
    const seen = found === undefined ? "is not there" : `holds ${literalText(found)}`;
    const what = `\`${path}\` ${seen}, expected ${literalText(equals)}`;
    throw new StepFailed("fs_read_assert", what);
  },
  fs_snapshot: ({ name }, scope) => {
    attempt("fs_snapshot", () => scope.part(FilePart.kind).keep(name));
  },
  fs_restore: ({ name }, scope) => {
    attempt("fs_restore", () => scope.part(FilePart.kind).restore(name));
  },
};

// --- inside ---

/** How world/host says that a file is longer than a run may read or write. */
const tooLongCode = "W414";

/** What the disk refuses is a failure of the step; what the harness refuses is its own. */
function attempt<T>(code: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof StepFailed || !(thrown instanceof Error)) throw thrown;
    if (!(thrown instanceof GauntletError)) throw new StepFailed(code, thrown.message);
    const { what, note } = thrown;
    const ofHost = thrown.code === tooLongCode ? "host_output_limit" : "fs_host";
    throw harnessError(ofHost, note === undefined ? what : `${what}: ${note}`);
  }
}
