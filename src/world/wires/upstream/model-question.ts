import type { ModelProtocol } from "../../../kernel/agent/agent-event.ts";
import { listOf, type Loose, looseOf, textOf } from "../loose-json.ts";

/** What a model is asked, the same for all protocols. */
export interface ModelQuestion {
  readonly protocol: ModelProtocol;
  readonly model: string;
  readonly isStream: boolean;
  /** Whether a stream of Chat Completions is to end with the count of tokens. */
  readonly wantsUsage: boolean;
  readonly system: string;
  readonly items: readonly QuestionItem[];
  /** The names and descriptions of its tools. */
  readonly tools: string;
}

/** One thing that was said so far. */
export type QuestionItem =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "assistant"; readonly text: string }
  | { readonly kind: "call"; readonly id: string; readonly tool: string; readonly text: string }
  | { readonly kind: "result"; readonly id: string; readonly text: string };

/** Reads a question; `remembered` gives the items of an earlier answer that is only named. */
export function readQuestion(
  protocol: ModelProtocol,
  body: Loose,
  remembered: (id: string) => readonly QuestionItem[],
): ModelQuestion {
  const base = {
    protocol,
    model: textOf(body["model"]) || "scripted",
    isStream: body["stream"] === true,
    wantsUsage: looseOf(body["stream_options"])["include_usage"] === true,
    tools: listOf(body["tools"]).map(toolText).join("\n"),
  };
  switch (protocol) {
    case "chat-completions":
      return { ...base, ...readChat(body) };
    case "responses":
      return { ...base, ...readResponses(body, remembered) };
    case "messages":
      return { ...base, ...readMessages(body) };
  }
}

// --- inside ---

type SpokenPart = Pick<ModelQuestion, "system" | "items">;

function readChat(body: Loose): SpokenPart {
  const messages = listOf(body["messages"]).map(looseOf);
  const isSystem = (role: unknown): boolean => role === "system" || role === "developer";
  const system = messages.filter(({ role }) => isSystem(role)).map(({ content }) => flat(content));
  const items = messages
    .filter(({ role }) => !isSystem(role))
    .flatMap((message): QuestionItem[] => {
      const text = flat(message["content"]);
      if (message["role"] === "tool") {
        return [{ kind: "result", id: textOf(message["tool_call_id"]), text }];
      }
      if (message["role"] === "user") return [{ kind: "user", text }];
      const calls = listOf(message["tool_calls"]).map(looseOf);
      return [
        ...said(text, calls.length),
        ...calls.map((call): QuestionItem => {
          const asked = looseOf(call["function"]);
          const tool = textOf(asked["name"]);
          return { kind: "call", id: textOf(call["id"]), tool, text: textOf(asked["arguments"]) };
        }),
      ];
    });
  return { system: system.join("\n"), items };
}

function readResponses(
  body: Loose,
  remembered: (id: string) => readonly QuestionItem[],
): SpokenPart {
  const { input } = body;
  const given = typeof input === "string" ? [{ role: "user", content: input }] : listOf(input);
  const system = [textOf(body["instructions"])];
  const items = given.map(looseOf).flatMap((item): readonly QuestionItem[] => {
    const text = flat(item["content"]);
    if (item["type"] === "item_reference") return remembered(textOf(item["id"]));
    if (item["type"] === "function_call") {
      const tool = textOf(item["name"]);
      const asked = textOf(item["arguments"]);
      return [{ kind: "call", id: textOf(item["call_id"]), tool, text: asked }];
    }
    if (item["type"] === "function_call_output") {
      return [{ kind: "result", id: textOf(item["call_id"]), text: flat(item["output"]) }];
    }
    if (item["role"] === "system" || item["role"] === "developer") {
      system.push(text);
      return [];
    }
    if (item["role"] === "user") return [{ kind: "user", text }];
    return item["role"] === "assistant" ? said(text, 0) : [];
  });
  const before = remembered(textOf(body["previous_response_id"]));
  return { system: system.filter(Boolean).join("\n"), items: [...before, ...items] };
}

function readMessages(body: Loose): SpokenPart {
  const items = listOf(body["messages"])
    .map(looseOf)
    .flatMap(({ role, content }): QuestionItem[] => {
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
      return listOf(blocks)
        .map(looseOf)
        .flatMap((block): QuestionItem[] => {
          if (block["type"] === "tool_result") {
            const text = flat(block["content"]);
            return [{ kind: "result", id: textOf(block["tool_use_id"]), text }];
          }
          if (block["type"] === "tool_use") {
            const text = JSON.stringify(block["input"] ?? {});
            return [{ kind: "call", id: textOf(block["id"]), tool: textOf(block["name"]), text }];
          }
          const text = textOf(block["text"]);
          return role === "user" ? [{ kind: "user", text }] : said(text, 0);
        });
    });
  return { system: flat(body["system"]), items };
}

/** An answer that only calls tools has no text of its own. */
function said(text: string, callsCount: number): QuestionItem[] {
  return text === "" && callsCount > 0 ? [] : [{ kind: "assistant", text }];
}

/** The text of a content, whether it is written as text or as parts. */
function flat(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((part) => textOf(looseOf(part)["text"]))
    .filter(Boolean)
    .join("\n");
}

function toolText(tool: unknown): string {
  const { name, description, function: inner } = looseOf(tool);
  const asked = looseOf(inner);
  return [name ?? asked["name"], description ?? asked["description"]].map(textOf).join(": ");
}
