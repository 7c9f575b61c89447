import type { RunContext } from "../../../kernel/subject/subject.ts";
import type { SimWorld } from "../../../world/sim-world.ts";
import type { Scenario, Step } from "../step.ts";
import type { StepFailed } from "./step-failure.ts";
import type { BlockScope, PartKind, ScopePart, StepScope } from "./step-scope.ts";
import type { Store } from "./store.ts";
import { type Cells, UndoLog } from "./undo-log.ts";

/** What a run does for the frames of its steps. */
export interface FrameRun extends Omit<StepScope, "store" | "switchFault"> {
  /** The faults that steps may switch: true where one is on. */
  readonly faults: Cells;
  runSteps(steps: readonly Step[], pointer: string, frame: StepFrame): Promise<void>;
  runStep(step: Step, pointer: string, frame: StepFrame): Promise<void>;
  /** Remembers the state of every family of steps; calling the result goes back to it. */
  snapshot(): () => void;
}

/** Where a step stands: which names it sees, and whether other steps go on beside it. */
export class StepFrame implements BlockScope {
  readonly store: Store;
  readonly scenario: Scenario;
  readonly context: RunContext;
  readonly world: SimWorld;
  readonly modules: Readonly<Record<string, object>>;
  readonly #run: FrameRun;
  readonly #isInBranch: boolean;
  readonly #logs: readonly UndoLog[];

  constructor(
    run: FrameRun,
    parts: {
      readonly store: Store;
      readonly isInBranch?: boolean;
      readonly logs?: readonly UndoLog[];
    },
  ) {
    this.store = parts.store;
    this.scenario = run.scenario;
    this.context = run.context;
    this.world = run.world;
    this.modules = run.modules;
    this.#run = run;
    this.#isInBranch = parts.isInBranch ?? false;
    this.#logs = parts.logs ?? [];
  }

  switchFault(name: string, isOn: boolean): void {
    const { faults } = this.#run;
    for (const log of this.#logs) log.note(faults, name, isOn);
    faults.set(name, isOn);
  }

  here(): (failure: StepFailed) => StepFailed {
    return this.#run.here();
  }

  breakRun(failure: StepFailed): void {
    this.#run.breakRun(failure);
  }

  part<T extends ScopePart>(kind: PartKind<T>): T {
    return this.#run.part(kind);
  }

  runSteps(steps: readonly Step[], pointer: string): Promise<void> {
    return this.#run.runSteps(steps, pointer, this);
  }

  runStep(step: Step, pointer: string): Promise<void> {
    return this.#run.runStep(step, pointer, this);
  }

  naming(name: string, value: unknown): BlockScope {
    return this.#inner({ store: this.store.naming(name, value) });
  }

  branch(): BlockScope {
    return this.#inner({ isInBranch: true });
  }

  attempt(): { readonly inner: BlockScope; readonly takeBack: () => void } {
    if (!this.#isInBranch) {
      const [ofStore, ofRun] = [this.store.snapshot(), this.#run.snapshot()];
      return {
        inner: this,
        takeBack: () => {
          ofStore();
          ofRun();
        },
      };
    }
    const log = new UndoLog();
    const inner = this.#inner({ store: this.store.logging(log), logs: [...this.#logs, log] });
    return { inner, takeBack: () => log.undo() };
  }

  #inner(parts: Partial<ConstructorParameters<typeof StepFrame>[1]>): StepFrame {
    const own = { store: this.store, isInBranch: this.#isInBranch, logs: this.#logs };
    return new StepFrame(this.#run, { ...own, ...parts });
  }
}
