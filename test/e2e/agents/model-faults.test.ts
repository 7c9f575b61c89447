import { afterAll, beforeAll, expect, test } from "vitest";
import { faultTable } from "./fault-table.ts";
import { ModelWire } from "./model-wire.ts";
import { plainAgents } from "./sdk-agents.ts";

let wire: ModelWire;

beforeAll(async () => {
  wire = await ModelWire.open();
});

afterAll(async () => {
  await wire.close();
});

test("agents that wait for the whole answer see every fault that fits it", async () => {
  expect(await faultTable(wire, plainAgents)).toBe(expected);
}, 120_000);

// --- inside ---

/** What each of them threw or got; those that say the same share a line. */
const expected = `no fault
  "It arrives in Bergen on Monday.", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  "It arrives in Bergen on Monday.", completed
    openai responses
  "It arrives in Bergen on Monday.", end_turn
    anthropic
timeout
  threw APIConnectionError: Connection error.
    openai chat, openai responses, anthropic
  threw APICallError: Cannot connect to API
    ai openai, ai openai chat, ai anthropic
truncated_response
  "It arrives in", length
    openai chat, ai openai, ai openai chat, ai anthropic
  "It arrives in", max_output_tokens
    openai responses
  "It arrives in", max_tokens
    anthropic
rate_limit
  threw RateLimitError 429: 429 Rate limit reache
    openai chat, openai responses
  threw RateLimitError 429: 429 {"type":"error","
    anthropic
  threw APICallError: Rate limit reached fo
    ai openai, ai openai chat
  threw APICallError: This request would ex
    ai anthropic
empty
  "", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  "", completed
    openai responses
  "", end_turn
    anthropic
garbage
  "ꙮ༒෴ ǝɔuǝʇuǝs ou sı sıɥʇ 𒐫𒐫𒐫", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  "ꙮ༒෴ ǝɔuǝʇuǝs ou sı sıɥʇ 𒐫𒐫𒐫", completed
    openai responses
  "ꙮ༒෴ ǝɔuǝʇuǝs ou sı sıɥʇ 𒐫𒐫𒐫", end_turn
    anthropic
overloaded
  threw InternalServerError 503: 503 The engine is cur
    openai chat, openai responses
  threw OverloadedError 529: 529 {"type":"error","
    anthropic
  threw APICallError: The engine is current
    ai openai, ai openai chat
  threw APICallError: Overloaded
    ai anthropic
server_error
  threw InternalServerError 500: 500 The server had an
    openai chat, openai responses
  threw InternalServerError 500: 500 {"type":"error","
    anthropic
  threw APICallError: The server had an err
    ai openai, ai openai chat
  threw APICallError: Internal server error
    ai anthropic
connection_reset
  threw APIConnectionError: Connection error.
    openai chat, openai responses, anthropic
  threw APICallError: Cannot connect to API
    ai openai, ai openai chat, ai anthropic
html_answer
  undefined, undefined
    openai chat, anthropic
  threw TypeError
    openai responses
  threw APICallError: Invalid JSON response
    ai openai, ai openai chat, ai anthropic
cut_body
  threw TypeError
    openai chat, openai responses, anthropic
  threw APICallError: Failed to process suc
    ai openai, ai openai chat, ai anthropic
no_choices
  undefined, undefined
    openai chat
  "", completed
    openai responses
  "", end_turn
    anthropic
  "", stop
    ai openai, ai anthropic
  threw InvalidResponseDataError: Response did not cont
    ai openai chat
stream_cut
  does not fit
stream_reset
  does not fit
stream_hang
  does not fit
stream_error
  does not fit
slow_first_token
  late, "It arrives in Bergen on Monday.", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  late, "It arrives in Bergen on Monday.", completed
    openai responses
  late, "It arrives in Bergen on Monday.", end_turn
    anthropic
slow_tokens
  does not fit
malformed_sse
  does not fit
context_length
  threw BadRequestError 400: 400 Your input exceed
    openai chat, openai responses
  threw BadRequestError 400: 400 {"type":"error","
    anthropic
  threw APICallError: Your input exceeds th
    ai openai, ai openai chat
  threw APICallError: prompt is too long: 2
    ai anthropic
bad_tool_arguments
  null calls find_parcel {"id", tool_calls
    openai chat
  "" calls find_parcel {"id", completed
    openai responses
  "" calls find_parcel "{\\"id\\"", tool_use
    anthropic
  "" calls find_parcel "{\\"id\\"", tool-calls
    ai openai, ai openai chat, ai anthropic
response_drift
  "I'm sorry, but I can't help with that request.", stop
    openai chat, ai openai, ai openai chat, ai anthropic
  "I'm sorry, but I can't help with that request.", completed
    openai responses
  "I'm sorry, but I can't help with that request.", end_turn
    anthropic`;
