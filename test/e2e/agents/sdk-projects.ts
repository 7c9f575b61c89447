import { TempProject } from "../temp-project.ts";

/** An agent on an SDK, as its users write it: what goes wrong is answered with an apology. */
export const sdkAnswers: Readonly<Record<string, string>> = {
  openai: `
import OpenAI from "openai";
export async function ask(prompt) {
  const client = new OpenAI({ apiKey: "key-of-a-test", maxRetries: 0, logLevel: "off" });
  const messages = [{ role: "user", content: prompt }];
  const { choices } = await client.chat.completions.create({ model: "m", messages });
  return choices[0].message.content;
}
`,
  anthropic: `
import Anthropic from "@anthropic-ai/sdk";
export async function ask(prompt) {
  const client = new Anthropic({ apiKey: "key-of-a-test", maxRetries: 0, logLevel: "off" });
  const messages = [{ role: "user", content: prompt }];
  const { content } = await client.messages.create({ model: "m", max_tokens: 99, messages });
  return content[0].text;
}
`,
  "AI SDK": `
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";
export async function ask(prompt) {
  const openai = createOpenAI({ apiKey: "key-of-a-test", baseURL: process.env.OPENAI_BASE_URL });
  const { text } = await generateText({ model: openai.chat("m"), prompt, maxRetries: 0 });
  return text;
}
`,
  LangGraph: `
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import OpenAI from "openai";
const State = Annotation.Root({ prompt: Annotation(), said: Annotation() });
const model = async ({ prompt }) => {
  const client = new OpenAI({ apiKey: "key-of-a-test", maxRetries: 0, logLevel: "off" });
  const { output_text } = await client.responses.create({ model: "m", input: prompt });
  return { said: output_text };
};
const graph = new StateGraph(State)
  .addNode("model", model)
  .addEdge(START, "model")
  .addEdge("model", END)
  .compile();
export async function ask(prompt) {
  return (await graph.invoke({ prompt })).said;
}
`,
  "OpenAI Agents": `
import { Agent, Runner, Usage } from "@openai/agents-core";
import OpenAI from "openai";
const model = {
  async getResponse({ input }) {
    const client = new OpenAI({ apiKey: "key-of-a-test", maxRetries: 0, logLevel: "off" });
    const messages = [{ role: "user", content: JSON.stringify(input) }];
    const { choices } = await client.chat.completions.create({ model: "m", messages });
    const content = [{ type: "output_text", text: choices[0].message.content }];
    const output = [{ type: "message", role: "assistant", status: "completed", content }];
    return { usage: new Usage(), output };
  },
};
export async function ask(prompt) {
  const runner = new Runner({ modelProvider: { getModel: () => model }, tracingDisabled: true });
  return (await runner.run(new Agent({ name: "parcels" }), prompt)).finalOutput;
}
`,
};

/** A project with one of these agents. */
export function sdkProject(sdk: string): TempProject {
  const project = new TempProject({
    "ask.mjs": sdkAnswers[sdk] ?? "",
    "agent.mjs": `
import { ask } from "./ask.mjs";
export async function answer(prompt) {
  try {
    return (await ask(prompt)) || "I am sorry, I have no answer.";
  } catch {
    return "I am sorry, I cannot answer at the moment.";
  }
}
`,
  });
  for (const one of packages) project.link(one);
  return project;
}

// --- inside ---

const packages = [
  "openai",
  "@anthropic-ai/sdk",
  "ai",
  "@ai-sdk/openai",
  "@langchain/langgraph",
  "@openai/agents-core",
];
