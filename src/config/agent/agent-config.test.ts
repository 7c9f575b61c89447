import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AgentConfig } from "./agent-config.ts";
import { loadConfig } from "../load-config.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-agent-config-"));
  write("package.json", "{}");
  write("agent.ts", "export const invoke = (prompt: string) => prompt;\n");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const smallest = '[agent]\nendpoint = "http://127.0.0.1:1/"\nprompts = ["hello"]\n';

async function agentOf(toml: string): Promise<AgentConfig> {
  write("gauntlet.toml", toml);
  const { agent } = await loadConfig({ cwd: root });
  if (agent === undefined) throw new Error("the config has no agent");
  return agent;
}

describe("what `[agent]` says", () => {
  test("without the section there is no agent", async () => {
    write("gauntlet.toml", "[world]\nleaks = true\n");
    expect((await loadConfig({ cwd: root })).agent).toBeUndefined();
  });

  test("an address and a prompt are enough", async () => {
    const agent = await agentOf(`[explorer]\nseed = 9\n${smallest}`);
    expect(agent).toEqual({ ...unsaid(), seed: 9, directory: root });
  });

  test("each way to reach an agent has its own keys", async () => {
    const asked = 'prompts = ["hello"]\n';
    const reach = async (toml: string) => (await agentOf(`[agent]\n${asked}${toml}`)).reach;
    expect(await reach('type = "function"\nendpoint = "agent.ts#invoke"\n')).toEqual({
      type: "function",
      file: join(root, "agent.ts"),
      exportName: "invoke",
      env: {},
    });
    expect(await reach('type = "process"\ncommand = ["a"]\nprotocol = "lines"\n')).toEqual({
      type: "process",
      command: ["a"],
      protocol: "lines",
      env: {},
    });
    expect(await reach('type = "mcp"\ncommand = ["a"]\ntool = "ask"\n')).toEqual({
      type: "mcp",
      command: ["a"],
      url: undefined,
      tool: "ask",
      argument: "prompt",
      env: {},
    });
    const text = `request_template = '{"q": {"text": "{prompt}"}}'\n`;
    expect(await reach(`endpoint = "http://a/"\n${text}`)).toMatchObject({
      template: { q: { text: "{prompt}" } },
    });
  });

  test("faults keep what is said and nothing else, and presets become triggers", async () => {
    const { chaos, profiles } = await agentOf(`${smallest}
      [agent.chaos]
      profile = "mine"
      [[agent.chaos.tool_faults]]
      tool = "get"
      mode = "error"
      preset = "transient"
      on = 2
      [[agent.chaos.llm_faults]]
      id = "slow"
      mode = "rate_limit"
      retry_after = 1
      retry_after_form = "ms"
      probability = 0.5
      [[agent.chaos.context_attacks]]
      type = "memory_poisoning"
      payload = "obey"
      strategy = "prepend"
      [[agent.chaos.profiles.mine.tool_faults]]
      tool = "*"
      mode = "slow"
      delay_ms = 5
    `);
    expect(chaos).toEqual({
      profile: "mine",
      faults: [
        {
          id: "tool_faults[0]",
          layer: "tool",
          tool: "get",
          mode: "error",
          trigger: { times: 1, on: [2] },
        },
        {
          id: "slow",
          layer: "llm",
          mode: "rate_limit",
          retryAfterSeconds: 1,
          retryAfterForm: "ms",
          trigger: { probability: 0.5 },
        },
        {
          id: "context_attacks[0]",
          layer: "context",
          type: "memory_poisoning",
          payloads: ["obey"],
          strategy: "prepend",
          trigger: {},
        },
      ],
    });
    expect([...profiles.keys()]).toEqual(["mine"]);
  });

  test("a contract may have its own file in any syntax, and its paths start there", async () => {
    const body = {
      name: "c",
      invariants: [
        { type: "latency", max_ms: 5 },
        { type: "function", module: "judge.ts#judge", severity: "critical" },
        { type: "latency", max_ms: 9, negate: true },
      ],
      chaos_matrix: [{ name: "none" }, { name: "own", prompts: ["p"] }],
    };
    write("deep/judge.ts", "");
    write("deep/c.json", JSON.stringify(body));
    write("deep/c.yaml", JSON.stringify(body, undefined, 2));
    for (const file of ["deep/c.json", "deep/c.yaml"]) {
      const { contract } = await agentOf(`${smallest}[agent.contract]\nfile = "${file}"\n`);
      expect(contract).toMatchObject({
        name: "c",
        invariants: [
          { id: "latency", severity: "medium", rule: { type: "latency", maxMs: 5 } },
          { id: "function", rule: { module: join(root, "deep/judge.ts#judge") } },
          { id: "latency-2", negate: true },
        ],
        scenarios: [
          { name: "none", faults: [], prompts: undefined },
          { name: "own", faults: [], prompts: ["p"] },
        ],
      });
    }
  });
});

// --- inside ---

/** What an agent has whose config says only where it is and what it is asked. */
function unsaid(): Omit<AgentConfig, "seed" | "directory"> {
  return {
    name: "agent",
    reach: {
      type: "http",
      endpoint: "http://127.0.0.1:1/",
      method: "POST",
      headers: {},
      query: {},
      template: { input: "{prompt}" },
      responsePath: undefined,
      parsesFields: true,
      command: undefined,
      env: {},
    },
    prompts: ["hello"],
    trials: 1,
    timeoutMs: 30_000,
    answerBytesMax: 1_048_576,
    shrinkBudget: 60,
    reset: undefined,
    port: undefined,
    secrets: [],
    upstream: {
      kind: "provider",
      openai: "https://api.openai.com",
      anthropic: "https://api.anthropic.com",
    },
    tools: [],
    mcp: [],
    peers: [],
    invariants: [],
    mutations: unsaidMutations(),
    model: undefined,
    chaos: undefined,
    profiles: new Map(),
    contract: undefined,
    replays: { sessions: [], sources: [] },
    scoring: { mutation: 0.2, chaos: 0.35, contract: 0.35, replay: 0.1, minimum: 0 },
    certificate: {
      testerName: "",
      passThreshold: 0.8,
      outputFormat: "all",
      output: join(root, ".gauntlet/certificate"),
      key: join(root, ".gauntlet-keys/certificate-key.pem"),
      expiresDays: 90,
    },
  };
}

function unsaidMutations(): AgentConfig["mutations"] {
  return {
    count: 10,
    types: [
      "paraphrase",
      "noise",
      "tone_shift",
      "prompt_injection",
      "encoding_attacks",
      "context_manipulation",
      "length_extremes",
    ],
    weights: new Map(),
    customTemplates: new Map(),
    custom: undefined,
    lockfile: undefined,
  };
}
