import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AgentReport } from "../../../src/kernel/agent/agent-report.ts";
import { judged, type MatrixRow } from "./silent-desk.ts";

beforeAll(() => {
  vi.stubEnv("OPENAI_API_KEY", "key-of-a-test");
  vi.stubEnv("ANTHROPIC_API_KEY", "key-of-a-test");
});

afterAll(() => {
  vi.unstubAllEnvs();
});

test("an agent that takes what its client gives is caught where the client is silent", async () => {
  const report = await judged(desk("naive-desk.mjs"));
  expect(tableOf(report)).toBe(caught);
});

test("an agent that takes whole answers only gives the right one, struck as often", async () => {
  const report = await judged(desk("careful-desk.mjs"));
  expect(tableOf(report)).toBe(survived);
});

// --- inside ---

const plain = ["chat", "responses", "anthropic", "ai", "ai chat", "ai anthropic"];
const streams = plain.map((client) => `${client} stream`);
const whole = "It arrives in Bergen on Monday.";

/** Every fault strikes once, so that whoever asks again gets the right answer. */
const matrix: readonly MatrixRow[] = [
  row("no fault", "", [...plain, ...streams]),
  row("a page of HTML", `{ mode = "html_answer", times = 1 }`, [...plain, ...streams]),
  row("no choices", `{ mode = "no_choices", times = 1 }`, [...plain, ...streams]),
  row("nothing said", `{ mode = "empty", times = 1 }`, [...plain, ...streams]),
  row("too long", `{ mode = "truncated_response", max_tokens = 3, times = 1 }`, [
    ...plain,
    ...streams,
  ]),
  row("cut midway", `{ mode = "stream_cut", after_chunks = 2, times = 1 }`, streams),
  row("cut before its end", `{ mode = "stream_cut", after_chunks = 99, times = 1 }`, streams),
  row("an error midway", `{ mode = "stream_error", after_chunks = 2, times = 1 }`, streams),
  row("an event that is not JSON", `{ mode = "malformed_sse", times = 1 }`, streams),
  row(
    "rate limit",
    `{ mode = "rate_limit", retry_after = 0.01, retry_after_form = "ms", times = 3 }`,
    [...plain, ...streams],
  ),
  row("cut midway every time", `{ mode = "stream_cut", after_chunks = 2 }`, streams),
];

function row(name: string, fault: string, clients: readonly string[]): MatrixRow {
  const prompts = clients.map((client) => `${client}: Where is parcel A1?`);
  return { name, prompts, faults: fault === "" ? "" : `llm_faults = [${fault}]` };
}

function desk(main: string) {
  const config = `
[agent.contract]
name = "desk"

[[agent.contract.invariants]]
id = "completes"
type = "completes"

[[agent.contract.invariants]]
id = "not empty"
type = "output_not_empty"

[[agent.contract.invariants]]
id = "finished"
type = "rejects_unfinished_stream"

[[agent.contract.invariants]]
id = "right"
type = "regex"
pattern = "^It arrives in Bergen on Monday\\\\.$|could not get a whole answer"
`;
  const model = `rules:\n  - say: ${whole}\n    chunk: 4\n`;
  return { files: [main], model, config, matrix };
}

/** Which rules each client breaks in each line, how often it was struck, what the customer read. */
function tableOf({ cells, conversations }: AgentReport): string {
  const lines: string[] = [];
  for (const { name } of matrix) {
    const clients = new Map<string, string[]>();
    for (const [at, talk] of conversations.entries()) {
      if (talk.scenario !== name) continue;
      const own = cells.filter(({ conversation }) => conversation === at);
      const found = own.filter(({ state }) => state !== "pass" && state !== "skipped");
      const broken = found.map(({ invariant, state }) =>
        state === "fail" ? invariant : `${invariant} ${state}`,
      );
      const said = talk.answer.error === undefined ? JSON.stringify(talk.answer.text) : "threw";
      const judgement = broken.length === 0 ? "holds" : `breaks ${broken.join(", ")}`;
      const told = `struck ${talk.strikes.length}, ${said}: ${judgement}`;
      clients.set(told, [...(clients.get(told) ?? []), talk.prompt.split(": ")[0] ?? ""]);
    }
    lines.push(name);
    for (const [told, names] of clients) lines.push(`  ${told}`, ...namesOf(names));
  }
  return lines.join("\n");
}

function namesOf(names: readonly string[]): readonly string[] {
  const shown = (kind: string, all: readonly string[]): readonly string[] => {
    const some = all.filter((client) => names.includes(client));
    if (some.length === 0) return [];
    return [`    ${kind}: ${some.length === all.length ? "all" : some.join(", ")}`];
  };
  return [...shown("plain", plain), ...shown("streams", streams)];
}

/** The invariant that catches each fault on the agent that checks nothing. */
const caught = `no fault
  struck 0, "It arrives in Bergen on Monday.": holds
    plain: all
    streams: all
a page of HTML
  struck 1, "": breaks not empty, finished, right
    plain: chat, anthropic
    streams: all
  struck 1, threw: breaks completes, not empty, right
    plain: responses, ai, ai chat, ai anthropic
no choices
  struck 1, "": breaks not empty, right
    plain: chat, responses, anthropic, ai, ai anthropic
    streams: responses stream, anthropic stream, ai stream, ai anthropic stream
  struck 1, threw: breaks completes, not empty, right
    plain: ai chat
  struck 1, "": breaks not empty, finished, right
    streams: chat stream, ai chat stream
nothing said
  struck 1, "": breaks not empty, right
    plain: all
    streams: all
too long
  struck 1, "It arrives in": breaks finished, right
    plain: all
    streams: all
cut midway
  struck 1, "It arriv": breaks finished, right
    streams: all
cut before its end
  struck 1, "It arrives in Bergen on Monday.": breaks finished
    streams: all
an error midway
  struck 1, threw: breaks completes, not empty, right
    streams: chat stream, anthropic stream
  struck 1, "It arriv": breaks finished, right
    streams: responses stream, ai stream, ai chat stream, ai anthropic stream
an event that is not JSON
  struck 1, threw: breaks completes, not empty, right
    streams: chat stream, responses stream, anthropic stream
  struck 1, "It aes in Bergen on Monday.": breaks finished, right
    streams: ai stream, ai chat stream, ai anthropic stream
rate limit
  struck 3, threw: breaks completes, not empty, right
    plain: all
    streams: chat stream, responses stream, anthropic stream
  struck 3, "": breaks not empty, right
    streams: ai stream, ai chat stream, ai anthropic stream
cut midway every time
  struck 1, "It arriv": breaks finished, right
    streams: all`;

/** The same faults, struck just as often, on the one that checks. */
const survived = `no fault
  struck 0, "It arrives in Bergen on Monday.": holds
    plain: all
    streams: all
a page of HTML
  struck 1, "It arrives in Bergen on Monday.": holds
    plain: all
    streams: all
no choices
  struck 1, "It arrives in Bergen on Monday.": holds
    plain: all
    streams: all
nothing said
  struck 1, "It arrives in Bergen on Monday.": holds
    plain: all
    streams: all
too long
  struck 1, "It arrives in Bergen on Monday.": holds
    plain: all
    streams: all
cut midway
  struck 1, "It arrives in Bergen on Monday.": holds
    streams: all
cut before its end
  struck 1, "It arrives in Bergen on Monday.": holds
    streams: all
an error midway
  struck 1, "It arrives in Bergen on Monday.": holds
    streams: all
an event that is not JSON
  struck 1, "It arrives in Bergen on Monday.": holds
    streams: all
rate limit
  struck 3, "It arrives in Bergen on Monday.": holds
    plain: all
    streams: all
cut midway every time
  struck 2, "I could not get a whole answer about this. Please ask again later.": holds
    streams: all`;
