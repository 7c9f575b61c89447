import type { Decision } from "../../kernel/decisions/decision.ts";
import type { SeedWords } from "../../kernel/decisions/seed.ts";
import type { DeclaredInput } from "../../kernel/subject/subject.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import type { GuidedState } from "../guidance/guided-state.ts";

/** What a search for inputs starts from. */
export interface InputOptions {
  readonly seed: SeedWords;
  readonly input: DeclaredInput;
  /** What tells whether an input reached something new; without it nothing is learned. */
  readonly coverage: Coverage | undefined;
  readonly state?: GuidedState | undefined;
  /** Lists of other campaigns, run before anything else. */
  readonly seeds?: readonly (readonly Decision[])[];
}
