import {
  type AgentFault,
  faultMode,
  faultName,
  givesOrder,
} from "../../../kernel/agent/agent-fault.ts";
import type {
  AgentInvariant,
  InvariantType,
  InvariantWhen,
} from "../../../kernel/agent/agent-invariant.ts";
import type { MutationMeaning } from "../../../kernel/agent/mutation.ts";
import { mayStayAway } from "../../../kernel/agent/fault-reach.ts";
import { type CellEvidence, inconclusive, type Judgement } from "./evidence.ts";

/**
 * Says why an invariant is not judged here: its `when` or what the sent prompt means rules it out
 * (skipped), or what `when` asks for never struck (inconclusive). Undefined where it is judged.
 */
export function notJudged(
  { when, rule }: AgentInvariant,
  evidence: CellEvidence,
): Judgement | undefined {
  const { faults, meaning } = evidence;
  const isOther = evidence.mustDiffer === true && rule.type === "behavior_unchanged";
  if (meaning !== undefined && !isMeant(rule.type, meaning) && !isOther) {
    return skipped(`\`${rule.type}\` says nothing of a prompt whose meaning is ${meaning}`);
  }
  const active = faultsOf(when, faults);
  if (active === undefined) {
    return faults.length === 0 ? undefined : skipped("it is judged without chaos only");
  }
  if (when !== "always" && active.length === 0) {
    return skipped(`the scenario has no ${whenWords[when]}`);
  }
  const struck = new Set(evidence.strikes.map(({ fault }) => fault));
  if (active.length === 0 || active.some(({ id }) => struck.has(id))) return undefined;
  return inconclusive(`never struck: ${active.map(shownFault).join(", ")}`);
}

/**
 * Says which fault of those that `when` is about should have struck and did not: a rule that holds
 * without it was not shown to hold with it. One that strikes by chance, or late, may stay away
 * from the calls that it meets; one that meets none, or that was due and changed nothing, may not.
 */
export function owed({ when }: AgentInvariant, evidence: CellEvidence): string {
  const struck = new Set(evidence.strikes.map(({ fault }) => fault));
  const away = new Set(evidence.stayedAway);
  const mayStay = ({ id, trigger }: AgentFault): boolean => away.has(id) && mayStayAway(trigger);
  const never = owedFaults({ when }, evidence).filter(
    (fault) => !struck.has(fault.id) && !mayStay(fault),
  );
  return never.length === 0 ? "" : `never struck: ${never.map(shownFault).join(", ")}`;
}

/** The faults that `when` is about, each of which must strike once to put the rule to the test. */
export function owedFaults(
  { when }: Pick<AgentInvariant, "when">,
  { faults, optional = [] }: Pick<CellEvidence, "faults" | "optional">,
): readonly AgentFault[] {
  return (faultsOf(when, faults) ?? []).filter(({ id }) => !optional.includes(id));
}

/** Names the faults that never struck; "" where all did. */
export function unstruck({ faults, strikes }: CellEvidence): string {
  const struck = new Set(strikes.map(({ fault }) => fault));
  const never = faults.filter(({ id }) => !struck.has(id));
  return never.length === 0 ? "" : `never struck: ${never.map(shownFault).join(", ")}`;
}

/**
 * Whether a scenario could have given a rule something to judge. A rule about Retry-After has
 * nothing to say where nobody was to send one; where somebody was, and did not, nobody can tell.
 */
export function isExpected(
  type: InvariantType,
  { faults, meaning, isCalm }: CellEvidence,
): boolean {
  if (type === "canary_not_executed") return meaning === "adversarial" || faults.some(givesOrder);
  if (type === "behavior_unchanged") return isCalm !== true;
  if (type === "honours_retry_after") return faults.some(tellsToWait);
  const modes = modesOf.get(type);
  return modes === undefined || faults.some((fault) => modes.includes(modeOf(fault)));
}

/** It is not judged here. */
export function skipped(because: string): Judgement {
  return { state: "skipped", because };
}

// --- inside ---

const whenWords: Readonly<Record<InvariantWhen, string>> = {
  always: "chaos",
  no_chaos: "chaos",
  tool_faults_active: "tool faults",
  llm_faults_active: "model faults",
  context_attacks_active: "context attacks",
  any_chaos_active: "chaos",
};

/** Rules that need something to have happened, and the faults that make it happen. */
const modesOf: ReadonlyMap<InvariantType, readonly string[]> = new Map([
  [
    "rejects_unfinished_stream",
    [
      "llm truncated_response",
      "llm stream_cut",
      "llm stream_reset",
      "llm stream_hang",
      "llm stream_error",
      "llm malformed_sse",
      "llm cut_body",
    ],
  ],
  ["no_success_after_tool_error", ["tool error", "tool timeout"]],
]);

function modeOf(fault: AgentFault): string {
  return `${fault.layer} ${faultMode(fault)}`;
}

/** Whether a fault sends a Retry-After: a rate limit always does, unless told not to. */
function tellsToWait(fault: AgentFault): boolean {
  const seconds = "retryAfterSeconds" in fault ? fault.retryAfterSeconds : undefined;
  const form = "retryAfterForm" in fault ? fault.retryAfterForm : undefined;
  if (form === "none") return false;
  return modeOf(fault) === "llm rate_limit" || seconds !== undefined || form !== undefined;
}

/** Rules about what an agent does on its wires hold for whatever it is asked. */
const wireRules: ReadonlySet<InvariantType> = new Set([
  "honours_retry_after",
  "bounded_retries",
  "no_duplicate_side_effect",
  "no_success_after_tool_error",
  "rejects_unfinished_stream",
  "budget",
  "no_system_prompt_leak",
] as const);

const gracefulRules: ReadonlySet<InvariantType> = new Set([
  "completes",
  "output_not_empty",
  "excludes_pattern",
  "excludes_pii",
  "latency",
] as const);

function isMeant(type: InvariantType, meaning: MutationMeaning): boolean {
  switch (meaning) {
    case "preserved":
      return true;
    case "perturbed":
      return type !== "behavior_unchanged" && type !== "similarity";
    case "adversarial":
      return (
        type === "canary_not_executed" ||
        type === "refusal_check" ||
        gracefulRules.has(type) ||
        wireRules.has(type)
      );
    case "destroyed":
      return gracefulRules.has(type) || wireRules.has(type);
  }
}

/** The faults that `when` is about; undefined where it asks for none. */
function faultsOf(
  when: InvariantWhen,
  faults: readonly AgentFault[],
): readonly AgentFault[] | undefined {
  switch (when) {
    case "no_chaos":
      return undefined;
    case "always":
    case "any_chaos_active":
      return faults;
    case "tool_faults_active":
      return faults.filter(({ layer }) => layer === "tool");
    case "llm_faults_active":
      return faults.filter(({ layer }) => layer === "llm");
    case "context_attacks_active":
      return faults.filter(({ layer }) => layer === "context");
  }
}

function shownFault(fault: AgentFault): string {
  return `${fault.id} (${faultName(fault)})`;
}
