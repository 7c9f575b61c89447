import { literalText } from "../../../kernel/values/literal.ts";
import { harnessError, type StepFailed } from "./step-failure.ts";

/** A call of the host that was not done in time. */
export function hostTimeout(call: string, afterMs: number, seen: string): StepFailed {
  return harnessError("timeout", `${call} was not done within ${afterMs} ms, ${seen}`);
}

/** A call of the host that gave more than it may. */
export function hostTooLong(
  call: string,
  where: string,
  end: {
    readonly limit: number;
    readonly seen: number;
    readonly first: string;
    readonly last: string;
  },
): StepFailed {
  const { limit, seen, first, last } = end;
  const shown = `it begins ${clip(first)} and ended ${clip(last)} when it was stopped`;
  return harnessError(
    "host_output_limit",
    `${call} gave ${seen} bytes, at most ${limit} are taken; of ${where}, ${shown}`,
  );
}

// --- inside ---

const shownMax = 200;

function clip(text: string): string {
  return literalText(text.slice(0, shownMax));
}
