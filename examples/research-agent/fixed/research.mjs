import Anthropic from "@anthropic-ai/sdk";

const stepsMax = 6;

const system = "You look questions up in the user's notes and save what you found.";

/** Answers a question from the notes and saves the answer there. */
export async function research(question, notes) {
  const client = new Anthropic({ apiKey: process.env.ANTHROPIC_API_KEY ?? "none" });
  const messages = [{ role: "user", content: question }];
  let saved = false;
  for (let step = 0; step < stepsMax; step++) {
    const said = await client.messages.create({
      model: "research-1",
      max_tokens: 400,
      system,
      messages,
      tools: notes.tools,
    });
    const calls = said.content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) {
      const text = said.content.map((block) => block.text ?? "").join("");
      if (text === "") throw new Error("the model said nothing");
      return saved ? `${text} Saved to your notes.` : text;
    }
    messages.push({ role: "assistant", content: said.content });
    const results = [];
    for (const { id, name, input } of calls) {
      const result = await notes.call(name, input);
      if (name === "save_note" && !result.isError) saved = true;
      results.push({
        type: "tool_result",
        tool_use_id: id,
        content: result.text,
        is_error: result.isError,
      });
    }
    messages.push({ role: "user", content: results });
  }
  throw new Error("the question took too many steps");
}
