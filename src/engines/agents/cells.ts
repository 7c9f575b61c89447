import type {
  AgentAnswer,
  AgentCell,
  AgentInvariant,
  SecretMask,
} from "../../kernel/agent/index.ts";
import type { ToolConfig } from "../../config/agent/agent-config.ts";
import { owedFaults } from "./judge/applies.ts";
import { inconclusive, type Judgement, quoted } from "./judge/evidence.ts";
import { judgeInvariant } from "./judge/judge-invariant.ts";
import type { RubricGrader } from "./model/rubric-grader.ts";
import { changedInput, type HeldConversation, isCalm, meaningOf } from "./talk.ts";
import type { UserFunctions } from "./user-functions.ts";

/** What judging a conversation takes besides itself. */
export interface JudgeContext {
  readonly invariants: readonly AgentInvariant[];
  /** What was answered to the same prompt without chaos. */
  readonly baselines: readonly AgentAnswer[];
  readonly tools: readonly ToolConfig[];
  readonly functions: UserFunctions;
  /** Has a model grade; none where no rule asks for it. */
  readonly grader?: RubricGrader | undefined;
  /** Hides what a reason quotes of the answer. */
  readonly mask: SecretMask;
  /** Where the conversation stands in the report. */
  readonly index: number;
}

/** Judges every invariant on one conversation. */
export async function cellsOf(
  held: HeldConversation,
  context: JudgeContext,
): Promise<readonly AgentCell[]> {
  const { conversation, talk } = held;
  const cells: AgentCell[] = [];
  for (const invariant of context.invariants) {
    const judged = undisturbed(await judge(invariant, held, context), held);
    const { state } = judged;
    const owes = state === "skipped" ? [] : owedFaults(invariant, talk).map(({ id }) => id);
    const because = state === "fail" ? withThen(judged.because, held) : judged.because;
    cells.push({
      phase: talk.phase,
      invariant: invariant.id,
      severity: invariant.severity,
      scenario: talk.scenario,
      prompt: conversation.prompt,
      trial: talk.trial,
      state,
      because: context.mask.text(because),
      conversation: context.index,
      ...(owes.length === 0 ? {} : { owes }),
    });
  }
  return cells;
}

// --- inside ---

/** What passes only because the machine was too busy for the agent was not put to the test. */
function undisturbed(judged: Judgement, { disturbed }: HeldConversation): Judgement {
  if (disturbed === undefined || judged.state !== "pass") return judged;
  const { tool, ms } = disturbed;
  return inconclusive(`the agent gave up on \`${tool}\` after ${ms} ms, before anything struck`);
}

/** What failed in a session is told beside what is known to have gone wrong back then. */
function withThen(because: string, { talk }: HeldConversation): string {
  const then = talk.session?.expectedFailure;
  if (then === undefined || then === "" || then.includes(because)) return because;
  return `${because}; back then: ${quoted(then)}`;
}

function judge(
  invariant: AgentInvariant,
  { talk, conversation, answer, canaries, problem, stayedAway, isUnseen }: HeldConversation,
  { baselines, tools, functions, grader }: JudgeContext,
): Promise<Judgement> {
  if (problem !== undefined) return Promise.resolve({ state: "error", because: problem });
  const changed = changedInput(talk);
  const evidence = {
    prompt: talk.prompt,
    sent: talk.input,
    meaning: meaningOf({ talk, answer }),
    answer,
    events: conversation.events,
    strikes: conversation.strikes,
    stayedAway,
    faults: talk.faults,
    optional: talk.optional,
    isCalm: isCalm(talk),
    baselines,
    canaries,
    tools,
    isUnseen,
    mustDiffer: changed.mustDiffer === true,
  };
  return judgeInvariant(invariant, evidence, {
    judgeBy: (module, given) => functions.judgeBy(module, given),
    grade: grader && ((rule) => grader.grade(rule, { prompt: talk.prompt, answer: answer.text })),
  });
}
