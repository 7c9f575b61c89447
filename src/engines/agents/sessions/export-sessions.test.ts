import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AgentCell, Conversation } from "../../../kernel/agent/agent-cell.ts";
import type { AgentFault } from "../../../kernel/agent/agent-fault.ts";
import type { AgentReport } from "../../../kernel/agent/agent-report.ts";
import { exportSessions, failedSessions } from "./export-sessions.ts";
import { readSession } from "./read-session.ts";
import { inputOf, type ReplaySession } from "./session.ts";
import { storeSessions } from "./store-sessions.ts";
import { sessionYaml } from "./write-session.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gauntlet-export-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("a failing conversation is written with all that decided it and read back", async () => {
  const options = { projectRoot: folder, directory: "replays", isForced: false };
  const [stored, ...others] = await exportSessions(report(), options);
  expect(others).toEqual([]);
  const file = join(folder, stored?.file ?? "");
  expect(await readFile(file, "utf8")).toMatchInlineSnapshot(`
    "id: contract-slow-limited-07763b27
    name: "Slow & limited: answers"
    source: gauntlet
    contract: Support
    invariant: answers
    expected_failure: |-
      answers: the answer is empty
      polite: it is not
    input: "Where is my order?\\u202e\\u0000"
    history:
      - Hello
    request:
      headers:
        - - x-role
          - admin
      pad_bytes: 10
      content_type: text/plain
    seed: 42
    cell: contract/slow/0/1
    faults:
      - id: llm_faults[0]
        layer: llm
        mode: rate_limit
        retry_after_form: date
        trigger:
          probability: 0.5
          after_calls: 1
    strikes:
      - fault: llm_faults[0]
        agent: main
        target: llm
        ordinal: 2
    "
  `);
  const session = await readSession({ file, shown: "it" });
  expect(session).toEqual(failedSessions(report())[0]);
  expect(inputOf(session)).toEqual({
    prompt: "Where is my order?\u202e\0",
    history: ["Hello"],
    request: { headers: [["x-role", "admin"]], padBytes: 10, contentType: "text/plain" },
  });
});

test("a damaged report whose request is nested too deeply is refused by name", async () => {
  const nested = (levels: number): unknown => {
    let value: unknown = "x";
    for (let level = 0; level < levels; level += 1) value = { more: value };
    return value;
  };
  const damaged = (levels: number): AgentReport => {
    const { conversations, ...rest } = report();
    const request = { padBytes: 1, surprise: nested(levels) };
    return { ...rest, conversations: conversations.map((one) => ({ ...one, request })) };
  };
  const options = { projectRoot: folder, directory: "replays", isForced: false };
  await expect(exportSessions(damaged(1_500), options)).rejects.toMatchObject({ code: "A064" });
  expect(await exportSessions(damaged(50), options)).toHaveLength(1);
});

test("exporting twice writes nothing anew, and what differs is numbered", async () => {
  const options = { projectRoot: folder, directory: "replays", isForced: false };
  const [first] = await exportSessions(report(), options);
  expect((await exportSessions(report(), options))[0]?.action).toBe("kept");
  await writeFile(join(folder, first?.file ?? ""), "id: mine\ninput: mine\n");
  const [second] = await exportSessions(report(), options);
  expect(second?.file).toBe(first?.file.replace(".yaml", "-2.yaml"));
  expect((await exportSessions(report(), options))[0]).toEqual({ ...second, action: "kept" });
  const [third] = await exportSessions(report(), { ...options, isForced: true });
  expect(third).toEqual({ ...first, action: "replaced" });
  expect(await readdir(join(folder, "replays"))).toHaveLength(2);
});

test("nothing is written outside of the project, not even through a link", async () => {
  await symlink(tmpdir(), join(folder, "out"));
  for (const directory of ["..", "../elsewhere", tmpdir(), "out"]) {
    const options = { projectRoot: folder, directory, isForced: true };
    await expect(exportSessions(report(), options)).rejects.toMatchObject({ code: "A064" });
  }
});

test("an id that is a path names a file of the folder", async () => {
  const session = { ...minimal, id: "../../etc/passwd" };
  const options = { projectRoot: folder, directory: "replays", isForced: false };
  const [stored] = await storeSessions([session], options);
  expect(stored?.file).toBe("replays/etc-passwd.yaml");
});

test("a report that does not say its seed cannot be exported", () => {
  const { seed: _, ...without } = report();
  expect(() => failedSessions(without)).toThrow("the report does not say the seed of a failure");
});

test("a changed prompt is judged as one when it is replayed", async () => {
  const whole = report();
  const mutation = {
    type: "prompt_injection",
    meaning: "adversarial",
    id: "m",
    canary: "CNRY-1",
    mustDiffer: true,
  } as const;
  const conversations = whole.conversations.map((one) => ({ ...one, mutation }));
  const [session] = failedSessions({ ...whole, conversations });
  const judged = { meaning: "adversarial", canary: "CNRY-1", mustDiffer: true };
  expect(session).toMatchObject(judged);
  const file = join(folder, "a.yaml");
  await writeFile(file, await sessionYaml(session ?? minimal));
  expect(await readSession({ file, shown: "a.yaml" })).toMatchObject(judged);
});

test("a conversation that was a replay is a session already", () => {
  const { conversations, ...rest } = report();
  const replayed = conversations.map((one): Conversation => ({ ...one, phase: "replay" }));
  expect(failedSessions({ ...rest, conversations: replayed })).toEqual([]);
});

test("texts that YAML or an editor would change read back as they were", async () => {
  const session = { ...minimal, input: hostileTexts.join("|"), history: hostileTexts };
  const yaml = await sessionYaml(session);
  expect(yaml).not.toMatch(/[^\P{C}\n]/u);
  const file = join(folder, "hostile.yaml");
  await writeFile(file, yaml);
  expect(await readSession({ file, shown: "hostile.yaml" })).toEqual(session);
});

// --- inside ---

const hostileTexts = [
  "a\r\nb",
  " leading\n  and more\n\n",
  "\ttab",
  "# no comment",
  "- no list",
  "null",
  "12",
  "yes: no",
  "\u2028\u2029\u0085\ufeff",
  "\ud800 alone",
  "\u202eabc\u2066",
  "...\n---\n",
  "x".repeat(300),
];

const minimal: ReplaySession = {
  id: "a",
  name: "a",
  source: "manual",
  input: "Hi",
  history: [],
  toolResponses: [],
  contract: "default",
};

const faults: readonly AgentFault[] = [
  { id: "tool_faults[0]", layer: "tool", tool: "*", mode: "slow", delayMs: 5, trigger: {} },
  {
    id: "llm_faults[0]",
    layer: "llm",
    mode: "rate_limit",
    retryAfterForm: "date",
    trigger: { probability: 0.5, afterCalls: 1 },
  },
];

function report(): AgentReport {
  const conversation: Conversation = {
    phase: "contract",
    scenario: "Slow & limited",
    prompt: "Where is my order?",
    sent: "Where is my order?\u202e\0",
    history: ["Hello"],
    request: { headers: [["x-role", "admin"]], padBytes: 10, contentType: "text/plain" },
    cell: "contract/slow/0/1",
    trial: 1,
    faults,
    strikes: [{ fault: "llm_faults[0]", agent: "main", target: "llm", ordinal: 2 }],
    answer: { text: "", error: undefined, ms: 3 },
    events: [],
  };
  const held: Conversation = { ...conversation, scenario: "calm", strikes: [], faults: [] };
  return {
    agent: "main",
    seed: 42,
    contract: "Support",
    cells: [
      cell({ invariant: "polite", severity: "low", because: "it is not" }),
      cell({ invariant: "answers", severity: "critical", because: "the answer is empty" }),
      cell({ invariant: "waits", state: "pass" }),
      cell({ conversation: 1, state: "inconclusive" }),
    ],
    conversations: [conversation, held],
    scores: {},
    phases: [],
    deltas: [],
  };
}

function cell(parts: Partial<AgentCell>): AgentCell {
  return {
    phase: "contract",
    invariant: "answers",
    severity: "high",
    scenario: "Slow & limited",
    prompt: "Where is my order?",
    trial: 1,
    state: "fail",
    because: "",
    conversation: 0,
    ...parts,
  };
}
