import OpenAI from "openai";
import { readAnswer } from "./read-answer.ts";
import { callTool, tools } from "./tools.ts";

const stepsMax = 6;

/** Answers one question of a customer. */
export async function answer(question: string): Promise<string> {
  const client = new OpenAI({ apiKey: process.env["OPENAI_API_KEY"] ?? "none", maxRetries: 2 });
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: "You help customers of a shop. Look orders up before you speak." },
    { role: "user", content: question },
  ];
  for (let step = 0; step < stepsMax; step++) {
    const stream = await client.chat.completions.create({
      model: "support-1",
      messages,
      tools,
      stream: true,
    });
    const said = await readAnswer(stream);
    if (said.calls.length === 0) return said.text;
    messages.push({ role: "assistant", content: said.text, tool_calls: said.calls });
    for (const call of said.calls) {
      messages.push({ role: "tool", tool_call_id: call.id, content: await callTool(call) });
    }
  }
  return "I could not finish this. A colleague will write to you.";
}
