import type { Check } from "../../kernel/subject/chaos-test.ts";
import type { RunState } from "../../kernel/judge/run-state.ts";
import { isThenable } from "./simulation-subject.ts";

/** An invariant or a final check, with the name that the user gave it. */
export interface NamedCheck {
  readonly name: string;
  readonly check: Check<unknown>;
}

/** What checks are made on, and where their outcome goes. */
export interface Judging {
  readonly kind: "invariant" | "final";
  readonly user: unknown;
  readonly state: RunState;
}

/** Makes checks in order until one breaks; gives a promise only when one has to be waited for. */
export function judgeChecks(
  checks: readonly NamedCheck[],
  judging: Judging,
): undefined | Promise<void> {
  const { state } = judging;
  for (let at = 0; at < checks.length; at++) {
    const entry = checks[at];
    if (entry === undefined || state.failure !== undefined) break;
    const waiting = judgeOne(entry, judging);
    if (waiting !== undefined) {
      return waiting.then(() => judgeChecks(checks.slice(at + 1), judging));
    }
  }
  state.settle();
  return undefined;
}

// --- inside ---

function judgeOne({ name, check }: NamedCheck, judging: Judging): undefined | Promise<void> {
  const { kind, user, state } = judging;
  const broke = (thrown: unknown): void => state.judgeThrown(kind, name, thrown);
  try {
    const result: unknown = check(user);
    if (!isThenable(result)) {
      state.judge(kind, name, result !== false);
      return undefined;
    }
    return Promise.resolve(result).then((value) => state.judge(kind, name, value !== false), broke);
  } catch (thrown) {
    broke(thrown);
    return undefined;
  }
}
