import { assert } from "../../../kernel/errors/assert.ts";
import { keepLabel } from "../../../kernel/decisions/decision.ts";
import type { Fault } from "../../../kernel/faults/fault.ts";
import { failureFrom } from "../../../kernel/failure/failure.ts";
import type { ScenarioOptions } from "../../../kernel/subject/scenario-test.ts";
import type { RunContext } from "../../../kernel/subject/subject.ts";
import { activeWorld } from "../../../world/active-world.ts";
import type { SimWorld } from "../../../world/sim-world.ts";
import { Nemesis } from "../../drive/nemesis.ts";
import type { Scenario, Step } from "../step.ts";
import { blockHandlers } from "./block-handlers.ts";
import { fillStep } from "./fill-step.ts";
import { plainHandlers } from "./plain-handlers.ts";
import {
  harnessError,
  placeFailure,
  StepFailed,
  type StepLocation,
  withoutValues,
} from "./step-failure.ts";
import { bearsOn, namesUsedIn } from "./step-nature.ts";
import { stepName, stepText } from "./step-name.ts";
import { type FrameRun, StepFrame } from "./step-frame.ts";
import type { BlockScope, NamedFaults, PartKind, ScopePart, StepScope } from "./step-scope.ts";
import { Store } from "./store.ts";
import type { Cells } from "./undo-log.ts";
import { eachStep } from "../walk-steps.ts";

/** One run of a scenario: its steps in order, each kept or left out by decision. */
export class ScenarioRun implements FrameRun {
  readonly context: RunContext;
  readonly world: SimWorld;
  readonly modules: Readonly<Record<string, object>>;
  readonly scenario: Scenario;
  readonly #options: ScenarioOptions;
  readonly faults: Cells;
  /** Those that steps switch, and nobody else. */
  readonly #switched: ReadonlySet<string>;
  readonly #nemesis: Nemesis;
  readonly #frame: StepFrame;
  /** Each with the way back to how it was when it was made. */
  readonly #parts = new Map<object, { readonly part: ScopePart; readonly toBirth: () => void }>();
  /** The steps that are under way, the last to begin last. */
  #doing: readonly { readonly pointer: string; readonly name: string }[] = [];
  /** What shrinking has left out. */
  readonly #leftOut: Step[] = [];

  constructor(parts: {
    readonly scenario: Scenario;
    readonly options: ScenarioOptions;
    readonly faults: NamedFaults;
    readonly context: RunContext;
  }) {
    assert(activeWorld !== undefined, "a scenario runs inside of a run");
    this.world = activeWorld;
    this.context = parts.context;
    this.modules = parts.options.modules;
    this.scenario = parts.scenario;
    this.#options = parts.options;
    const all = [...parts.faults.values()];
    this.#switched = faultsSwitchedIn(parts.scenario.steps);
    const decided = all.filter(({ name }) => !this.#switched.has(name));
    this.#nemesis = new Nemesis(all, parts.context, decided);
    this.faults = faultCells(parts.faults, this.#nemesis);
    this.#frame = new StepFrame(this, { store: new Store() });
  }

  /** Runs to the end, or to the first failure, which breaks the run. */
  async run(): Promise<void> {
    const { state, settings } = this.context;
    const { timeoutMs } = settings;
    const steps = this.#runToEnd();
    if (timeoutMs === undefined) return steps;
    let giveUp: () => void = () => {};
    const limit = new Promise<void>((resolve) => (giveUp = resolve));
    const wake = this.world.after(timeoutMs * 1_000, "timeout of the scenario", () => {
      const late = harnessError("timeout", `the scenario took longer than ${timeoutMs} ms`);
      state.break(failureFrom("timeout", late));
      giveUp();
    });
    await Promise.race([steps, limit]);
    wake.fire = undefined;
  }

  part<T extends ScopePart>(kind: PartKind<T>): T {
    const known = this.#parts.get(kind);
    if (known !== undefined) return known.part as T;
    const part = kind.make(this.#frame);
    this.#parts.set(kind, { part, toBirth: part.snapshot() });
    return part;
  }

  here(): (failure: StepFailed) => StepFailed {
    const { pointer, name } = this.#doing.at(-1) ?? { pointer: "/steps", name: "no step" };
    return (failure) => {
      placeFailure(failure, this.#placeOf(pointer), name);
      return failure;
    };
  }

  breakRun(thrown: StepFailed): void {
    this.#break(this.here()(thrown));
  }

  async runSteps(steps: readonly Step[], pointer: string, frame: StepFrame): Promise<void> {
    for (const [index, step] of steps.entries()) {
      if (this.context.state.failure !== undefined) return;
      await this.runStep(step, `${pointer}/${index}`, frame);
    }
  }

  snapshot(): () => void {
    const names = [...this.#switched].filter((name) => this.faults.has(name));
    const faults = names.map((name) => [name, this.faults.get(name)] as const);
    const restores = new Map<object, () => void>();
    for (const [kind, { part }] of this.#parts) restores.set(kind, part.snapshot());
    return () => {
      for (const [name, isOn] of faults) this.faults.set(name, isOn);
      for (const [kind, { toBirth }] of this.#parts) (restores.get(kind) ?? toBirth)();
    };
  }

  async #runToEnd(): Promise<void> {
    const { state } = this.context;
    try {
      await this.runSteps(this.scenario.steps, "/steps", this.#frame);
      if (state.failure !== undefined) return;
      this.#finish();
      state.settle();
    } catch (thrown) {
      this.#break(thrown);
    }
  }

  /** What is left at the end is told at the last step, because no other one is to blame alone. */
  #finish(): void {
    const place = this.#placeOf(`/steps/${this.scenario.steps.length - 1}`);
    try {
      for (const { part } of this.#parts.values()) part.finish?.();
    } catch (thrown) {
      placeFailure(thrown, place, "the end of the scenario");
      throw thrown;
    }
  }

  async runStep(step: Step, pointer: string, frame: StepFrame): Promise<void> {
    const { decisions, state } = this.context;
    const name = stepName(step, pointer);
    decisions.open(`step ${name}`);
    // Always true, unless shrinking tries the run without the step.
    const isKept = decisions.chance(keepLabel, 1);
    if (isKept) while (this.#nemesis.strikes());
    decisions.close();
    if (!isKept) {
      this.#leftOut.push(step);
      return;
    }
    const filling = fill(step, frame.store);
    const shown = "step" in filling ? filling.step : step;
    const begin = (): void => {
      state.begin(name, state.journal.isKept ? stepText(shown, frame.store) : undefined);
    };
    // A draw is over at once, and told by what came of it.
    const isDraw = step.type === "draw";
    if (!isDraw) begin();
    const under = { pointer, name };
    this.#doing = [...this.#doing, under];
    try {
      if ("thrown" in filling) throw filling.thrown;
      await act(filling.step, frame, pointer);
      if (isDraw) begin();
      state.end(name);
    } catch (thrown) {
      if (isDraw) begin();
      placeFailure(thrown, this.#placeOf(pointer), name);
      const { error, message } = failureFrom("thrown", thrown);
      state.end(name, "threw", `${error}: ${message}`);
      throw thrown;
    } finally {
      this.#doing = this.#doing.filter((other) => other !== under);
    }
  }

  #placeOf(pointer: string): StepLocation {
    const [line, column] = this.#options.places[pointer] ?? [1, 1];
    return { url: this.#options.url, line, column };
  }

  #break(thrown: unknown): void {
    const { state } = this.context;
    if (!(thrown instanceof StepFailed)) return state.break(failureFrom("thrown", thrown));
    if (thrown.code === "timeout") return state.break(failureFrom("timeout", thrown));
    if (thrown.property !== undefined) return state.judgeThrown("always", thrown.property, thrown);
    const sameAs = withoutValues(thrown.message);
    const failure = { ...failureFrom("thrown", thrown), sameAs };
    const isOther = this.#mayBeOther(thrown.code);
    state.break(isOther ? { ...failure, property: "with steps left out" } : failure);
  }

  /** Whether a failure may come from what was left out: then it is not the one to be shrunk. */
  #mayBeOther(code: string): boolean {
    if (this.#leftOut.length === 0) return false;
    const used = namesUsedIn(this.scenario.steps);
    return this.#leftOut.some((step) => bearsOn(step, code, used));
  }
}

// --- inside ---

/** What steps switch is theirs: what comes after them counts on it. */
function faultsSwitchedIn(steps: readonly Step[]): ReadonlySet<string> {
  const all = [...eachStep(steps)].map(({ step }) => step);
  return new Set(all.flatMap((step) => (step.type === "fault" ? [step.name] : [])));
}

function faultCells(faults: NamedFaults, nemesis: Nemesis): Cells {
  const find = (name: string): Fault => {
    const fault = faults.get(name);
    if (fault === undefined) throw harnessError("unknown_fault", `no fault is called \`${name}\``);
    return fault;
  };
  return {
    has: (name) => faults.has(name),
    get: (name) => nemesis.isOn(find(name)),
    set: (name, isOn) => nemesis.turn(find(name), isOn === true),
    delete: (name) => nemesis.turn(find(name), false),
  };
}

function fill(step: Step, store: Store): { readonly step: Step } | { readonly thrown: unknown } {
  try {
    return { step: fillStep(step, store) };
  } catch (thrown) {
    return { thrown };
  }
}

function act(step: Step, frame: StepFrame, pointer: string): void | Promise<void> {
  const blocks = blockHandlers[step.type as keyof typeof blockHandlers] as BlockAct | undefined;
  if (blocks !== undefined) return blocks(step, frame, pointer);
  const plain = plainHandlers[step.type as keyof typeof plainHandlers] as PlainAct;
  return plain(step, frame);
}

// A step and its handler have the same type; only the table knows that.
type PlainAct = (step: Step, scope: StepScope) => void | Promise<void>;
type BlockAct = (step: Step, run: BlockScope, pointer: string) => void | Promise<void>;
