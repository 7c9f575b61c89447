import type OpenAI from "openai";

/** What a model said: text, and tools that it wants called. */
export interface Turn {
  text: string;
  calls: OpenAI.ChatCompletionMessageFunctionToolCall[];
}

/** Puts the pieces of a streamed answer together. */
export async function readAnswer(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<Turn> {
  const said: Turn = { text: "", calls: [] };
  for await (const chunk of stream) {
    const delta = chunk.choices[0]?.delta;
    said.text += delta?.content ?? "";
    for (const piece of delta?.tool_calls ?? []) {
      const call = (said.calls[piece.index] ??= {
        id: "",
        type: "function",
        function: { name: "", arguments: "" },
      });
      call.id += piece.id ?? "";
      call.function.name += piece.function?.name ?? "";
      call.function.arguments += piece.function?.arguments ?? "";
    }
  }
  return said; // the bug: a stream that ends early looks like one that ended well
}
