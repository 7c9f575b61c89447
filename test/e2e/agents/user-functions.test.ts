import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runAgent } from "../../../src/engines/agents/index.ts";
import type { AgentCell, AgentInvariant } from "../../../src/kernel/agent/index.ts";
import type { Result } from "../../../src/kernel/result/result.ts";
import { sectionIn } from "../../../src/report/section.ts";
import { agentSection } from "../../../src/report/sections/agent.ts";
import type { AgentConfig } from "../../../src/config/agent/agent-config.ts";
import { agentConfig } from "./agent-config.ts";

test("a rule of the user's own judges in a process of its own", async () => {
  const folder = filesIn({
    "agent.mjs": "export const answer = (prompt) => `echo ${prompt}`;",
    "rules.mjs": `export const echoes = ({ prompt, answer }) => ({
      passed: answer.text === "echo " + prompt && process.pid !== ${process.pid},
      because: "it says " + answer.text,
    });
    export const throws = () => { throw new Error("no such luck"); };`,
  });
  const module = (name: string): string => `${path.join(folder, "rules.mjs")}#${name}`;
  const { sections, verdict } = await tested(folder, {
    invariants: [
      ruleOf("echoes", { type: "function", module: module("echoes") }),
      ruleOf("throws", { type: "function", module: module("throws") }),
      ruleOf("is not there", { type: "function", module: module("missing") }),
    ],
  });
  expect(sectionIn({ sections }, agentSection)?.cells.map(statement)).toEqual([
    "echoes pass: it says echo hello",
    `throws error: \`${module("throws")}\` threw: Error: no such luck`,
    `is not there error: \`${module("missing")}\` threw: ` +
      "`missing` of the module is not a function",
  ]);
  expect(verdict).toBe("unknown");
});

test("a mutation of the user's own is made in a process of its own", async () => {
  const folder = filesIn({
    "agent.mjs": "export const answer = (prompt) => prompt;",
    "mutations.mjs": `export const loud = (prompt, { index }) =>
      prompt.toUpperCase() + "!".repeat(index + 1) + (process.pid === ${process.pid} ? "?" : "");`,
  });
  const base = agentConfig({ type: "function" });
  const result = await tested(folder, {
    invariants: [ruleOf("answers", { type: "output_not_empty" })],
    mutations: {
      ...base.mutations,
      count: 2,
      types: ["custom"],
      custom: { file: path.join(folder, "mutations.mjs"), exportName: "loud" },
    },
  });
  const agent = sectionIn(result, agentSection);
  expect(agent?.conversations.map(({ sent }) => sent)).toEqual(["hello", "HELLO!", "HELLO!!"]);
});

test("a key that the agent tells is judged, though the report hides it", async () => {
  const key = "sk-live-0123456789abcdefgh";
  const long = "x".repeat(70_000);
  const folder = filesIn({
    "agent.mjs": `export const answer = () => JSON.stringify({ key: "${key}", long: "${long}" });`,
  });
  const result = await tested(folder, {
    answerBytesMax: 1_000_000,
    invariants: [
      ruleOf("tells no key", { type: "excludes_pattern", patterns: ["sk-live-[a-z0-9]+"] }),
      ruleOf("is whole", { type: "valid_json" }),
    ],
  });
  expect(
    sectionIn(result, agentSection)?.cells.map(({ invariant, state }) => `${invariant} ${state}`),
  ).toEqual(["tells no key fail", "is whole pass"]);
  expect(JSON.stringify(result)).not.toContain(key);
});

// --- inside ---

function statement({ invariant, state, because }: AgentCell): string {
  return `${invariant} ${state}: ${because}`;
}

function filesIn(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "functions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

function ruleOf(id: string, rule: AgentInvariant["rule"]): AgentInvariant {
  return { id, description: "", rule, negate: false, severity: "high", when: "always", probes: [] };
}

function tested(folder: string, own: Partial<AgentConfig>): Promise<Result> {
  const file = path.join(folder, "agent.mjs");
  const config: AgentConfig = {
    ...agentConfig({ type: "function", file, exportName: "answer" }, folder),
    upstream: { kind: "provider", openai: "http://127.0.0.1:9", anthropic: "http://127.0.0.1:9" },
    contract: { name: "own", description: "", invariants: own.invariants ?? [], scenarios: [] },
    ...own,
  };
  return runAgent({
    command: "agent run",
    projectRoot: folder,
    config,
    seed: 1,
    phases: [config.mutations.count > 0 ? "mutation" : "contract"],
    chaos: undefined,
    isMutatedUnderChaos: false,
    minimum: 0,
    env: {},
    signal: new AbortController().signal,
    tell: () => undefined,
  });
}
