import type { Question, EditableResult, EditableMessage, EditableTool } from "./dialect.ts";
import { contentText, isLoose, type Loose, objectsOf, textOf } from "../loose-json.ts";
import { callsByKey, instructionsIn, placesOfTools, writtenContent } from "./question-places.ts";

/** Reads what is asked in the format of OpenAI's Responses. */
export function responsesQuestion(body: Loose): Question {
  const { input, instructions, previous_response_id: before, conversation } = body;
  return {
    model: textOf(body["model"]),
    isStream: body["stream"] === true,
    asked: [body["model"], instructions, input, before, conversation, body["tools"]],
    system: [textOf(instructions), instructionsIn(objectsOf(input))]
      .filter((text) => text !== "")
      .join("\n"),
    tools: toolsOf(body),
    results: resultsOf(objectsOf(input)),
    said: saidIn(body),
  };
}

// --- inside ---

function toolsOf(body: Loose): readonly EditableTool[] {
  return placesOfTools(body, {
    definition: (tool) => (tool["type"] === "function" ? tool : undefined),
    schemaKey: "parameters",
  });
}

function resultsOf(items: readonly Loose[]): readonly EditableResult[] {
  const calls = callsByKey(
    items.filter((item) => item["type"] === "function_call" || item["type"] === "custom_tool_call"),
    (item) => ({
      id: textOf(item["call_id"]),
      tool: textOf(item["name"]),
      arguments: textOf(item["arguments"] ?? item["input"]),
    }),
  );
  return items
    .filter((item) => resultTypes.has(textOf(item["type"])))
    .map((item) => ({
      id: textOf(item["call_id"]),
      call: calls.get(textOf(item["call_id"])),
      text: contentText(item["output"]),
      isError: false, // this format has no place for it
      write: (text) => {
        item["output"] = text;
      },
    }));
}

const resultTypes = new Set(["function_call_output", "custom_tool_call_output"]);

function saidIn(body: Loose): readonly EditableMessage[] {
  const { input } = body;
  if (typeof input === "string") return [onlyInput(body, input)];
  if (!Array.isArray(input)) return [];
  const items: unknown[] = input;
  return items.flatMap((item) => {
    if (!isLoose(item)) return [];
    const { role, content } = item;
    if (role !== "user" && role !== "assistant") return [];
    return {
      role,
      text: contentText(content),
      write: (text: string) => {
        const type = role === "user" ? "input_text" : "output_text";
        item["content"] = writtenContent(item["content"], text, type);
      },
      insertBefore: (text: string) => {
        items.splice(items.indexOf(item), 0, { role: "user", content: text });
      },
    };
  });
}

function onlyInput(body: Loose, input: string): EditableMessage {
  const before: string[] = [];
  let now = input;
  const put = (): void => {
    body["input"] =
      before.length === 0 ? now : [...before, now].map((content) => ({ role: "user", content }));
  };
  return {
    role: "user",
    text: input,
    write: (text) => {
      now = text;
      put();
    },
    insertBefore: (text) => {
      before.push(text);
      put();
    },
  };
}
