import type { Decision } from "../../kernel/decisions/decision.ts";
import { Generator } from "../../kernel/decisions/generator.ts";
import type { SeedWords } from "../../kernel/decisions/seed.ts";
import { real } from "../../world/real.ts";
import type { BaseStrategy, Exhaustion, Outcome, RunSource } from "../strategy.ts";
import { FaultTuples } from "./fault-tuples.ts";
import { chooseConfig, learnConfig, newConfig, type SwarmConfig } from "./swarm-config.ts";
import { SwarmSource } from "./swarm-source.ts";
import { type SwarmNames, swarmNames, type SwarmSettings, type SwarmState } from "./swarm-state.ts";

/**
 * Runs with a part of the rules and faults: what some of them drown, others then show. Some runs
 * keep the full set, some toss a coin for each name, some go by what names have brought, some
 * bring faults together that never were, most repeat configurations that brought something.
 */
export class SwarmStrategy implements BaseStrategy {
  readonly #base: BaseStrategy;
  readonly #settings: SwarmSettings;
  /** Rules by their names, faults as `fault <name>`. */
  readonly #names: readonly string[];
  readonly #generator = new Generator();
  readonly #seed: SeedWords;
  readonly #configs = new Map<string, SwarmConfig>();
  readonly #tuples: FaultTuples;
  #runs: number;
  #tupleRuns: number;
  #tupleMs: number;
  /** Since when a run has been trying to bring faults together. */
  #sinceMs: number | undefined;
  #present: SwarmConfig;
  /** Faults that the present run is to bring together, until that was counted. */
  #together: readonly string[] = [];
  #source: SwarmSource | undefined;

  constructor(options: {
    readonly base: BaseStrategy;
    readonly settings: SwarmSettings;
    readonly names: SwarmNames;
    readonly seed: SeedWords;
    readonly state: SwarmState | undefined;
  }) {
    const { state, names, settings, seed } = options;
    this.#base = options.base;
    this.#settings = settings;
    this.#names = swarmNames(names);
    const [a, b, c, d] = seed.words;
    this.#seed = { ...seed, words: [a, b ^ 0x27d4_eb2f, c, d] };
    for (const config of state?.configs ?? []) this.#configs.set(config.key, { ...config });
    this.#tuples = new FaultTuples(names.faults, settings.faultTuples, state?.openTuples);
    this.#runs = state?.runs ?? 0;
    this.#tupleRuns = state?.tupleRuns ?? 0;
    this.#tupleMs = state?.tupleMs ?? 0;
    this.#present = newConfig(this.#fullKey());
  }

  next(runIndex: number): RunSource | undefined {
    const source = this.#base.next(runIndex);
    if (source === undefined || this.#names.length === 0) return source;
    const { key, together } = this.#choose(runIndex);
    // Only where time is limited: otherwise the state would differ from process to process.
    const isTimed = together.length > 0 && this.#settings.tupleMsMax !== undefined;
    this.#sinceMs = isTimed ? real.performanceNow() : undefined;
    this.#present = this.#configs.get(key) ?? newConfig(key);
    this.#together = together;
    const stays = (name: string): boolean => key[this.#names.indexOf(name)] !== "0";
    this.#source = new SwarmSource(source, { stays, together });
    return this.#source;
  }

  learn(log: readonly Decision[], outcome: Outcome): void {
    this.#base.learn(log, outcome);
    for (const { faults } of outcome.exposures ?? []) this.#tuples.learn(faults);
    // A run that follows a list is spent on them only where it was asked.
    if (this.#source?.hasSteered === true) this.#spend();
  }

  reward(newSlots: number, isBroken: boolean): void {
    this.#runs += 1;
    this.#spend();
    if (!this.#settings.ruleSwarm) return;
    learnConfig(this.#present, { newSlots, isBroken });
    this.#configs.set(this.#present.key, this.#present);
    if (this.#configs.size <= configsMax) return;
    const all = [...this.#configs.values()];
    const least = all.reduce((a, b) => (b.energy + b.failures < a.energy + a.failures ? b : a));
    this.#configs.delete(least.key);
  }

  lose(runIndex: number): void {
    this.#base.lose(runIndex);
    if (this.#names.length === 0) return;
    this.#together = this.#choose(runIndex).together;
    this.#sinceMs = undefined;
    this.#spend();
  }

  state(): SwarmState {
    return {
      kind: "swarm",
      base: this.#base.state() as readonly number[],
      runs: this.#runs,
      tupleRuns: this.#tupleRuns,
      tupleMs: Math.round(this.#tupleMs),
      configs: [...this.#configs.values()],
      openTuples: this.#tuples.data(),
    };
  }

  changes(): SwarmState {
    return this.state();
  }

  exhaustion(): Exhaustion | undefined {
    return this.#base.exhaustion();
  }

  /** Counts a run that was spent on bringing faults together: as a try, a run and its time. */
  #spend(): void {
    if (this.#together.length === 0) return;
    this.#tuples.tried(this.#together);
    this.#tupleRuns += 1;
    if (this.#sinceMs !== undefined) this.#tupleMs += real.performanceNow() - this.#sinceMs;
    this.#together = [];
  }

  #choose(runIndex: number): { readonly key: string; readonly together: readonly string[] } {
    const generator = this.#generator;
    generator.restart(this.#seed, runIndex);
    const { ruleSwarm } = this.#settings;
    const roll = generator.integer(0, 99);
    const isNew = this.#runs < warmUpRuns;
    const share = isNew ? 50 : ruleSwarm ? tupleShare : tupleShareAlone;
    if (roll < share && this.#mayBringTogether()) return this.#bringTogether();
    if (!ruleSwarm) return { key: this.#fullKey(), together: [] };
    if (isNew || roll < share + coinShare) return { key: this.#byChance(() => 0.5), together: [] };
    if (roll < share + coinShare + fullShare) return { key: this.#fullKey(), together: [] };
    if (roll < share + coinShare + fullShare + creditShare) {
      return { key: this.#byChance(this.#credit()), together: [] };
    }
    const known = chooseConfig([...this.#configs.values()], generator);
    return { key: known?.key ?? this.#byChance(() => 0.5), together: [] };
  }

  #mayBringTogether(): boolean {
    const { tupleRuns = Infinity, tupleMsMax = Infinity } = this.#settings;
    return this.#tupleRuns < tupleRuns && this.#tupleMs < tupleMsMax;
  }

  #bringTogether(): { readonly key: string; readonly together: readonly string[] } {
    const together = this.#tuples.next(this.#generator);
    if (together === undefined) return { key: this.#fullKey(), together: [] };
    if (!this.#settings.ruleSwarm) return { key: this.#fullKey(), together };
    const forced = new Set(together.map((name) => `fault ${name}`));
    const chance = (name: string): number => {
      if (forced.has(name)) return 1;
      return name.startsWith("fault ") ? companionShare : 0.5;
    };
    return { key: this.#byChance(chance), together };
  }

  #fullKey(): string {
    return "1".repeat(this.#names.length);
  }

  #byChance(chance: (name: string) => number): string {
    const letters = this.#names.map((name) =>
      this.#generator.next() < chance(name) * 0x1_0000_0000 ? "1" : "0",
    );
    return letters.join("");
  }

  /** How likely a name is taken by what runs with it have brought, against those without it. */
  #credit(): (name: string) => number {
    const all = [...this.#configs.values()];
    return (name) => {
      const at = this.#names.indexOf(name);
      const rate = (letter: string): number => {
        const own = all.filter(({ key }) => key[at] === letter);
        const uses = own.reduce((sum, config) => sum + config.uses, 0);
        const productive = own.reduce((sum, config) => sum + config.productive, 0);
        return (productive + 1) / (uses + 2);
      };
      const share = rate("1") / (rate("1") + rate("0"));
      return Math.min(Math.max(share, creditMin), creditMax);
    };
  }
}

// --- inside ---

const warmUpRuns = 20;
const configsMax = 64;
/** Out of a hundred runs. What is left over goes to configurations that brought something. */
const tupleShare = 15;
const tupleShareAlone = 20;
const coinShare = 15;
const fullShare = 10;
const creditShare = 10;
/** How often another fault stays in beside those that are brought together. */
const companionShare = 0.35;
const creditMin = 0.3;
const creditMax = 0.8;
