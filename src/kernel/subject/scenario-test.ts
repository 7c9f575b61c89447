/** A scenario as the module exports it that stands for a scenario file. */
export interface ScenarioTest {
  readonly kind: "scenarioTest";
  readonly options: ScenarioOptions;
}

/** What a scenario needs for its runs. */
export interface ScenarioOptions {
  /** The file, relative to the project root, with forward slashes. */
  readonly file: string;
  /** The same as an address; stacks name it. */
  readonly url: string;
  /** The checked content of the file, as plain data. */
  readonly scenario: unknown;
  /** Line and column of each step, by its pointer: `/steps/3/steps/0`. */
  readonly places: Readonly<Record<string, readonly [line: number, column: number]>>;
  /** The user's modules that steps name, by the path that the steps give. */
  readonly modules: Readonly<Record<string, object>>;
}

/** Makes a scenario a value that can be run. */
export function scenarioTest(options: ScenarioOptions): ScenarioTest {
  return { kind: "scenarioTest", options };
}
