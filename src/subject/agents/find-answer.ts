import { type JsonStep, readJsonPath } from "../../kernel/agent/json-path.ts";
import { failed, type Outcome } from "./agent.ts";
import { joinEvents } from "./join-events.ts";

/** An answer as it came. */
export interface RawAnswer {
  readonly text: string;
  readonly status?: number | undefined;
  /** What the agent says that it is. */
  readonly contentType?: string | undefined;
}

/** Finds what an agent says in what it sent: by a path, or under the names that agents use. */
export function findAnswer(raw: RawAnswer, path: readonly JsonStep[] | undefined): Outcome {
  const outcome = answerIn(raw, path);
  const { status } = raw;
  if (status === undefined) return outcome;
  if (outcome.error !== undefined || (status >= 200 && status < 300)) return { ...outcome, status };
  const { text } = outcome;
  // The mark says where it was cut, for whoever looks for what is left of a secret there.
  const shown = text.length > messageMax ? `${text.slice(0, messageMax)}…` : text;
  const cause = text === "" ? "" : `: ${shown}`;
  return { ...failed("reported", `the agent answered ${status}${cause}`, outcome.text), status };
}

/** Finds what an agent says in data. */
export function answerInData(data: unknown, path: readonly JsonStep[] | undefined): Outcome {
  const error = errorIn(data);
  if (error !== undefined) return failed("reported", error, path === undefined ? error : "");
  if (path !== undefined) return answerAt(data, path);
  if (typeof data !== "object" || data === null || Array.isArray(data)) return said(textOf(data));
  const name = answerNames.find((key) => Object.hasOwn(data, key));
  return said(textOf(name === undefined ? data : Reflect.get(data, name)));
}

// --- inside ---

const messageMax = 500;

const answerNames = [
  "output",
  "response",
  "result",
  "data",
  "content",
  "text",
  "message",
  "answer",
  "reply",
  "queries",
  "query",
  "results",
];

function answerIn(raw: RawAnswer, path: readonly JsonStep[] | undefined): Outcome {
  const { text, contentType = "" } = raw;
  if (/^text\/event-stream\b/iu.test(contentType)) return joinEvents(text, path);
  const isJson = /^[^;]*\bjson\b/iu.test(contentType);
  try {
    return answerInData(JSON.parse(text) as unknown, path);
  } catch {
    if (text.trim() === "") return said("");
    if (isJson) return failed("unreadable", "the agent says JSON and sent something else", text);
    if (path === undefined) return said(text);
    return failed("unreadable", "the agent sent no JSON, so `response_path` names nothing", text);
  }
}

function answerAt(data: unknown, path: readonly JsonStep[]): Outcome {
  const found = readJsonPath(data, path);
  if (found.length > 0) return said(found.map(textOf).join("\n"));
  return failed("unreadable", "nothing stands at `response_path`", textOf(data));
}

function said(text: string): Outcome {
  return { text, error: undefined };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function errorIn(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const error: unknown = Reflect.get(data, "error") ?? Reflect.get(data, "Error");
  const isError = error !== undefined && error !== null && error !== false && error !== "";
  if (!isError && Reflect.get(data, "success") !== false) return undefined;
  const cause: unknown = isError ? error : Reflect.get(data, "message");
  const message: unknown =
    typeof cause === "object" && cause !== null ? (Reflect.get(cause, "message") ?? cause) : cause;
  return message === undefined ? "the agent says `success: false`" : textOf(message);
}
