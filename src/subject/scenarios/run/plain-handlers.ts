import type { PlainSteps } from "../step.ts";
import { basicHandlers } from "./basic-handlers.ts";
import { codeHandlers } from "./code-handlers.ts";
import type { StepHandlers } from "./step-scope.ts";

/** How each type of step is done that holds no other steps. */
export const plainHandlers: Partial<StepHandlers<keyof PlainSteps>> = {
  ...basicHandlers,
  ...codeHandlers,
};
