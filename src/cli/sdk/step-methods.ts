import type {
  Backends,
  Scenario,
  ScenarioFault,
  Step,
  StepFields,
  StepType,
} from "../../subject/scenarios/step.ts";

/** The steps of a block: a list, or a function that adds them to an empty one. */
export type Body = readonly Step[] | ((steps: StepBuilder) => StepBuilder);

/** Ways to add a step; each gives a new builder and leaves the old one as it is. */
export interface StepMethods<Builder> {
  /** A step of any type. */
  step<Type extends StepType>(type: Type, fields: StepFields[Type]): Builder;
  /** Steps that are there already. */
  add(...steps: readonly Step[]): Builder;
  /** Gives a value a name; `${name}` in later steps is that value. */
  let(name: string, value: unknown): Builder;
  /** A value that the run decides, of a JSON Schema. */
  draw(name: string, schema: StepFields["draw"]["schema"]): Builder;
  /** Calls `src/pay.ts#charge`. */
  call(
    fn: string,
    args?: readonly unknown[],
    more?: Omit<StepFields["call"], "fn" | "args">,
  ): Builder;
  /** A request to an app of the user's, mounted inside of the run. */
  http(app: string, request: Omit<StepFields["http"], "app">): Builder;
  /** Holds a value against matchers. */
  expect(value: unknown, matchers: Omit<StepFields["expect"], "value">): Builder;
  /** A property: false or an error breaks it. */
  check(fn: string, more?: Omit<StepFields["check"], "fn">): Builder;
  /** Lets virtual time pass. */
  sleep(duration: string): Builder;
  /** Switches a fault that `withFault` has named. */
  fault(name: string, state: "on" | "off"): Builder;
  /** Runs the branches at once; which goes first is decided. */
  parallel(...branches: readonly Body[]): Builder;
  /** Runs the steps so often; `${index}` counts from 0. */
  repeat(times: number, body: Body): Builder;
  /** Passes only if a step in it fails in the way that is named. */
  expectFailure(how: Omit<StepFields["expect_failure"], "steps">, body: Body): Builder;
}

/** A list of steps that grows. */
export interface StepBuilder extends StepMethods<StepBuilder> {
  readonly steps: readonly Step[];
}

/** A scenario that grows. */
export interface ScenarioBuilder extends StepMethods<ScenarioBuilder> {
  readonly steps: readonly Step[];
  /** How much virtual time a run may take: `30s`. */
  withTimeout(duration: string): ScenarioBuilder;
  /** Where calls that leave the scenario go. */
  withBackends(backends: Backends): ScenarioBuilder;
  /** Names a fault that `fault` steps, and exploring, may switch on. */
  withFault(name: string, fault: ScenarioFault): ScenarioBuilder;
  /** The scenario as data, as its file holds it. */
  toJSON(): Scenario;
  /** The scenario as the text of a YAML file. */
  toYAML(): Promise<string>;
  /** Writes the scenario as a whole to a `.json`, `.yaml` or `.yml` file and gives its path. */
  write(file: string, options?: WriteOptions): Promise<string>;
}

/** Where a scenario may be written. */
export interface WriteOptions {
  /** The folder that the file is relative to; that of this process where left out. */
  readonly cwd?: string | undefined;
  /** Whether it may be written outside of that folder. */
  readonly isOutsideAllowed?: boolean | undefined;
}
