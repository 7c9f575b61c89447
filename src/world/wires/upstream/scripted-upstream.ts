import type { ModelProtocol } from "../../../kernel/agent/agent-event.ts";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../upstream.ts";
import { errorAnswer, inPieces, jsonAnswer } from "./error-answer.ts";
import { looseOf, parsed } from "../loose-json.ts";
import { type ModelQuestion, type QuestionItem, readQuestion } from "./model-question.ts";
import type { ModelScript } from "./model-script.ts";
import { EndlessPattern, type ScriptAnswer, scriptAnswer, wordsCount } from "./script-answer.ts";
import { chatBody, chatEvents } from "./speak-chat.ts";
import { messagesBody, messagesEvents } from "./speak-messages.ts";
import { responseNames, responsesBody, responsesEvents } from "./speak-responses.ts";

/** Answers from a script, and tells of what is not in it. */
export interface ScriptedUpstream extends Upstream {
  /** Questions that no rule fits; whatever was judged after one is not known. */
  readonly misses: readonly string[];
}

/** A model that follows a script: no network, and the same question has the same answer. */
export function scriptedUpstream(script: ModelScript): ScriptedUpstream {
  return new ScriptedModel(script);
}

// --- inside ---

const missesMax = 100;
const rememberedMax = 10_000; // parts of answers that later questions may name

class ScriptedModel implements ScriptedUpstream {
  readonly misses: string[] = [];
  readonly #script: ModelScript;
  /** What the Responses API keeps for the client: a later question only names it. */
  readonly #remembered = new Map<string, readonly QuestionItem[]>();

  constructor(script: ModelScript) {
    this.#script = script;
  }

  answer(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    return Promise.resolve().then(() => this.#answer(request, signal));
  }

  #answer(request: UpstreamRequest, signal: AbortSignal): UpstreamResponse {
    signal.throwIfAborted();
    const path = request.path.replace(/\?.*$/su, "");
    if (request.method === "GET" && path.endsWith("/models")) return modelsAnswer(request);
    const protocol = protocols.find(([end]) => path.endsWith(end))?.[1];
    const isCount = path.endsWith("/messages/count_tokens");
    if (request.method !== "POST" || (protocol === undefined && !isCount)) {
      const message = `the scripted model has no ${request.method} ${path}`;
      return errorAnswer(request, { status: 404, message });
    }
    const body = parsed(new TextDecoder().decode(request.body));
    if (body === undefined) {
      return errorAnswer(request, { status: 400, message: "the request is not JSON" });
    }
    const question = readQuestion(protocol ?? "messages", looseOf(body), (id) => this.#recall(id));
    if (isCount) return jsonAnswer({ input_tokens: wordsOf(question) });
    return this.#speak(request, question, signal);
  }

  #speak(request: UpstreamRequest, question: ModelQuestion, signal: AbortSignal): UpstreamResponse {
    const answer = this.#answerTo(question);
    if (typeof answer === "string") {
      if (this.misses.length < missesMax) this.misses.push(answer);
      return errorAnswer(request, { status: 500, message: answer });
    }
    if (question.protocol === "responses") this.#remember(question, answer);
    const { body, events } = speakers[question.protocol];
    const headers = { "x-request-id": `req_${answer.id}` };
    if (!question.isStream) return jsonAnswer(body(answer, question), { headers });
    const encoder = new TextEncoder();
    const pieces = events(answer, question).map((event) => encoder.encode(event));
    return {
      status: 200,
      headers: { "content-type": "text/event-stream; charset=utf-8", ...headers },
      body: inPieces(pieces, signal),
    };
  }

  /** The answer of the script, or why it has none. */
  #answerTo(question: ModelQuestion): ScriptAnswer | string {
    try {
      const answer = scriptAnswer(this.#script, question);
      if (answer !== undefined) return answer;
    } catch (thrown) {
      if (thrown instanceof EndlessPattern) return thrown.message;
      throw thrown;
    }
    const last = question.items.at(-1);
    const about = last === undefined ? "nothing" : `${last.kind} ${shortened(last.text)}`;
    return `no rule of ${this.#script.shown} fits a question that ends with ${about}`;
  }

  #remember(question: ModelQuestion, answer: ScriptAnswer): void {
    const names = responseNames(answer);
    const said: readonly QuestionItem[] =
      answer.text === "" && answer.calls.length > 0
        ? []
        : [{ kind: "assistant", text: answer.text }];
    const calls = answer.calls.map((call): QuestionItem => {
      return { kind: "call", id: `call_${call.id}`, tool: call.tool, text: call.arguments };
    });
    this.#keep(names.response, [...question.items, ...said, ...calls]);
    this.#keep(names.message, said);
    names.calls.forEach((name, index) => this.#keep(name, calls.slice(index, index + 1)));
  }

  #keep(name: string, items: readonly QuestionItem[]): void {
    this.#remembered.delete(name);
    this.#remembered.set(name, items);
    if (this.#remembered.size <= rememberedMax) return;
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined) this.#remembered.delete(oldest);
  }

  #recall(id: string): readonly QuestionItem[] {
    return this.#remembered.get(id) ?? [];
  }
}

const protocols: readonly (readonly [string, ModelProtocol])[] = [
  ["/chat/completions", "chat-completions"],
  ["/responses", "responses"],
  ["/messages", "messages"],
];

interface Speaker {
  readonly body: (answer: ScriptAnswer, question: ModelQuestion) => unknown;
  readonly events: (answer: ScriptAnswer, question: ModelQuestion) => readonly string[];
}

const speakers: Readonly<Record<ModelProtocol, Speaker>> = {
  "chat-completions": { body: chatBody, events: chatEvents },
  responses: { body: responsesBody, events: responsesEvents },
  messages: { body: messagesBody, events: messagesEvents },
};

function modelsAnswer(request: UpstreamRequest): UpstreamResponse {
  const id = "scripted";
  if (request.to === "anthropic") {
    const model = { type: "model", id, display_name: id, created_at: "1970-01-01T00:00:00Z" };
    return jsonAnswer({ data: [model], has_more: false, first_id: id, last_id: id });
  }
  const model = { id, object: "model", created: 0, owned_by: "gauntlet" };
  return jsonAnswer({ object: "list", data: [model] });
}

function wordsOf({ system, tools, items }: ModelQuestion): number {
  return wordsCount([system, tools, ...items.map(({ text }) => text)].join("\n"));
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
