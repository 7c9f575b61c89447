import type { Question, EditableResult, EditableMessage, EditableTool } from "./dialect.ts";
import { contentText, isLoose, type Loose, objectsOf, textOf } from "../loose-json.ts";
import { callsByKey, placesOfTools } from "./question-places.ts";

/** Reads what is asked in the format of Anthropic's Messages. */
export function messagesQuestion(body: Loose): Question {
  const { messages } = body;
  return {
    model: textOf(body["model"]),
    isStream: body["stream"] === true,
    asked: [body["model"], body["system"], messages, body["tools"]],
    system: contentText(body["system"]),
    tools: toolsOf(body),
    results: resultsOf(objectsOf(messages)),
    said: Array.isArray(messages) ? saidIn(messages) : [],
  };
}

// --- inside ---

function toolsOf(body: Loose): readonly EditableTool[] {
  return placesOfTools(body, {
    definition: (tool) => (isLoose(tool["input_schema"]) ? tool : undefined),
    schemaKey: "input_schema",
  });
}

function resultsOf(messages: readonly Loose[]): readonly EditableResult[] {
  const blocks = messages.flatMap((message) => objectsOf(message["content"]));
  const calls = callsByKey(
    blocks.filter((block) => block["type"] === "tool_use"),
    (block) => ({
      id: textOf(block["id"]),
      tool: textOf(block["name"]),
      arguments: JSON.stringify(block["input"] ?? {}),
    }),
  );
  return blocks
    .filter((block) => block["type"] === "tool_result")
    .map((block) => ({
      id: textOf(block["tool_use_id"]),
      call: calls.get(textOf(block["tool_use_id"])),
      text: contentText(block["content"]),
      isError: block["is_error"] === true,
      write: (text, { isError }) => {
        block["content"] = text;
        if (isError) block["is_error"] = true;
        else delete block["is_error"];
      },
    }));
}

function saidIn(messages: unknown[]): readonly EditableMessage[] {
  return messages.flatMap((message) => {
    if (!isLoose(message)) return [];
    const { role, content } = message;
    if (role !== "user" && role !== "assistant") return [];
    // A message with results only is not something that was said.
    if (Array.isArray(content) && textBlock(content) === undefined) return [];
    return {
      role,
      text: Array.isArray(content) ? textOf(textBlock(content)?.["text"]) : textOf(content),
      write: (text: string) => {
        const block = Array.isArray(content) ? textBlock(content) : undefined;
        if (block === undefined) message["content"] = text;
        else block["text"] = text;
      },
      insertBefore: (text: string) => {
        messages.splice(messages.indexOf(message), 0, { role: "user", content: text });
      },
    };
  });
}

/** The last text: what stands before it is often a document. */
function textBlock(content: readonly unknown[]): Loose | undefined {
  return objectsOf(content).findLast((block) => block["type"] === "text");
}
