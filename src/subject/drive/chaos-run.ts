import { failureFrom } from "../../kernel/failure/failure.ts";
import { literalText } from "../../kernel/values/literal.ts";
import { overlapLabel } from "../../kernel/subject/rule-overlap.ts";
import type { RunContext } from "../../kernel/subject/subject.ts";
import type { Plan, RuleEntry } from "./chaos-plan.ts";
import { judgeChecks, type NamedCheck } from "./judge-checks.ts";
import { Nemesis } from "./nemesis.ts";
import { isThenable } from "./simulation-subject.ts";

/**
 * One run of a chaos test. Everything stays synchronous until user code returns a promise: a
 * promise a step would cost more than the step of most state machines.
 */
export class ChaosRun {
  readonly #plan: Plan;
  readonly #context: RunContext;
  #rules: readonly RuleEntry[];
  #nemesis: Nemesis;
  #user: unknown;
  #steps = 0;
  /** Rules in flight, with what settles when each has ended. */
  readonly #flights = new Set<Promise<void>>();
  /** Whether a rule has been in flight since the invariants were last checked. */
  #isUnchecked = false;
  /** Whether each rule waits for the one before; undefined until a rule is in flight. */
  #isSerial: boolean | undefined;

  constructor(plan: Plan, context: RunContext) {
    this.#plan = plan;
    this.#context = context;
    this.#rules = plan.rules;
    this.#nemesis = new Nemesis(plan.faults, context);
    if (plan.isConcurrencyGiven) this.#isSerial = plan.concurrency === 1;
  }

  run(): void | Promise<void> {
    if (this.#context.settings.ruleSwarm === true) this.#leaveOut();
    const state = this.#setUp();
    if (isThenable(state)) return this.#runAsync(state);
    this.#user = state;
    return this.#runToEnd();
  }

  /** Goes without some rules and faults: what they would drown can then be seen. */
  #leaveOut(): void {
    const { decisions } = this.#context;
    const stays = (name: string): boolean => !decisions.chance(`without ${name}`, leftOutProb);
    decisions.open("swarm");
    const rules = this.#plan.rules.filter(({ name }) => stays(name));
    const faults = this.#plan.faults.filter(({ name }) => stays(`fault ${name}`));
    decisions.close();
    if (rules.length > 0) this.#rules = rules;
    this.#nemesis = new Nemesis(faults, this.#context);
  }

  async #runAsync(state: PromiseLike<unknown>): Promise<void> {
    this.#user = await state;
    await this.#runToEnd();
  }

  /** An error outside of any rule, such as a guard's, breaks the run before its teardown. */
  #runToEnd(): void | Promise<void> {
    const abandon = (thrown: unknown): void | Promise<void> => {
      this.#context.state.break(failureFrom("thrown", thrown));
      return this.#tearDown();
    };
    try {
      const rest = this.#stepOn();
      if (rest !== undefined) return rest.then(() => this.#finish(), abandon);
    } catch (thrown) {
      return abandon(thrown);
    }
    return this.#finish();
  }

  #setUp(): unknown {
    const { setup, snapshot, restore, kept } = this.#plan;
    const { world, decisions, schedule } = this.#context;
    if (snapshot === undefined || restore === undefined) return setup(world);
    if (kept !== undefined) return restore(kept.snapshot);
    const state = setup(world);
    // A setup that decides, waits, starts a timer or reads the clock cannot be skipped.
    const isPure = decisions.count === 0 && world.now() === 0 && schedule.isIdle;
    if (isPure && !isThenable(state)) this.#plan.kept = { snapshot: snapshot(state) };
    return state;
  }

  /** Takes steps while they are synchronous; gives a promise only when one has to be waited for. */
  #stepOn(): undefined | Promise<void> {
    for (;;) {
      const waiting = this.#step();
      if (waiting === "over") return this.#land();
      if (waiting !== undefined) return this.#stepOnAfter(waiting);
    }
  }

  /** Goes on by callbacks, not by nested promises: each would cost three microtasks a step. */
  #stepOnAfter(first: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        try {
          for (;;) {
            const waiting = this.#step();
            if (waiting === "over") {
              const landing = this.#land();
              if (landing === undefined) resolve();
              else landing.then(resolve, reject);
              return;
            }
            if (waiting !== undefined) {
              waiting.then(proceed, reject);
              return;
            }
          }
        } catch (thrown) {
          reject(thrown);
        }
      };
      first.then(proceed, reject);
    });
  }

  /** Waits for what is still in flight and checks once more. */
  #land(): undefined | Promise<void> {
    return this.#isUnchecked ? this.#allLanded() : undefined;
  }

  async #allLanded(): Promise<void> {
    while (this.#flights.size > 0) await Promise.all(this.#flights);
    if (!this.#isUnchecked) return;
    this.#isUnchecked = false;
    await this.#check("invariant", this.#plan.invariants);
  }

  #step(): "over" | undefined | Promise<void> {
    const { decisions, state, settings } = this.#context;
    if (state.failure !== undefined) return "over";
    const left = settings.stepsPerRun - this.#steps;
    if (left <= 0) return "over";
    if (this.#flights.size > 0 && this.#decideSerial()) return this.#allLanded();
    const rules = this.#possibleRules();
    if (rules.length === 0 && this.#flights.size === 0) return "over";
    if (rules.length === 0) return this.#allLanded();
    this.#steps += 1;
    decisions.open("step");
    // Stopping with one chance in what is left makes every length from 1 on equally likely, and
    // keeps the answer inside the span, so that deleting a step never has to mend a counter.
    const hasMore = left === settings.stepsPerRun || decisions.chance("more", 1 - 1 / (left + 1));
    if (!hasMore) {
      decisions.close();
      return "over";
    }
    if (this.#nemesis.strikes()) {
      decisions.close();
      return undefined;
    }
    const rule = decisions.pick("rule", rules, this.#plan.rules);
    const drawn = this.#draw(rule);
    if (this.#flights.size === 0) {
      decisions.close();
      return this.#startAlone(rule, drawn);
    }
    const overlaps = decisions.chance("overlap", overlapProbability);
    const pauseUs = overlaps
      ? decisions.integer("pause", { min: 0, max: settings.latencyUsMax })
      : 0;
    decisions.close();
    return this.#launch(rule, drawn, overlaps ? pauseUs : undefined);
  }

  /**
   * Decided once, when the first rule is in flight: rules that are synchronous pay nothing, and
   * shrinking has one answer that takes all overlaps out of a run.
   */
  #decideSerial(): boolean {
    this.#isSerial ??= !this.#context.decisions.chance(overlapLabel, overlappingRunsProb);
    return this.#isSerial;
  }

  /** Starts a rule while no other is in flight; it stays in flight where others may start. */
  #startAlone(rule: RuleEntry, drawn: Record<string, unknown>): undefined | Promise<void> {
    if (this.#isSerial === true) return this.#afterAlone(this.#call(rule, drawn));
    // Those that were in flight have ended by themselves: nobody has checked after them yet.
    if (this.#isUnchecked) return this.#launch(rule, drawn, undefined);
    const called = this.#call(rule, drawn);
    if (called === undefined) return this.#check("invariant", this.#plan.invariants);
    this.#keepInFlight(called);
    return undefined;
  }

  #keepInFlight(called: Promise<void>): void {
    const flight: Promise<void> = called.then(() => void this.#flights.delete(flight));
    this.#flights.add(flight);
    this.#isUnchecked = true;
  }

  #possibleRules(): readonly RuleEntry[] {
    const rules = this.#rules;
    if (!this.#plan.hasGuards) return rules;
    return rules.filter((rule) => rule.when === undefined || rule.when(this.#user));
  }

  #draw(rule: RuleEntry): Record<string, unknown> {
    const drawn: Record<string, unknown> = {};
    for (const { key, arbitrary } of rule.draws) {
      drawn[key] = this.#context.decisions.value(key, arbitrary);
    }
    return drawn;
  }

  /** Calls a rule; an error is the run's failure, never the end of this loop. */
  #call(rule: RuleEntry, drawn: Record<string, unknown>): undefined | Promise<void> {
    const { state } = this.#context;
    state.begin(rule.name, state.journal.isKept ? drawnText(drawn) : undefined);
    try {
      const result = rule.run(this.#user, drawn);
      if (!isThenable(result)) {
        state.end(rule.name);
        return undefined;
      }
      return Promise.resolve(result).then(
        () => state.end(rule.name),
        (thrown: unknown) => this.#threw(rule, thrown),
      );
    } catch (thrown) {
      this.#threw(rule, thrown);
      return undefined;
    }
  }

  #threw(rule: RuleEntry, thrown: unknown): void {
    const failure = failureFrom("thrown", thrown);
    this.#context.state.end(rule.name, "threw", `${failure.error}: ${failure.message}`);
    this.#context.state.break(failure);
  }

  #afterAlone(flight: undefined | Promise<void>): undefined | Promise<void> {
    if (flight === undefined) return this.#check("invariant", this.#plan.invariants);
    return flight.then(() => this.#check("invariant", this.#plan.invariants));
  }

  /** Starts a rule beside those in flight, or after they have all ended. */
  async #launch(
    rule: RuleEntry,
    drawn: Record<string, unknown>,
    pauseUs: number | undefined,
  ): Promise<void> {
    if (pauseUs !== undefined) {
      while (this.#flights.size >= this.#plan.concurrency) await Promise.race(this.#flights);
      if (pauseUs > 0) await this.#context.world.sleep(pauseUs / 1_000);
    }
    // Those in flight may have ended by themselves: then nobody has checked after them yet.
    const isAlone = pauseUs === undefined || this.#flights.size === 0;
    if (isAlone && this.#isUnchecked) await this.#allLanded();
    if (this.#context.state.failure !== undefined) return;
    if (rule.when !== undefined && !rule.when(this.#user)) return;
    const called = this.#call(rule, drawn);
    if (called === undefined) {
      if (this.#flights.size === 0) await this.#check("invariant", this.#plan.invariants);
      return;
    }
    this.#keepInFlight(called);
  }

  #check(kind: "invariant" | "final", checks: readonly NamedCheck[]): undefined | Promise<void> {
    return judgeChecks(checks, { kind, user: this.#user, state: this.#context.state });
  }

  #finish(): void | Promise<void> {
    const checked = this.#check("final", this.#plan.final);
    if (checked === undefined) return this.#tearDown();
    return checked.then(() => this.#tearDown());
  }

  #tearDown(): void | Promise<void> {
    const result = this.#plan.teardown?.(this.#user);
    return isThenable(result) ? Promise.resolve(result).then(() => {}) : undefined;
  }
}

// --- inside ---

/** How often a run goes without a rule or a fault. */
const leftOutProb = 0.5;

/** How often rules of a run overlap where the author does not say whether they may. */
const overlappingRunsProb = 0.5;

/** How often a rule starts beside those in flight instead of after them. */
const overlapProbability = 0.7;

function drawnText(drawn: Record<string, unknown>): string {
  return Object.entries(drawn)
    .map(([key, value]) => `${key}=${literalText(value)}`)
    .join(" ");
}
