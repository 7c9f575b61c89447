import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { errorText } from "../../kernel/errors/gauntlet-error.ts";
import { ConfigError } from "../../kernel/errors/config-error.ts";
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

async function problemsOf(toml: string): Promise<readonly string[]> {
  const thrown: unknown = await agentOf(toml).catch((error: unknown) => error);
  if (!(thrown instanceof ConfigError)) throw new Error(`no config error: ${String(thrown)}`);
  return thrown.problems.map(({ code, what, where, help }) =>
    [`${code} ${where ?? ""} ${what}`, help].filter((part) => part !== undefined).join(" / "),
  );
}

describe("what `[agent]` refuses", () => {
  const twin = (type: string) => `[[agent.invariants]]\nid = "a"\ntype = "${type}"\n`;
  const reached = (section: string, name: string) =>
    `[[agent.${section}]]\nname = "${name}"\nurl = "http://${name}/"\nenv = "API"\n`;
  const rule = 'invariants = [{ type = "completes" }]\n';
  const contract = `${smallest}[agent.contract]\nname = "c"\n${rule}`;
  const rows: readonly (readonly [what: string, toml: string, problem: RegExp])[] = [
    ["an unknown key", `${smallest}promts = 1\n`, /^C006 gauntlet.toml:4:1 .*`prompts`\?$/],
    ["no prompts", '[agent]\nendpoint = "http://a/"\n', /^C010 .* `\[agent\] prompts` is missing/],
    ["an empty list of prompts", smallest.replace('"hello"', ""), /^C009 gauntlet.toml:3:11 /],
    ["no endpoint", '[agent]\nprompts = ["a"]\n', /^C010 .* `\[agent\] endpoint` is missing/],
    ["another scheme", smallest.replace("http", "ftp"), /^C011 gauntlet.toml:2:12 /],
    [
      "two tools with one variable",
      `${smallest}${reached("tools", "a")}${reached("tools", "b")}`,
      /^C011 gauntlet.toml:11:7 `\[agent\] tools\[1\].env` .* its own: `API` is the address of `a`/,
    ],
    [
      "a tool and another agent with one variable",
      `${smallest}${reached("tools", "a")}${reached("peers", "b")}`,
      /must be a variable of its own: `API` is the address of `a` already/,
    ],
    [
      "a tool at the variable of a model",
      `${smallest}[[agent.tools]]\nname = "a"\nurl = "http://a/"\nenv = "OPENAI_BASE_URL"\n`,
      /must be another variable: this one is set already/,
    ],
    [
      "a wait that the mode does not tell of",
      `${smallest}[[agent.chaos.tool_faults]]\ntool = "*"\nmode = "slow"\nretry_after = 2\n`,
      /must be left out: `slow` does not read it/,
    ],
    [
      "a template that is not JSON",
      `${smallest}request_template = '{"a": {prompt}}'\n`,
      /^C011 .*JSON/,
    ],
    ["a path that is none", `${smallest}response_path = "$.a[?(@.b)]"\n`, /^C011 .*JSONPath/],
    [
      "two resets",
      `${smallest}reset_endpoint = "http://a"\nreset_function = "agent.ts#a"\n`,
      /beside/,
    ],
    [
      "a mutation of requests for an agent that is sent none",
      `[agent]\ntype = "process"\ncommand = ["a"]\nprompts = ["Hi"]\n` +
        '[agent.mutations]\ntypes = ["noise", "request_method_attack"]\n',
      /^C011 gauntlet.toml:6:\d+ .*must be left out: it changes an HTTP request.*`process`/,
    ],
    [
      "an unknown fault mode",
      `${smallest}[[agent.chaos.tool_faults]]\ntool = "a"\nmode = "eror"\n`,
      /^C008 gauntlet.toml:6:8 .* did you mean `error`\?$/,
    ],
    [
      "an unknown key of a fault in a profile",
      `${smallest}[[agent.chaos.profiles.x.llm_faults]]\nmode = "empty"\nprobabilty = 1\n`,
      /^C006 gauntlet.toml:6:1 .* did you mean `probability`\?$/,
    ],
    [
      "a probability above 1",
      `${smallest}[[agent.chaos.llm_faults]]\nmode = "empty"\nprobability = 2\n`,
      /^C009 gauntlet.toml:6:15 .* from 0 to 1, got `2`$/,
    ],
    [
      "a drift without its type",
      `${smallest}[[agent.chaos.llm_faults]]\nmode = "response_drift"\n`,
      /^C010 .*llm_faults\[0\]\.drift_type` is missing/,
    ],
    [
      "a key that a mode does not read",
      `${smallest}[[agent.chaos.llm_faults]]\nmode = "empty"\nmax_tokens = 3\n`,
      /^C011 gauntlet.toml:6:14 .* `empty` does not read it/,
    ],
    [
      "one id in two lists of faults",
      `${contract}chaos_matrix = [{ name = "s", tool_faults = [{ id = "f", tool = "*", ` +
        'mode = "empty" }], llm_faults = [{ id = "f", mode = "empty" }] }]\n',
      /^C011 gauntlet.toml:7:\d+ .* must differ from that of an entry of `tool_faults`/,
    ],
    [
      "a code that is neither a status nor one of JSON-RPC",
      `${smallest}[[agent.chaos.tool_faults]]\ntool = "*"\nmode = "error"\nerror_code = 7\n`,
      /^C\d+ gauntlet.toml:7:14 .* from 400 to 599, or a code of JSON-RPC from -32768 to -1/,
    ],
    [
      "an agent of a fault that there is not",
      `${smallest}name = "desk"\n[[agent.chaos.llm_faults]]\nmode = "empty"\nagent = "dsk"\n`,
      /^C011 gauntlet.toml:7:9 .* must be one of desk \(did you mean `desk`\?\)/,
    ],
    [
      "a tool of a fault whose name is misspelt",
      `${smallest}tools = [{ name = "get_order", url = "http://a" }]\n` +
        '[[agent.chaos.profiles.x.tool_faults]]\ntool = "get_ordr"\nmode = "error"\n',
      /^C011 gauntlet.toml:6:8 .*\(did you mean `get_order`\?\)/,
    ],
    [
      "an unknown profile",
      `${smallest}[agent.chaos]\nprofile = "api_outag"\n`,
      /did you mean `api_outage`/,
    ],
    [
      "an unknown rule",
      `${smallest}[[agent.invariants]]\ntype = "contain"\n`,
      /^C008 gauntlet.toml:5:8 .* did you mean `contains`\?$/,
    ],
    [
      "a rule without what it needs",
      `${smallest}[[agent.invariants]]\ntype = "contains"\n`,
      /^C010 .*invariants\[0\]\.value` is missing; it must be a text for `contains`$/,
    ],
    [
      "a pattern that is none",
      `${smallest}[[agent.invariants]]\ntype = "regex"\npattern = "("\n`,
      /^C011 gauntlet.toml:6:11 .*regular expression/,
    ],
    [
      "two rules of one id",
      smallest + ["completes", "valid_json"].map(twin).join(""),
      /^C011 gauntlet.toml:8:6 .* must differ/,
    ],
    [
      "weights that do not sum to 1",
      `${smallest}[agent.scoring]\nchaos = 0.5\n`,
      /^C011 gauntlet.toml:4:\d+ .* sum to 1: 0.2 \+ 0.5 \+ 0.35 \+ 0.1 is 1.15/,
    ],
    [
      "a scenario whose prompts are none",
      `${contract}chaos_matrix = [{ name = "s", prompts = [] }]\n`,
      /^C009 gauntlet.toml:7:\d+ .*at least one prompt/,
    ],
    [
      "two scenarios of one name",
      `${contract}chaos_matrix = [{ name = "s" }, { name = "s" }]\n`,
      /^C011 gauntlet.toml:7:\d+ .*must differ/,
    ],
    ["a contract without rules", `${smallest}[agent.contract]\nname = "c"\n`, /at least one entry/],
  ];

  const fault = (list: string, keys: string): string =>
    `${smallest}[[agent.chaos.${list}]]\n${keys.replaceAll("; ", "\n")}\n`;
  const drift = 'mode = "response_drift"; drift_type = "tone_shift"; ';
  const source = (keys: string): string => `${smallest}[[agent.replays.sources]]\n${keys}\n`;
  const unread: readonly (readonly [key: string, toml: string])[] = [
    ["message", fault("llm_faults", 'mode = "stream_cut"; message = "m"')],
    ["message", fault("llm_faults", 'mode = "empty"; message = "m"')],
    ["direction", fault("llm_faults", `${drift}direction = "expand"`)],
    ["factor", fault("llm_faults", `${drift}factor = 2`)],
    ["after_chunks", fault("llm_faults", 'mode = "slow_tokens"; after_chunks = 2')],
    ["payload", fault("context_attacks", 'type = "overflow"; payload = "p"')],
    ["payloads", fault("context_attacks", 'type = "overflow"; payloads = ["p"]')],
    ["tool", fault("context_attacks", 'type = "memory_poisoning"; tool = "t"')],
    ["match", `${smallest}[agent.upstream]\nmatch = "loose"\n`],
    ["match", `${smallest}[agent.upstream]\ntype = "scripted"\nfile = "m"\nmatch = "loose"\n`],
    ["run_id", source('type = "langsmith"\nproject = "p"\nrun_id = "r"')],
    ["project", source('type = "langsmith_run"\nrun_id = "r"\nproject = "p"')],
    ["filter", source('type = "langsmith_run"\nrun_id = "r"\nfilter = { status = "all" }')],
  ];
  test.each(unread)("`%s` where nothing reads it, with its place", async (key, toml) => {
    const problems = await problemsOf(toml);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^C011 gauntlet\.toml:\d+:\d+ .* does not read it/u);
    expect(problems[0]).toContain(key);
  });

  test("a code of JSON-RPC is one of an error", async () => {
    const toml = fault("tool_faults", 'tool = "*"; mode = "error"; error_code = -32000');
    expect((await agentOf(toml)).chaos?.faults).toMatchObject([{ errorCode: -32_000 }]);
  });

  test.each(rows)("%s", async (_, toml, problem) => {
    const problems = await problemsOf(toml);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  const key = ["sk", "proj", "0123456789abcdefghijkl"].join("-");
  test.each([
    ["as a header", `headers = { Authorization = "Bearer ${key}" }\n`],
    ["as a password in a header", 'headers = { X-Api-Key = "hunter22" }\n'],
    ["in a parameter", `query_params = { k = "${key}" }\n`],
    ["in an address", `reset_endpoint = "http://a/?k=${key}"\n`],
    ["in a variable", `env = { OPENAI = "${key}" }\n`],
    ["for the model", `[agent.model]\nname = "m"\napi_key = "hunter22"\n`],
    ["where a number stands", `trials = "${key}"\n`],
    ["beside another mistake", `headers = { A = "${key}", B = 1 }\n`],
  ])("a key %s is refused and never shown", async (_, toml) => {
    const thrown: unknown = await agentOf(smallest + toml).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ConfigError);
    const text = errorText(thrown as ConfigError);
    expect(text).toMatch(/gauntlet\.toml:\d+:\d+/);
    expect(text).not.toContain(key);
    expect(text).not.toContain("hunter22");
  });

  test("a variable in the place of a key is fine", async () => {
    const headers = 'headers = { Authorization = "Bearer ${TOKEN}", X-Api-Key = "${KEY}" }\n';
    const model = '[agent.model]\nname = "m"\napi_key = "${MODEL_KEY}"\n';
    const { reach, model: built } = await agentOf(smallest + headers + model);
    expect(reach).toMatchObject({ headers: { Authorization: "Bearer ${TOKEN}" } });
    expect(built).toMatchObject({ keyVariable: "MODEL_KEY" });
  });

  test("a problem of a contract's file is placed in that file", async () => {
    write("c.yaml", "name: c\ninvariants:\n  - type: contain\n    valu: x\n");
    expect(await problemsOf(`${smallest}[agent.contract]\nfile = "c.yaml"\n`)).toEqual([
      expect.stringMatching(
        /^C008 c\.yaml:3:11 `invariants\[0\]\.type` .*`contains`\?$/,
      ) as unknown,
      expect.stringMatching(/^C006 c\.yaml:4:5 .* did you mean `value`\?$/) as unknown,
    ]);
  });
});
