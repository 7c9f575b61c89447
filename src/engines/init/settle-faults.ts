import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import {
  fittingFaults,
  type FoundSeam,
  type SeamFunction,
} from "../../subject/found-seams/index.ts";
import type { FileTargets } from "../../subject/plans/index.ts";

/** Whether only types can tell which faults fit a seam. */
export function needsTypes({ faults }: FoundSeam): boolean {
  return faults.some(({ isGuess }) => isGuess === true);
}

/** Gives seams the faults that fit what the type checker knows of their functions. */
export function settleFaults(
  seams: readonly FoundSeam[],
  analysed: readonly FileTargets[],
): readonly FoundSeam[] {
  const plans = new Map<string, CallPlan>(
    analysed.flatMap(({ module, targets }) =>
      targets.flatMap(({ calls }) =>
        calls.map((call) => [`${module}#${call.name}`, call] as const),
      ),
    ),
  );
  return seams.map((found) => {
    const { seam } = found;
    const call = needsTypes(found) ? plans.get(seam ?? "") : undefined;
    if (call === undefined) return found;
    return { ...found, faults: fittingFaults(found, { seam, answering: answeringOf(call) }) };
  });
}

// --- inside ---

function answeringOf(call: CallPlan): SeamFunction["answering"] {
  if (call.mayBeAsync === true) return undefined;
  return call.isAsync ? "later" : "at once";
}
