import type { ModelQuestion } from "./model-question.ts";
import { piecesOf } from "./pieces-of.ts";
import type { ScriptAnswer } from "./script-answer.ts";

/** An answer as Chat Completions writes it when it is asked for as a whole. */
export function chatBody(answer: ScriptAnswer, { model }: ModelQuestion): unknown {
  const calls = answer.calls.map((call) => ({
    id: `call_${call.id}`,
    type: "function",
    function: { name: call.tool, arguments: call.arguments },
  }));
  const content = answer.text === "" && calls.length > 0 ? null : answer.text;
  const message = { role: "assistant", content, refusal: null };
  return {
    ...head(answer, model),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: calls.length === 0 ? message : { ...message, tool_calls: calls },
        logprobs: null,
        finish_reason: answer.finish,
      },
    ],
    usage: usageOf(answer),
  };
}

/** The same as the events of a stream. */
export function chatEvents(
  answer: ScriptAnswer,
  { model, wantsUsage }: ModelQuestion,
): readonly string[] {
  const base = { ...head(answer, model), object: "chat.completion.chunk" };
  const chunk = (delta: unknown, finish: string | null = null): string =>
    line({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  const calls = answer.calls.flatMap((call, index) => {
    const part = (rest: object): string => chunk({ tool_calls: [{ index, ...rest }] });
    const named = { name: call.tool, arguments: "" };
    return [
      part({ id: `call_${call.id}`, type: "function", function: named }),
      ...piecesOf(call.arguments, answer.chunk).map((piece) =>
        part({ function: { arguments: piece } }),
      ),
    ];
  });
  return [
    chunk({ role: "assistant", content: answer.text === "" ? null : "", refusal: null }),
    ...piecesOf(answer.text, answer.chunk).map((content) => chunk({ content })),
    ...calls,
    chunk({}, answer.finish),
    ...(wantsUsage ? [line({ ...base, choices: [], usage: usageOf(answer) })] : []),
    "data: [DONE]\n\n",
  ];
}

// --- inside ---

function head({ id }: ScriptAnswer, model: string): object {
  return { id: `chatcmpl-${id}`, created: 0, model, system_fingerprint: null };
}

function usageOf({ usage }: ScriptAnswer): object {
  const { input, output } = usage;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function line(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
