import type {
  Backends,
  Scenario,
  ScenarioFault,
  Step,
  StepFields,
  StepType,
} from "../../subject/scenarios/step.ts";
import { plainData } from "./plain-data.ts";
import { GauntletUsageError } from "./sdk-errors.ts";
import type { Body, ScenarioBuilder, WriteOptions } from "./step-methods.ts";

/** Starts a scenario: `scenario("a paid order is charged once").call("src/pay.ts#pay", [7])`. */
export function scenario(name: string): ScenarioBuilder {
  return new Builder({ name, steps: [] });
}

// --- inside ---

interface Draft {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly timeout?: string | undefined;
  readonly backends?: Backends | undefined;
  readonly faults?: Readonly<Record<string, ScenarioFault>> | undefined;
}

class Builder implements ScenarioBuilder {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  get steps(): readonly Step[] {
    return this.#draft.steps;
  }

  step<Type extends StepType>(type: Type, fields: StepFields[Type]): Builder {
    // The types tie the fields to the type of the step; the union of all steps cannot say so.
    return this.add({ type, ...fields } as unknown as Step);
  }

  add(...steps: readonly Step[]): Builder {
    return new Builder({ ...this.#draft, steps: [...this.#draft.steps, ...steps] });
  }

  let(name: string, value: unknown): Builder {
    return this.step("let", { name, value });
  }

  draw(name: string, schema: StepFields["draw"]["schema"]): Builder {
    return this.step("draw", { name, schema });
  }

  call(
    fn: string,
    args?: readonly unknown[],
    more?: Omit<StepFields["call"], "fn" | "args">,
  ): Builder {
    return this.step("call", { fn, args, ...more });
  }

  http(app: string, request: Omit<StepFields["http"], "app">): Builder {
    return this.step("http", { app, ...request });
  }

  expect(value: unknown, matchers: Omit<StepFields["expect"], "value">): Builder {
    return this.step("expect", { value, ...matchers });
  }

  check(fn: string, more?: Omit<StepFields["check"], "fn">): Builder {
    return this.step("check", { fn, ...more });
  }

  sleep(duration: string): Builder {
    return this.step("sleep", { duration });
  }

  fault(name: string, state: "on" | "off"): Builder {
    return this.step("fault", { name, on: state === "on" });
  }

  parallel(...branches: readonly Body[]): Builder {
    return this.step("parallel", { branches: branches.map(stepsOf) });
  }

  repeat(times: number, body: Body): Builder {
    return this.step("repeat", { times, steps: stepsOf(body) });
  }

  expectFailure(how: Omit<StepFields["expect_failure"], "steps">, body: Body): Builder {
    return this.step("expect_failure", { ...how, steps: stepsOf(body) });
  }

  withTimeout(timeout: string): Builder {
    return new Builder({ ...this.#draft, timeout });
  }

  withBackends(backends: Backends): Builder {
    return new Builder({ ...this.#draft, backends });
  }

  withFault(name: string, fault: ScenarioFault): Builder {
    return new Builder({ ...this.#draft, faults: { ...this.#draft.faults, [name]: fault } });
  }

  toJSON(): Scenario {
    const { name, steps, timeout, backends, faults } = this.#draft;
    if (steps.length === 0) {
      throw new GauntletUsageError({
        code: "D004",
        what: `the scenario \`${name}\` has no steps`,
        where: "/steps",
        help: 'add one: `.call("src/pay.ts#charge", [4900])`',
      });
    }
    return plainData({ version: 1, name, timeout, backends, faults, steps }, "") as Scenario;
  }

  async toYAML(): Promise<string> {
    const { scenarioYaml } = await import("./write-scenario.ts");
    return scenarioYaml(this.toJSON());
  }

  async write(file: string, options: WriteOptions = {}): Promise<string> {
    const { writeScenario } = await import("./write-scenario.ts");
    return writeScenario(this.toJSON(), file, options);
  }
}

function stepsOf(body: Body): readonly Step[] {
  return typeof body === "function" ? body(new Builder({ name: "", steps: [] })).steps : body;
}
