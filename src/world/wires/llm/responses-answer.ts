import type { AnswerNotes } from "./answer-notes.ts";
import type { FrameRole } from "./dialect.ts";
import {
  isLoose,
  type Loose,
  looseOf,
  numberOf,
  objectsOf,
  parsed,
  textOf,
} from "../loose-json.ts";
import type { SseFrame } from "../../../data/sse/sse-frames.ts";

/** Notes what an event of a stream of Responses says. */
export function noteResponsesFrame(notes: AnswerNotes, frame: SseFrame): void {
  const body = notes.read(frame.data);
  const item = looseOf(body["item"]);
  const key = textOf(body["item_id"]);
  const part = `${key}/${numberOf(body["content_index"])}`;
  switch (body["type"]) {
    case "response.output_text.delta":
    case "response.refusal.delta":
      notes.addText(textOf(body["delta"]), part);
      break;
    case "response.output_text.done":
      // Whoever joins the pieces misses the one that nobody could read.
      if (!notes.hasUnreadable) notes.setText(textOf(body["text"]), part);
      break;
    case "response.output_item.added":
    case "response.output_item.done":
      noteCall(notes, item);
      break;
    case "response.function_call_arguments.delta":
    case "response.custom_tool_call_input.delta":
      notes.addArguments(key, textOf(body["delta"]));
      break;
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      noteEnd(notes, looseOf(body["response"]));
      break;
    default:
  }
}

/** Notes what a whole answer of Responses says. */
export function noteResponsesPlain(notes: AnswerNotes, body: Loose): void {
  for (const item of objectsOf(body["output"])) {
    noteCall(notes, item);
    if (item["type"] !== "message") continue;
    for (const part of objectsOf(item["content"])) {
      notes.addText(textOf(part["text"]) + textOf(part["refusal"]));
    }
  }
  noteEnd(notes, body);
}

/** Says what an event of a stream of Responses is for. */
export function responsesRole(frame: SseFrame): FrameRole {
  const type = textOf(looseOf(parsed(frame.data))["type"]);
  if (type.endsWith(".delta")) return "piece";
  return endTypes.has(type) ? "finish" : "other";
}

/** Whether an item of the output is a call that the agent is to make. */
export function isCall(item: Loose): boolean {
  const type = textOf(item["type"]);
  const isHosted =
    item["execution"] === "server" ||
    textOf(looseOf(item["environment"])["type"]).startsWith("container");
  return type.endsWith("_call") && typeof item["call_id"] === "string" && !isHosted;
}

/** The event, unless it is about something that the model said. */
export function responsesFrameWithoutOutput(frame: SseFrame): SseFrame | undefined {
  const type = textOf(looseOf(parsed(frame.data))["type"]);
  return outputTypes.test(type) ? undefined : frame;
}

// --- inside ---

const endTypes = new Set(["response.completed", "response.incomplete", "response.failed"]);

const outputTypes =
  /^response\.(?:output_item|content_part|output_text|refusal|function_call_arguments)\./u;

function noteCall(notes: AnswerNotes, item: Loose): void {
  if (!isCall(item)) return;
  const key = textOf(item["id"]) === "" ? textOf(item["call_id"]) : textOf(item["id"]);
  if (!notes.hasCall(key)) {
    const tool = textOf(item["name"]) || textOf(item["type"]).replace(/_call$/u, "");
    notes.beginCall(key, { id: textOf(item["call_id"]), tool });
  }
  const whole = item["arguments"] ?? item["input"] ?? item["operation"] ?? item["action"];
  if (whole === undefined || whole === "") return;
  notes.setArguments(key, typeof whole === "string" ? whole : JSON.stringify(whole));
}

function noteEnd(notes: AnswerNotes, response: Loose): void {
  const reason = looseOf(response["incomplete_details"])["reason"];
  const finish = textOf(reason) || textOf(response["status"]);
  if (finish !== "") notes.finish = finish;
  const usage = response["usage"];
  if (!isLoose(usage)) return;
  const { input_tokens: input, output_tokens: output } = usage;
  notes.usage = { input: numberOf(input), output: numberOf(output) };
}
