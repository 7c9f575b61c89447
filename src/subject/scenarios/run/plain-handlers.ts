import type { PlainSteps } from "../step.ts";
import { basicHandlers } from "./basic-handlers.ts";
import { clockHandlers } from "./clock-handlers.ts";
import { codeHandlers } from "./code-handlers.ts";
import { fileHandlers } from "./file-handlers.ts";
import { httpHandlers } from "./http-handlers.ts";
import { memoryHandlers } from "./memory-handlers.ts";
import { netHandlers } from "./net-handlers.ts";
import { processHandlers } from "./process-handlers.ts";
import type { StepHandlers } from "./step-scope.ts";

/** How each type of step is done that holds no other steps. */
export const plainHandlers: StepHandlers<keyof PlainSteps> = {
  ...basicHandlers,
  ...clockHandlers,
  ...codeHandlers,
  ...fileHandlers,
  ...httpHandlers,
  ...processHandlers,
  ...netHandlers,
  ...memoryHandlers,
};
