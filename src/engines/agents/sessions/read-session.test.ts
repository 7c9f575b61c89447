import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { errorText, GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { loadSessions } from "./load-sessions.ts";
import { checkSession, readSession, readSessions } from "./read-session.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gauntlet-sessions-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("a session file of flakestorm is read as it is", async () => {
  const place = await written(
    "order.yaml",
    `id: incident-7
name: Refund that looped
source: manual
captured_at: 2026-01-05T10:00:00Z
input: Where is my refund?
context:
  - role: system
    content: You are the support desk.
  - role: user
    content: Hello
  - role: assistant
    content: Hello, how can I help?
tool_responses:
  - tool: get_order
    response:
      id: 7
      state: lost
    status: 503
    latency_ms: 1200
  - tool: search
    response: nothing found
expected_failure: It claims that the refund is done
contract: Support contract
`,
  );
  expect(await readSession(place)).toEqual({
    id: "incident-7",
    name: "Refund that looped",
    source: "manual",
    capturedAt: "2026-01-05T10:00:00Z",
    input: "Where is my refund?",
    history: ["Hello"],
    toolResponses: [
      { tool: "get_order", response: { id: 7, state: "lost" }, status: 503, latencyMs: 1200 },
      { tool: "search", response: "nothing found", status: 200, latencyMs: 0 },
    ],
    expectedFailure: "It claims that the refund is done",
    contract: "Support contract",
  });
});

test("a session needs an id and an input, and the rest has a default", async () => {
  const place = await written("small.json", '{"id": "a", "input": "Hi", "contract": null}');
  expect(await readSession(place)).toEqual({
    id: "a",
    name: "a",
    source: "manual",
    input: "Hi",
    history: [],
    toolResponses: [],
    contract: "default",
  });
});

test("a key that is not known is told with its place", async () => {
  const place = await written("typo.yaml", "id: a\ninput: Hi\ntool_response: []\n");
  expect(await problemOf(readSession(place))).toMatchInlineSnapshot(`
    "error[A062]: \`/tool_response\` is not a key of the session
      --> typo.yaml:3:1
       3 | tool_response: []
         | ^^^^^^^^^^^^^
    help: did you mean \`tool_responses\`?"
  `);
});

test("what is missing and what is wrong are told together", async () => {
  const text = `id: a
tool_responses:
  - tool: search
    status: often
faults:
  - id: f
    layer: llm
    mode: rate-limit
    trigger: {}
`;
  const place = await written("several.yaml", text);
  expect(await problemOf(readSession(place))).toMatchInlineSnapshot(`
    "error[A060]: the session has 3 problems
      --> several.yaml
       1. A062: \`/input\` is missing; it must be a text
          --> several.yaml:1:1
           1 | id: a
             | ^^^^^
       2. A062: \`/tool_responses/0/status\` must be a whole number from 200 to 599, got \`often\`
          --> several.yaml:4:13
           4 |     status: often
             |             ^^^^^
       3. A062: \`/faults/0/mode\` must be one of "timeout", "truncated_response", "rate_limit", "empty", "garbage" and 16 more, got \`rate-limit\`
          --> several.yaml:8:11
           8 |     mode: rate-limit
             |           ^^^^^^^^^^
          help: did you mean \`rate_limit\`?"
  `);
});

test("a strike of a fault that the session does not have is refused", async () => {
  const text = `id: a
input: Hi
strikes:
  - { fault: gone, agent: main, target: llm, ordinal: 1 }
`;
  const place = await written("strike.yaml", text);
  expect(await problemOf(readSession(place))).toMatchInlineSnapshot(`
    "error[A062]: \`/strikes/0/fault\` names no fault of this session, got \`gone\`
      --> strike.yaml:4:14
       4 |   - { fault: gone, agent: main, target: llm, ordinal: 1 }
         |              ^^^^
    note: it has none"
  `);
});

test.each([
  ["a file that does not exist", "none.yaml", undefined, "A060"],
  ["text that is not YAML", "bad.yaml", "id: [a\ninput: x", "A061"],
  ["text that is not JSON", "bad.json", "{id: 1}", "A061"],
  ["bytes that are not text", "bytes.yaml", "id: a\0b", "A060"],
  ["a list", "list.yaml", "- 1\n", "A062"],
  ["aliases that expand without end", "bomb.yaml", bomb(), "A061"],
  ["lists that nest without end", "deep.yaml", `id: ${"[".repeat(10_000)}`, "A061"],
  ["an empty file", "empty.yaml", "", "A060"],
])("%s is an error with a place", async (_, name, text, code) => {
  const place = { file: join(folder, name), shown: name };
  if (text !== undefined) await writeFile(place.file, text);
  const error = await readSession(place).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GauntletError);
  expect(error).toMatchObject({ code, where: expect.stringContaining(name) as string });
});

test("a folder gives its sessions by name, and an empty one is an error", async () => {
  expect(await problemOf(readSessions({ file: folder, shown: "sessions" }))).toMatch(/A060/u);
  await written("b.yaml", "id: b\ninput: x");
  await written("a.json", '{"id": "a", "input": "x"}');
  await written("notes.txt", "not a session");
  const sessions = await readSessions({ file: folder, shown: "sessions" });
  expect(sessions.map((session) => session.id)).toEqual(["a", "b"]);
});

test("a session written in the config is checked the same way", async () => {
  const where = "[agent.replays] sessions[0]";
  expect(await checkSession({ id: "a", input: "Hi" }, where)).toMatchObject({ id: "a" });
  expect(await problemOf(checkSession({ id: "a", inputs: "Hi" }, where))).toMatchInlineSnapshot(`
    "error[A060]: the session has 2 problems
      --> [agent.replays] sessions[0]
       1. A062: \`/input\` is missing; it must be a text
          --> [agent.replays] sessions[0]
           1 | {
             | ^
       2. A062: \`/inputs\` is not a key of the session
          --> [agent.replays] sessions[0]
           3 |   "inputs": "Hi"
             |   ^^^^^^^^
          help: did you mean \`input\`?"
  `);
});

test("the sessions of a config are read from beside it, and their ids differ", async () => {
  await written("a.yaml", "id: a\ninput: x");
  const inline = { file: undefined, session: { id: "b", input: "y" } };
  const replays = { sessions: [{ file: "a.yaml" }, inline], sources: [] };
  const sessions = await loadSessions({ replays, directory: folder });
  expect(sessions.map((session) => session.input)).toEqual(["x", "y"]);
  const twice = { sessions: [{ file: "a.yaml" }, { file: "./a.yaml" }], sources: [] };
  await expect(loadSessions({ replays: twice, directory: folder })).rejects.toThrow(
    "two sessions have the id `a`",
  );
});

// --- inside ---

async function written(name: string, text: string): Promise<{ file: string; shown: string }> {
  const file = join(folder, name);
  await writeFile(file, text);
  return { file, shown: name };
}

async function problemOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GauntletError)) throw new Error("expected an error for the user");
  return errorText(error);
}

function bomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let at = 1; at < 12; at += 1) {
    lines.push(
      `a${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(", ")}]`,
    );
  }
  return lines.join("\n");
}
