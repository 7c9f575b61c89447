import {
  ChatEditor,
  chatFrameWithoutChoices,
  chatRole,
  noteChatFrame,
  noteChatPlain,
} from "./chat-answer.ts";
import { chatQuestion } from "./chat-question.ts";
import type { Dialect, ErrorAnswer } from "./dialect.ts";
import {
  MessagesEditor,
  messagesFrameWithoutContent,
  messagesRole,
  noteMessagesFrame,
  noteMessagesPlain,
} from "./messages-answer.ts";
import { messagesQuestion } from "./messages-question.ts";
import { openaiError } from "./openai-errors.ts";
import { limitHeaders, type ProviderError } from "./provider-error.ts";
import {
  noteResponsesFrame,
  noteResponsesPlain,
  responsesFrameWithoutOutput,
  responsesRole,
} from "./responses-answer.ts";
import { ResponsesEditor } from "./responses-editor.ts";
import { responsesQuestion } from "./responses-question.ts";
import { makeFrame } from "../../../data/sse/sse-frames.ts";

/** The formats that the wire reads; whatever else is asked passes as it is. */
export const dialects: readonly Dialect[] = [
  {
    protocol: "chat-completions",
    isPath: (path) => path.endsWith("/chat/completions"),
    question: chatQuestion,
    noteFrame: noteChatFrame,
    notePlain: noteChatPlain,
    roleOf: chatRole,
    editor: (edit) => new ChatEditor(edit),
    withoutChoices: (body) => ({ ...body, choices: [] }),
    frameWithoutChoices: chatFrameWithoutChoices,
    errorOf: (error) => openaiError(error, "messages"),
    errorFrame: (message) => {
      const error = { message, type: "server_error", param: null, code: null };
      return makeFrame(undefined, JSON.stringify({ error }));
    },
  },
  {
    protocol: "responses",
    isPath: (path) => path.endsWith("/responses"),
    question: responsesQuestion,
    noteFrame: noteResponsesFrame,
    notePlain: noteResponsesPlain,
    roleOf: responsesRole,
    editor: (edit) => new ResponsesEditor(edit),
    withoutChoices: (body) => ({ ...body, output: [] }),
    frameWithoutChoices: responsesFrameWithoutOutput,
    errorOf: (error) => openaiError(error, "input"),
    errorFrame: (message) => {
      const error = { type: "error", code: "server_error", message, param: null };
      return makeFrame("error", JSON.stringify({ ...error, sequence_number: 0 }));
    },
  },
  {
    protocol: "messages",
    // Other providers have messages too: those of a thread are no question to a model.
    isPath: (path) => path.endsWith("/v1/messages") || path === "/messages",
    question: messagesQuestion,
    noteFrame: noteMessagesFrame,
    notePlain: noteMessagesPlain,
    roleOf: messagesRole,
    editor: (edit) => new MessagesEditor(edit),
    withoutChoices: (body) => ({ ...body, content: [] }),
    frameWithoutChoices: messagesFrameWithoutContent,
    errorOf: anthropicError,
    errorFrame: (message) => {
      const error = { type: "overloaded_error", message };
      return makeFrame("error", JSON.stringify({ type: "error", error }));
    },
  },
];

// --- inside ---

const anthropicKinds = {
  rate_limit: [429, "rate_limit_error", "This request would exceed your rate limit."],
  overloaded: [529, "overloaded_error", "Overloaded"],
  server_error: [500, "api_error", "Internal server error"],
  context_length: [
    400,
    "invalid_request_error",
    "prompt is too long: 212345 tokens > 200000 maximum",
  ],
} as const;

function anthropicError({ kind, message, headers }: ProviderError): ErrorAnswer {
  const [status, type, usual] = anthropicKinds[kind];
  const error = { type, message: message ?? usual };
  return {
    status,
    headers: {
      "content-type": "application/json",
      "request-id": "req_gauntlet",
      ...limitHeaders("anthropic", kind),
      ...headers,
    },
    body: JSON.stringify({ type: "error", error, request_id: "req_gauntlet" }),
  };
}
