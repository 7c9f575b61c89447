import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import { harvest } from "../guidance/harvest.ts";
import type { BaseState } from "../guidance/swarm-state.ts";
import type { BaseStrategy, Exhaustion, Outcome, RunSource, Strategy } from "../strategy.ts";

/** A strategy that is not led by what runs reach, while that is counted all the same. */
export class CountedStrategy implements Strategy {
  readonly #base: BaseStrategy;
  readonly #coverage: Coverage;

  constructor(base: BaseStrategy, coverage: Coverage) {
    this.#base = base;
    this.#coverage = coverage;
  }

  next(runIndex: number): RunSource | undefined {
    this.#coverage.map.clear();
    this.#coverage.state.cut();
    return this.#base.next(runIndex);
  }

  learn(log: readonly Decision[], outcome: Outcome): void {
    if (outcome.verdict !== "unknown") harvest(this.#coverage);
    this.#base.learn(log, outcome);
  }

  lose(runIndex: number): void {
    this.#base.lose(runIndex);
  }

  state(): BaseState {
    return this.#base.state();
  }

  changes(): BaseState {
    return this.#base.changes();
  }

  exhaustion(): Exhaustion | undefined {
    return this.#base.exhaustion();
  }
}
