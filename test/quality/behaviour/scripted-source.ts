import type { Named } from "../../../src/kernel/decisions/decisions.ts";
import { SimplestSource } from "../../../src/kernel/decisions/random-source.ts";

/**
 * Answers as a list of steps says: `pay` runs that rule, `+lost` and `-lost` switch that fault.
 * The run ends with the list; all else gets the simplest answer.
 */
export class ScriptedSource extends SimplestSource {
  readonly #steps: string[];

  constructor(steps: readonly string[]) {
    super();
    this.#steps = [...steps];
  }

  override pick(label = "", options: readonly Named[] = []): number {
    const step = this.#steps.shift() ?? "";
    const wanted = label === "fault" ? step.slice(1) : step;
    const at = options.findIndex(({ name }) => name === wanted);
    if (at < 0) throw new Error(`the script wants the ${label} \`${wanted}\`, which is not there`);
    return at;
  }

  override chance(label = "", probability = 0): boolean {
    const [step] = this.#steps;
    if (label === "more") return step !== undefined;
    if (label === "toggle") return step !== undefined && /^[+-]/.test(step);
    // What strikes with certainty does.
    return probability === 1;
  }
}
