import type { AgentCell, AgentInvariant, Conversation } from "../../kernel/agent/index.ts";
import type { ToolConfig } from "../../subject/config/agent-config.ts";
import { judgeInvariant } from "./judge/judge-invariant.ts";
import type { Held } from "./talk.ts";

/** What judging a conversation takes besides itself. */
export interface JudgeContext {
  readonly invariants: readonly AgentInvariant[];
  /** What was answered to the same prompt without chaos. */
  readonly baselines: readonly Conversation[];
  readonly tools: readonly ToolConfig[];
  /** Where the conversation stands in the report. */
  readonly index: number;
}

/** Judges every invariant on one conversation. */
export async function cellsOf(held: Held, context: JudgeContext): Promise<readonly AgentCell[]> {
  const { conversation, talk } = held;
  const cells: AgentCell[] = [];
  for (const invariant of context.invariants) {
    const { state, because } =
      held.problem === undefined
        ? await judgeInvariant(invariant, {
            prompt: talk.prompt,
            sent: talk.input,
            meaning: talk.mutation?.meaning,
            answer: conversation.answer,
            events: conversation.events,
            strikes: conversation.strikes,
            faults: talk.faults,
            baselines: context.baselines.map(({ answer }) => answer),
            canaries: held.canaries,
            tools: context.tools,
          })
        : { state: "error" as const, because: held.problem };
    cells.push({
      phase: talk.phase,
      invariant: invariant.id,
      severity: invariant.severity,
      scenario: talk.scenario,
      prompt: conversation.prompt,
      trial: talk.trial,
      state,
      because,
      conversation: context.index,
    });
  }
  return cells;
}
