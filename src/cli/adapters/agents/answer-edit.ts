import type { LlmFault } from "../../../kernel/agent/agent-fault.ts";

/** What a fault makes of an answer. */
export interface AnswerEdit {
  /** Of all that was said so far; what it gives for a part is how what it gives for more begins. */
  text(whole: string): string;
  arguments(json: string): string;
  /** Whether the answer ends as one that became too long. */
  readonly isCut: boolean;
  readonly dropsCalls: boolean;
}

/** The change of a fault; undefined where it changes no content. */
export function editOf(fault: LlmFault): AnswerEdit | undefined {
  switch (fault.mode) {
    case "truncated_response": {
      const words = fault.maxTokens ?? 10;
      const first = new RegExp(`^\\s*(?:\\S+\\s*){0,${words}}`, "u");
      return { ...same, text: (whole) => first.exec(whole)?.[0] ?? "", isCut: true };
    }
    case "empty":
      return { ...same, text: () => "", dropsCalls: true };
    case "garbage":
      return { ...same, text: () => fault.message ?? garbage, dropsCalls: true };
    case "bad_tool_arguments":
      return { ...same, arguments: (json) => json.slice(0, Math.max(1, json.length >> 1)) };
    default:
      return undefined;
  }
}

// --- inside ---

const garbage = "\u{fffd}\u{1}}{]\u{fffd} 0x7f%% ]]>";

const same: AnswerEdit = {
  text: (whole) => whole,
  arguments: (json) => json,
  isCut: false,
  dropsCalls: false,
};
