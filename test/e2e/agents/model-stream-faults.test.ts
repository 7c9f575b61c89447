import { afterAll, beforeAll, expect, test } from "vitest";
import { faultTable } from "./fault-table.ts";
import { ModelWire } from "./model-wire.ts";
import { streamAgents } from "./sdk-agents.ts";

let wire: ModelWire;

beforeAll(async () => {
  wire = await ModelWire.open();
});

afterAll(async () => {
  await wire.close();
});

test("agents that read a stream see every fault, also those in its middle", async () => {
  expect(await faultTable(wire, streamAgents)).toBe(expected);
}, 120_000);

// --- inside ---

/** What each of them threw or got; those that say the same share a line. */
const expected = `no fault
  "It arrives in Bergen on Monday.", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  "It arrives in Bergen on Monday.", response.completed
    openai responses
  "It arrives in Bergen on Monday.", end_turn
    anthropic
timeout
  threw APIConnectionError: Connection error.
    openai chat, openai responses, anthropic
  "", finishReason rejects, onError APICallError: Cannot connect to API
    ai openai, ai openai chat, ai anthropic
truncated_response
  "It arrives in ", length
    openai chat, ai openai, ai openai chat, ai anthropic
  "It arrives in ", response.incomplete
    openai responses
  "It arrives in ", max_tokens
    anthropic
rate_limit
  threw RateLimitError 429: 429 Rate limit reache
    openai chat, openai responses
  threw RateLimitError 429: 429 {"type":"error","
    anthropic
  "", finishReason rejects, onError APICallError: Rate limit reached fo
    ai openai, ai openai chat
  "", finishReason rejects, onError APICallError: This request would ex
    ai anthropic
empty
  "", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  "", response.completed
    openai responses
  "", end_turn
    anthropic
garbage
  "ꙮ༒෴ ǝɔuǝʇuǝs ou sı sıɥʇ 𒐫𒐫𒐫", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  "ꙮ༒෴ ǝɔuǝʇuǝs ou sı sıɥʇ 𒐫𒐫𒐫", response.completed
    openai responses
  "ꙮ༒෴ ǝɔuǝʇuǝs ou sı sıɥʇ 𒐫𒐫𒐫", end_turn
    anthropic
overloaded
  threw InternalServerError 503: 503 The engine is cur
    openai chat, openai responses
  threw OverloadedError 529: 529 {"type":"error","
    anthropic
  "", finishReason rejects, onError APICallError: The engine is current
    ai openai, ai openai chat
  "", finishReason rejects, onError APICallError: Overloaded
    ai anthropic
server_error
  threw InternalServerError 500: 500 The server had an
    openai chat, openai responses
  threw InternalServerError 500: 500 {"type":"error","
    anthropic
  "", finishReason rejects, onError APICallError: The server had an err
    ai openai, ai openai chat
  "", finishReason rejects, onError APICallError: Internal server error
    ai anthropic
connection_reset
  threw APIConnectionError: Connection error.
    openai chat, openai responses, anthropic
  "", finishReason rejects, onError APICallError: Cannot connect to API
    ai openai, ai openai chat, ai anthropic
html_answer
  "", null
    openai chat, anthropic
  "", no event
    openai responses
  "", other
    ai openai, ai openai chat
  "", finishReason rejects, onError NoOutputGeneratedError: No output generated.
    ai anthropic
cut_body
  does not fit
no_choices
  "", null
    openai chat
  "", response.completed
    openai responses
  "", end_turn
    anthropic
  "", stop
    ai openai, ai anthropic
  "", other
    ai openai chat
stream_cut
  "It ", null
    openai chat, anthropic
  "It ", response.output_text.delta
    openai responses
  "It ", other
    ai openai, ai openai chat, ai anthropic
stream_reset
  threw TypeError
    openai chat, openai responses, anthropic
  threw APICallError: Failed to process suc
    ai openai, ai openai chat, ai anthropic
stream_hang
  threw TypeError
    openai chat, openai responses, anthropic
  threw APICallError: Failed to process suc
    ai openai, ai openai chat, ai anthropic
stream_error
  threw APIError: Overloaded
    openai chat
  "It ", error
    openai responses
  threw APIError: {"type":"error","erro
    anthropic
  "It ", error, onError {"message":"Overloaded","type":"error","
    ai openai
  "It ", error, onError {"message":"Overloaded","type":"server_e
    ai openai chat
  "It ", error, onError {"type":"overloaded_error","message":"Ov
    ai anthropic
slow_first_token
  late, "It arrives in Bergen on Monday.", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  late, "It arrives in Bergen on Monday.", response.completed
    openai responses
  late, "It arrives in Bergen on Monday.", end_turn
    anthropic
slow_tokens
  late, "It arrives in Bergen on Monday.", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  late, "It arrives in Bergen on Monday.", response.completed
    openai responses
  late, "It arrives in Bergen on Monday.", end_turn
    anthropic
malformed_sse
  threw SyntaxError
    openai chat, openai responses, anthropic
  "It in Bergen on Monday.", error, onError JSONParseError: JSON parsing failed:
    ai openai
  "It in Bergen on Monday.", stop, onError JSONParseError: JSON parsing failed:
    ai openai chat, ai anthropic
context_length
  threw BadRequestError 400: 400 Your input exceed
    openai chat, openai responses
  threw BadRequestError 400: 400 {"type":"error","
    anthropic
  "", finishReason rejects, onError APICallError: Your input exceeds th
    ai openai, ai openai chat
  "", finishReason rejects, onError APICallError: prompt is too long: 2
    ai anthropic
bad_tool_arguments
  "" calls {"id", tool_calls
    openai chat
  "" calls {"id", response.completed
    openai responses
  "" calls {"id", tool_use
    anthropic
  "" calls find_parcel "{\\"id\\"", tool-calls
    ai openai, ai openai chat, ai anthropic
response_drift
  "I'm sorry, but I can't help with that request.", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  "I'm sorry, but I can't help with that request.", response.completed
    openai responses
  "I'm sorry, but I can't help with that request.", end_turn
    anthropic`;
