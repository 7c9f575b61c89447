import type { AgentCell, AgentPhase, Conversation } from "../../../kernel/agent/agent-cell.ts";
import {
  type AgentScores,
  type PhaseScore,
  type ScenarioDelta,
  scoreNames,
} from "../../../kernel/agent/agent-report.ts";
import { type MutationType, mutationWeights } from "../../../kernel/agent/mutation.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { ScoringConfig } from "../../../config/agent/agent-config.ts";
import { wilsonInterval } from "./wilson-interval.ts";

/** What scores are computed with. */
export interface ScoreOptions {
  readonly scoring: ScoringConfig;
  /** Those that differ from the built-in ones. */
  readonly mutationWeights: ReadonlyMap<MutationType, number>;
  /** What `AgentCell.conversation` counts in. */
  readonly conversations: readonly Pick<Conversation, "mutation" | "faults" | "aimed">[];
  /** What the same rules say of conversations without chaos that are no cells of a phase. */
  readonly calm?: readonly AgentCell[] | undefined;
}

/** All numbers of a report. */
export interface Scored {
  readonly scores: AgentScores;
  readonly phases: readonly PhaseScore[];
  readonly deltas: readonly ScenarioDelta[];
}

/**
 * Scores cells: the weights of those that passed over the weights of those that were judged, by
 * severity in a contract, by kind of change among mutations, plainly otherwise. A cell that was
 * skipped, inconclusive or an error is counted and not rated.
 */
export function scoreOf(cells: readonly AgentCell[], options: ScoreOptions): Scored {
  if (cells.length === 0) {
    throw new GauntletError({
      code: "A001",
      what: "nothing was judged: there is no cell of invariant, scenario and prompt",
      where: "[agent]",
      help: "add at least one invariant, and one scenario or mutation, that are judged together",
    });
  }
  const phases = phaseOrder
    .map((phase) => ({ phase, own: cells.filter((cell) => cell.phase === phase) }))
    .filter(({ own }) => own.length > 0)
    .map(({ phase, own }) => phaseScore(phase, own, options));
  return { scores: scoresOf(phases, options.scoring), phases, deltas: deltasOf(cells, options) };
}

/** What an invariant weighs in a contract. */
export const severityWeights = { critical: 3, high: 2, medium: 1, low: 1 } as const;

// --- inside ---

const phaseOrder: readonly AgentPhase[] = ["mutation", "chaos", "contract", "replay"];

function phaseScore(
  phase: AgentPhase,
  cells: readonly AgentCell[],
  options: ScoreOptions,
): PhaseScore {
  const counts = { pass: 0, fail: 0, error: 0, skipped: 0, inconclusive: 0 };
  for (const { state } of cells) counts[state] += 1;
  const failed = cells.filter(({ state }) => state === "fail");
  const criticals = failed.filter(({ severity }) => severity === "critical");
  return {
    phase,
    score: weightedRate(cells, (cell) => weightOf(cell, options)),
    interval: wilsonInterval({ passed: counts.pass, of: counts.pass + counts.fail }),
    counts,
    passAll: passAllOf(cells.filter((cell) => !isAimed(cell, options))),
    criticals: [...new Set(criticals.map(({ invariant }) => invariant))],
  };
}

function weightedRate(
  cells: readonly AgentCell[],
  weigh: (cell: AgentCell) => number,
): number | undefined {
  let passed = 0;
  let all = 0;
  for (const cell of cells.filter(isJudged)) {
    const weight = weigh(cell);
    all += weight;
    if (cell.state === "pass") passed += weight;
  }
  return all === 0 ? undefined : passed / all;
}

function weightOf(cell: AgentCell, options: ScoreOptions): number {
  if (cell.phase === "contract") return severityWeights[cell.severity];
  if (cell.phase !== "mutation") return 1;
  const type = options.conversations[cell.conversation]?.mutation?.type;
  if (type === undefined) return 1;
  return options.mutationWeights.get(type) ?? mutationWeights[type];
}

/** Whether its conversation was added so that a fault strikes: it is no trial like the others. */
function isAimed({ conversation }: AgentCell, { conversations }: ScoreOptions): boolean {
  return conversations[conversation]?.aimed !== undefined;
}

/** Trials of which all passed, among those that were judged to the end or have one that failed. */
function passAllOf(cells: readonly AgentCell[]): PhaseScore["passAll"] {
  const groups = [...groupBy(cells, trialKey).values()];
  const judged = groups.filter((group) => group.every(isJudged) || group.some(isFailed));
  const passed = judged.filter((group) => !group.some(isFailed));
  return {
    trials: Math.max(0, ...groups.map((group) => group.length)),
    rate: judged.length === 0 ? undefined : passed.length / judged.length,
  };
}

/** Phases that were not run, or of which nothing could be judged, take no part. */
function scoresOf(phases: readonly PhaseScore[], scoring: ScoringConfig): AgentScores {
  const scores: { -readonly [Name in keyof AgentScores]: number } = {};
  let sum = 0;
  let weights = 0;
  for (const { phase, score } of phases) {
    if (score === undefined) continue;
    scores[scoreNames[phase]] = score;
    sum += score * scoring[phase];
    weights += scoring[phase];
  }
  return weights === 0 ? scores : { ...scores, overall: Math.min(1, sum / weights) };
}

/**
 * Each scenario beside conversations without chaos, by the same invariants and prompts of the same
 * phase: what was judged on one side only would make a difference that no fault made.
 */
function deltasOf(cells: readonly AgentCell[], options: ScoreOptions): readonly ScenarioDelta[] {
  const isOfScenario = ({ phase }: AgentCell): boolean => phase === "contract" || phase === "chaos";
  const hasFaults = ({ conversation }: AgentCell): boolean =>
    (options.conversations[conversation]?.faults.length ?? 0) > 0;
  const judged = cells.filter((cell) => isOfScenario(cell) && isJudged(cell));
  const calm = [...cells.filter(isOfScenario), ...(options.calm ?? [])]
    .filter((cell) => !hasFaults(cell))
    .map(asKept)
    .filter(isJudged);
  const ofScenario = ({ phase, scenario }: AgentCell): string => `${phase}\0${scenario}`;
  const deltas: ScenarioDelta[] = [];
  for (const own of groupBy(judged.filter(hasFaults), ofScenario).values()) {
    const baseline = plainRate(pairedWith(own, calm));
    const rate = plainRate(pairedWith(calm, own));
    const [first] = own;
    if (first === undefined || rate === undefined || baseline === undefined) continue;
    deltas.push({ scenario: first.scenario, rate, baseline, delta: rate - baseline });
  }
  return deltas;
}

/** A rule about what only faults bring is skipped without them: it is not broken there. */
function asKept(cell: AgentCell): AgentCell {
  return cell.state === "skipped" ? { ...cell, state: "pass" } : cell;
}

/** Those cells that have a partner of the same phase, invariant and prompt among the others. */
function pairedWith(
  others: readonly AgentCell[],
  cells: readonly AgentCell[],
): readonly AgentCell[] {
  const keyOf = ({ phase, invariant, prompt }: AgentCell): string =>
    [phase, invariant, prompt].join("\0");
  const known = new Set(others.map(keyOf));
  return cells.filter((cell) => known.has(keyOf(cell)));
}

function plainRate(cells: readonly AgentCell[]): number | undefined {
  return weightedRate(cells, () => 1);
}

function trialKey({ invariant, scenario, prompt }: AgentCell): string {
  return [invariant, scenario, prompt].join("\0");
}

function isJudged({ state }: AgentCell): boolean {
  return state === "pass" || state === "fail";
}

function isFailed({ state }: AgentCell): boolean {
  return state === "fail";
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
