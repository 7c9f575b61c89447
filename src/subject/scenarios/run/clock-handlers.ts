import type { BasicSteps } from "../step-fields/basic-fields.ts";
import type { PartKind, ScopePart, StepHandlers, StepScope } from "./step-scope.ts";

/** Does the steps that hold the clocks of called code still; its timers fire all the same. */
export const clockHandlers: StepHandlers<Extract<keyof BasicSteps, "freeze" | "unfreeze">> = {
  freeze: ({ at_ms: atMs }, scope) => {
    const { world } = scope.part(ClockPart.kind);
    world.frozenUs = atMs === undefined ? world.nowUs : atMs * 1_000;
  },
  unfreeze: (_step, scope) => {
    scope.part(ClockPart.kind).world.frozenUs = undefined;
  },
};

// --- inside ---

class ClockPart implements ScopePart {
  static readonly kind: PartKind<ClockPart> = {
    name: "clock",
    make: (scope) => new ClockPart(scope),
  };

  readonly world: StepScope["world"];

  constructor({ world }: StepScope) {
    this.world = world;
  }

  snapshot(): () => void {
    const { frozenUs } = this.world;
    return () => (this.world.frozenUs = frozenUs);
  }
}
