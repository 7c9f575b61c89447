import type { Question, EditableResult, EditableMessage, EditableTool } from "./dialect.ts";
import { contentText, isLoose, type Loose, looseOf, objectsOf, textOf } from "../loose-json.ts";
import { callsByKey, instructionsIn, placesOfTools, writtenContent } from "./question-places.ts";

/** Reads what is asked in the format of Chat Completions. */
export function chatQuestion(body: Loose): Question {
  const { messages } = body;
  return {
    model: textOf(body["model"]),
    isStream: body["stream"] === true,
    asked: [body["model"], messages, body["tools"], body["response_format"]],
    system: instructionsIn(objectsOf(messages)),
    tools: toolsOf(body),
    results: resultsOf(objectsOf(messages)),
    said: Array.isArray(messages) ? saidIn(messages) : [],
  };
}

// --- inside ---

function toolsOf(body: Loose): readonly EditableTool[] {
  return placesOfTools(body, {
    definition: (tool) => (isLoose(tool["function"]) ? tool["function"] : undefined),
    schemaKey: "parameters",
  });
}

function resultsOf(messages: readonly Loose[]): readonly EditableResult[] {
  const calls = callsByKey(
    messages.flatMap((message) => objectsOf(message["tool_calls"])),
    (call) => {
      const { name, arguments: args } = looseOf(call["function"]);
      return { id: textOf(call["id"]), tool: textOf(name), arguments: textOf(args) };
    },
  );
  return messages
    .filter((message) => message["role"] === "tool")
    .map((message) => ({
      id: textOf(message["tool_call_id"]),
      call: calls.get(textOf(message["tool_call_id"])),
      text: contentText(message["content"]),
      isError: false, // this format has no place for it
      write: (text) => {
        message["content"] = text;
      },
    }));
}

function saidIn(messages: unknown[]): readonly EditableMessage[] {
  return messages.flatMap((message) => {
    if (!isLoose(message)) return [];
    const { role } = message;
    if (role !== "user" && role !== "assistant") return [];
    return {
      role,
      text: contentText(message["content"]),
      write: (text: string) => {
        message["content"] = writtenContent(message["content"], text, "text");
      },
      insertBefore: (text: string) => {
        messages.splice(messages.indexOf(message), 0, { role: "user", content: text });
      },
    };
  });
}
