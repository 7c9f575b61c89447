import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { errorText, GauntletError } from "../../src/kernel/errors/gauntlet-error.ts";
import { flakestormFile, told } from "../fixtures/flakestorm-file.ts";
import { importFlakestorm } from "../../src/engines/agents/import/flakestorm.ts";

const small = "golden_prompts: [Hi]\nagent:\n  endpoint: http://127.0.0.1:1/\n";

test.each(["v1", "v2"])("a config of %s is taken over, and told of whole", async (version) => {
  const text = await flakestormFile(version);
  const { toml, warnings } = await importFlakestorm(text, "flakestorm.yaml");
  await expect(toml).toMatchFileSnapshot(`../fixtures/flakestorm/${version}.toml`);
  const list = `${told(warnings)}\n`;
  await expect(list).toMatchFileSnapshot(`../fixtures/flakestorm/${version}-warnings.txt`);
});

test("what is written is TOML with the section of the agent only", async () => {
  for (const version of ["v1", "v2"]) {
    const { toml } = await importFlakestorm(await flakestormFile(version), "flakestorm.yaml");
    expect(Object.keys(parse(toml))).toEqual(["agent"]);
  }
});

test.each(["python", "langchain"])("an agent of type %s becomes a process", async (type) => {
  const text = small.replace("http://127.0.0.1:1/", "app.agent:answer") + `  type: ${type}\n`;
  const { toml, warnings } = await importFlakestorm(text, "flakestorm.yaml");
  const command = ["python3", "-c", expect.any(String), "app.agent", "answer"];
  expect(parse(toml)).toMatchObject({ agent: { type: "process", command } });
  expect(warnings.map(({ key }) => key)).toEqual(["agent.type"]);
});

test("a contract without rules gets those of the agent", async () => {
  const text = `${small}invariants:
  - type: output_not_empty
chaos_matrix:
  - name: outage
    tool_faults:
      - { tool: "*", mode: error }
`;
  const { toml, warnings } = await importFlakestorm(text, "flakestorm.yaml");
  expect(parse(toml)).toMatchObject({
    agent: {
      contract: {
        name: "default",
        invariants: [{ type: "output_not_empty" }],
        chaos_matrix: [{ name: "outage", tool_faults: [{ tool: "*", mode: "error" }] }],
      },
    },
  });
  expect(warnings.map(({ key }) => key)).toEqual([
    "chaos_matrix",
    "chaos_matrix[0].tool_faults[0].tool",
    "contract.invariants",
  ]);
});

test("what a fault or rule may not have here is left out and told, never written", async () => {
  const text = `${small}chaos:
  tool_faults: [{ tool: "*", mode: error, error_code: 200, probability: 2 }, 7, { mode: slow }]
  llm_faults: nothing
  context_attacks: [{ type: overflow, inject_tokens: 0 }]
invariants: [{ type: contains }, { type: regex, pattern: "(?>hello)" }, { type: valid_json, id: a },
  { type: valid_json, id: a }]
scoring: { mutation: 1 }
`;
  const { toml, warnings } = await importFlakestorm(text, "flakestorm.yaml");
  expect(parse(toml)).toMatchObject({
    agent: {
      chaos: {
        tool_faults: [{ tool: "*", mode: "error" }],
        context_attacks: [{ type: "overflow" }],
      },
      invariants: [{ type: "valid_json", id: "a" }, { type: "valid_json" }],
    },
  });
  expect(toml).not.toContain("scoring");
  expect(told(warnings)).toMatchInlineSnapshot(`
    "invariants[0]
      is left out: \`contains\` needs \`value\`
    invariants[1].pattern
      is left out: \`(?>hello)\` is a pattern of Python, and JavaScript has not an
        atomic group
    invariants[1]
      is left out: \`regex\` needs \`pattern\`
    invariants[3].id
      \`a\` is there twice, so this one gets a name of its own
    chaos.tool_faults[1]
      is left out: it is not a table
    chaos.tool_faults[0].tool
      \`*\` replaced the agent's own answer there, which no agent survives; now it
        strikes tools
    chaos.tool_faults[0].error_code
      is left out: it must be a number from 400 to 599
    chaos.tool_faults[0].probability
      is left out: it must be a number from 0 to 1
    chaos.tool_faults[2]
      is left out: it has no \`tool\`
    chaos.llm_faults
      is left out: it must be a list
    chaos.context_attacks[0].inject_tokens
      is left out: it must be a number from 1 to 1000000
    chaos.context_attacks[0].type
      \`overflow\` was never applied there; now it is
    chaos
      was applied even without \`--chaos\`, also to mutations and replays, and hid the
        faults of contract scenarios; now it is applied only in the chaos
        phase
    scoring
      is left out: its weights sum to 1.8, not to 1"
  `);
});

test("mutations of requests are left out for an agent that is sent none", async () => {
  const text = `agent: { type: python, endpoint: "app:agent" }
golden_prompts: [Hi]
mutations: { types: [noise, request_method_attack] }
`;
  const { toml, warnings } = await importFlakestorm(text, "flakestorm.yaml");
  expect(parse(toml)).toMatchObject({ agent: { mutations: { types: ["noise"] } } });
  expect(told(warnings)).toContain("`request_method_attack` is left out");
});

test.each([
  ["text that is not YAML", "agent: [", "A068"],
  ["a list", "- 1", "A069"],
  ["nothing", "", "C000"],
  ["a version that nobody knows", small.replace("agent:", "version: 3\nagent:"), "A069"],
  ["an agent without an address", "agent: {}\ngolden_prompts: [Hi]", "A069"],
  ["an address that is none", small.replace("http://127.0.0.1:1/", "app:agent"), "A069"],
  ["no prompts", "agent: { endpoint: http://a/ }\ngolden_prompts: []", "A069"],
  ["prompts that are no texts", "agent: { endpoint: http://a/ }\ngolden_prompts: [1]", "A069"],
  ["aliases that expand without end", bomb(), "A068"],
  ["lists that nest without end", `a: ${"[".repeat(5000)}`, "A068"],
  ["a text of many megabytes", `# ${"x".repeat(1_100_000)}`, "A068"],
])("%s is an error with its place", async (_, text, code) => {
  const error = await importFlakestorm(text, "flakestorm.yaml").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GauntletError);
  expect(error).toMatchObject({ code });
  expect((error as GauntletError).where).toMatch(/^flakestorm\.yaml/u);
});

test("an error shows the line", async () => {
  const text = "agent:\n  endpoint: http://a/\n  endpoint: http://b/\n";
  const error = await importFlakestorm(text, "old.yaml").catch((thrown: unknown) => thrown);
  expect(errorText(error as GauntletError)).toMatchInlineSnapshot(`
    "error[A068]: the key \`endpoint\` is written twice in one table
      --> old.yaml:3:3
       3 |   endpoint: http://b/
         |   ^^^^^^^^
    note: it is first written on line 2"
  `);
});

test("a key in the old config is neither written nor told", async () => {
  const key = "sk-proj-0123456789abcdef0123456789";
  const text = `${small}  headers: { x-api-key: ${key} }
model: { provider: openai, name: m, api_key: ${key} }
`;
  const result = await importFlakestorm(text, "flakestorm.yaml");
  expect(JSON.stringify(result)).not.toContain(key);
  expect(result.toml).toContain('x-api-key = "${AGENT_X_API_KEY}"');
});

// --- inside ---

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
