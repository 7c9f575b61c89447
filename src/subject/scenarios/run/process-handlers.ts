import type { OutsideSteps } from "../step-fields/outside-fields.ts";
import { judgeProcess, lineOf, ProcessPart } from "./process-part.ts";
import type { StepHandlers } from "./step-scope.ts";

/** Does the steps about processes. */
export const processHandlers: StepHandlers<Extract<keyof OutsideSteps, `proc_${string}`>> = {
  proc_when: ({ type: _, ...said }, scope) => scope.part(ProcessPart.kind).declare(said),
  proc_spawn: (step, scope) => {
    const { cmd, args = [], expect_exit: exit, save_stdout_as: saveAs } = step;
    const end = scope.part(ProcessPart.kind).run(cmd, args);
    const { expect_stdout: stdout, expect_stderr: stderr } = step;
    const line = `\`${lineOf(cmd, args)}\``;
    judgeProcess(end, { exit, stdout, stderr }, { prefix: "proc_", line });
    if (saveAs !== undefined) scope.store.set(saveAs, end.stdout);
  },
};
