import type { AgentFault, AgentInvariant } from "../../kernel/agent/index.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { AgentConfig, AgentContract, AgentScenario } from "../../config/agent/agent-config.ts";
import type { Mutation } from "./mutations/mutation.ts";
import { cellKey, type Talk } from "./talk.ts";

/** A conversation that is to be held, and what is judged on it. */
export interface PlannedTalk {
  readonly talk: Talk;
  readonly invariants: readonly AgentInvariant[];
  /** What is judged only to be compared with; it makes no cells and no score. */
  readonly aside?: readonly AgentInvariant[] | undefined;
}

/** What goes wrong in a phase. */
export interface Chaos {
  readonly scenario: string;
  readonly faults: readonly AgentFault[];
  /** Those of a built-in profile, by id: not every agent gives each of them a call to strike. */
  readonly optional?: readonly string[] | undefined;
}

/** The name of the row that nothing strikes. */
export const calmScenario = "no-chaos";

/** Every prompt in every scenario of a contract, and once where nothing strikes. */
export function contractTalks(
  config: AgentConfig,
  contract: AgentContract,
  seed: Seed,
): readonly PlannedTalk[] {
  const isCalm = ({ faults }: AgentScenario): boolean => faults.length === 0;
  const calm = contract.scenarios.filter(isCalm);
  const added = calm.length > 0 ? [] : [{ name: calmScenario, faults: [], prompts: undefined }];
  const rows = [...calm, ...added, ...contract.scenarios.filter((row) => !isCalm(row))];
  const [common, probed] = divided(contract.invariants);
  return rows.flatMap((row) => {
    const prompts = row.prompts ?? config.prompts;
    const of = (prompt: string, invariants: readonly AgentInvariant[]): readonly PlannedTalk[] =>
      trialsOf(config, {
        phase: "contract",
        scenario: row.name,
        prompt,
        faults: row.faults,
        seed,
      }).map((talk) => ({ talk, invariants }));
    return [
      ...(common.length === 0 ? [] : prompts.flatMap((prompt) => of(prompt, common))),
      ...probed.flatMap((one) => one.probes.flatMap((probe) => of(probe, [one]))),
    ];
  });
}

/** Every prompt under one set of faults, and once where nothing strikes. */
export function chaosTalks(
  config: AgentConfig,
  chaos: Chaos & { readonly seed: Seed },
): readonly PlannedTalk[] {
  const { seed } = chaos;
  const [common, probed] = divided(rulesOf(config));
  const prompts = [
    ...config.prompts.map((prompt) => ({ prompt, invariants: common })),
    ...probed.flatMap((one) => one.probes.map((prompt) => ({ prompt, invariants: [one] }))),
  ].filter(({ invariants }) => invariants.length > 0);
  return prompts.flatMap(({ prompt, invariants }) => [
    ...calmTalks(config, { phase: "chaos", prompt, seed }).map((calm) => ({
      ...calm,
      aside: invariants,
    })),
    ...trialsOf(config, { ...chaos, phase: "chaos", prompt }).map((talk) => ({
      talk,
      invariants,
    })),
  ]);
}

/** Every changed prompt, and every prompt once as it is. */
export function mutationTalks(
  config: AgentConfig,
  mutations: readonly Mutation[],
  chaos: Omit<Chaos, "scenario"> & { readonly seed: Seed },
): readonly PlannedTalk[] {
  const { seed } = chaos;
  const [invariants] = divided(rulesOf(config));
  const calm = config.prompts.flatMap((prompt) =>
    calmTalks(config, { phase: "mutation", prompt, seed }),
  );
  const changed = mutations.flatMap((mutation) => {
    const { id, type, meaning, canary, base, edits } = mutation;
    const scenario = `${type} ${id.slice(0, 8)}`;
    return trialsOf(config, { ...chaos, phase: "mutation", scenario, prompt: base }).map(
      (talk) => ({
        talk: {
          ...talk,
          input: mutation.input,
          edits,
          mutation: { type, meaning, id, canary, mustDiffer: mutation.mustDiffer },
        },
        invariants,
      }),
    );
  });
  return [...calm, ...changed];
}

/** The rules of phases that have none of their own: the agent's, or those of its contract. */
export function rulesOf({ invariants, contract }: AgentConfig): readonly AgentInvariant[] {
  return invariants.length > 0 ? invariants : (contract?.invariants ?? []);
}

// --- inside ---

/** What is answered without chaos is compared with; it is no cell of the phase. */
function calmTalks(
  config: AgentConfig,
  of: Pick<Talk, "phase" | "prompt" | "seed">,
): readonly PlannedTalk[] {
  return trialsOf(config, { ...of, scenario: calmScenario, faults: [] }).map((talk) => ({
    talk,
    invariants: [],
  }));
}

function trialsOf(
  { trials }: AgentConfig,
  { phase, scenario, prompt, faults, seed, optional }: Omit<Talk, "input" | "trial" | "cell">,
): readonly Talk[] {
  return Array.from({ length: trials }, (_, at) => {
    const of = { phase, scenario, prompt, trial: at + 1 };
    const own = optional === undefined ? {} : { optional };
    return { ...of, faults, seed, ...own, input: { prompt }, cell: cellKey(of) };
  });
}

/** Rules for every prompt, and those with prompts of their own. */
function divided(
  invariants: readonly AgentInvariant[],
): readonly [readonly AgentInvariant[], readonly AgentInvariant[]] {
  return [
    invariants.filter(({ probes }) => probes.length === 0),
    invariants.filter(({ probes }) => probes.length > 0),
  ];
}
