import { describe, expect, test } from "vitest";
import { type AgentSections, agentProject, smallContract } from "./agent-project.ts";
import { agentCli } from "./travel-project.ts";

interface BadInput {
  readonly title: string;
  readonly sections?: AgentSections;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly code: number;
  /** What is told, and where it is. */
  readonly told: readonly RegExp[];
}

const rule = (keys: string) => `[[agent.invariants]]\nid = "one"\nseverity = "critical"\n${keys}`;
const key = ["sk", "proj", "abcdefghijklmnopqrstuvwxyz"].join("-");

const table: readonly BadInput[] = [
  {
    title: "nothing listens at the address of the agent",
    sections: { agent: 'type = "http"\nendpoint = "http://127.0.0.1:9/ask"' },
    code: 3,
    told: [/ECONNREFUSED/],
  },
  {
    title: "the program of the agent does not exist",
    sections: { agent: 'type = "process"\ncommand = ["./no-such-program"]\nprotocol = "lines"' },
    code: 3,
    told: [/no-such-program/],
  },
  {
    title: "the program of an agent behind HTTP ends at once",
    sections: {
      agent:
        'type = "http"\ncommand = ["node", "-e", "console.error(`no data`);process.exit(7)"]\n' +
        'endpoint = "http://127.0.0.1:${PORT}/ask"',
    },
    code: 2,
    told: [/A003/, /no data/, /exited with 7/],
  },
  {
    title: "the function of the agent does not exist",
    sections: { agent: 'type = "function"\nendpoint = "other.mjs#missing"' },
    files: { "other.mjs": "export const other = 1;" },
    code: 2,
    told: [/A006/, /missing/],
  },
  {
    title: "an MCP server that does not start",
    sections: { agent: 'type = "mcp"\ncommand = ["./no-such-server"]\ntool = "ask"' },
    code: 2,
    told: [/A007/, /no-such-server/],
  },
  {
    title: "an answer of 10 MB",
    sections: {
      agent: 'type = "process"\ncommand = ["node", "big.mjs"]\nanswer_limit = 1_000_000',
    },
    files: { "big.mjs": 'process.stdout.write("x".repeat(10_000_000));' },
    code: 3,
    told: [/larger than 1000000 bytes/],
  },
  {
    title: "an answer of 10 MB on one line",
    sections: {
      agent:
        'type = "process"\ncommand = ["node", "big.mjs"]\nprotocol = "lines"\n' +
        "answer_limit = 100_000",
    },
    files: {
      "big.mjs":
        'process.stdin.on("data", () => process.stdout.write("x".repeat(10_000_000) + "\\n"));',
    },
    code: 3,
    told: [/larger than 100000 bytes/],
  },
  {
    title: "a stream that never ends",
    sections: {
      agent:
        'type = "http"\ncommand = ["node", "endless.mjs"]\ntimeout = 1_000\n' +
        'endpoint = "http://127.0.0.1:${PORT}/"',
    },
    files: {
      "endless.mjs": `import { createServer } from "node:http";
createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  setInterval(() => response.write("data: more\\n\\n"), 10);
}).listen(process.env.PORT, "127.0.0.1");`,
    },
    code: 3,
    told: [/did not answer within 1000 ms/],
  },
  {
    title: "no answer at all",
    sections: {
      agent:
        'type = "process"\ncommand = ["node", "-e", "setInterval(() => {}, 1000)"]\ntimeout = 500',
    },
    code: 1,
    told: [/did not answer within 500 ms/],
  },
  {
    title: "a cassette that does not exist",
    sections: { upstream: 'type = "cassette"\nfile = "none.jsonl"' },
    code: 2,
    told: [/A032/, /none\.jsonl/],
  },
  {
    title: "a cassette that is none",
    sections: { upstream: 'type = "cassette"\nfile = "bad.jsonl"' },
    files: { "bad.jsonl": "no recording\n" },
    code: 2,
    told: [/A03[34]/, /bad\.jsonl/],
  },
  {
    title: "a script that is no YAML",
    files: { "model.yaml": "rules:\n  - say: [\n" },
    code: 2,
    told: [/A030/, /model\.yaml:\d+/],
  },
  {
    title: "a script with an unknown key",
    files: { "model.yaml": "rules:\n  - says: hello\n" },
    code: 2,
    told: [/A031/, /model\.yaml:2/],
  },
  {
    title: "a fault mode that does not exist",
    sections: { more: '[agent.chaos]\nllm_faults = [{ mode = "explode" }]' },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /explode/],
  },
  {
    title: "a rule of a type that does not exist",
    sections: { invariants: rule('type = "is_nice"') },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /is_nice/],
  },
  {
    title: "a pattern that is none",
    sections: { invariants: rule('type = "regex"\npattern = "("') },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /regular expression/],
  },
  {
    title: "a JSON Schema that is none",
    sections: { invariants: rule('type = "json_schema"\nschema = { type = "objekt" }') },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /objekt/],
  },
  {
    title: "weights that do not sum to 1",
    sections: { more: "[agent.scoring]\nmutation = 0.9" },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /sum to 1/],
  },
  {
    title: "a key in a header of the config",
    sections: {
      agent: `type = "http"\nendpoint = "http://127.0.0.1:9/"\nheaders = { x-api-key = "${key}" }`,
    },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /must not hold a key/],
  },
  {
    title: "a key in the address of a tool",
    sections: {
      more: `[[agent.tools]]\nname = "t"\nurl = "http://127.0.0.1:9/?key=${key}"\nenv = "T"`,
    },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /must not hold a key/],
  },
  {
    title: "a key for the model of the mutations",
    sections: { more: `[agent.model]\nname = "m"\napi_key = "${key}"` },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /\$\{API_KEY\}/],
  },
  {
    title: "an agent without prompts",
    sections: {
      agent: 'type = "process"\ncommand = ["node", "agent.mjs"]\nprotocol = "lines"\nprompts = []',
    },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /prompts/],
  },
  {
    title: "a scenario without prompts",
    sections: {
      contract: `${smallContract}\nprompts = []`,
    },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /prompts/],
  },
  {
    title: "a contract without anything to judge",
    sections: {
      contract: smallContract.replace(/\[\[agent\.contract\.invariants[^]*critical"\n/u, ""),
    },
    code: 2,
    told: [/gauntlet\.toml:\d+:\d+/, /invariants/],
  },
  {
    title: "a session whose contract does not exist",
    sections: { more: '[agent.replays]\nsessions = [{ file = "s.yaml" }]' },
    files: { "s.yaml": "id: one\ninput: hello\ncontract: nobody\n" },
    code: 2,
    told: [/A063/, /nobody/],
  },
  {
    title: "a session file that is no YAML",
    sections: { more: '[agent.replays]\nsessions = [{ file = "s.yaml" }]' },
    files: { "s.yaml": "id: [one\n" },
    code: 2,
    told: [/A061/, /s\.yaml:\d+/],
  },
  {
    title: "a session file that is not there",
    args: ["replay", "run", "gone.yaml"],
    code: 2,
    told: [/A060/, /gone\.yaml/],
  },
  {
    title: "a report for the export that is none",
    args: ["replay", "export", "--from-report", "package.json"],
    code: 2,
    told: [/A06\d/, /package\.json/],
  },
  {
    title: "a report for the export that is not JSON",
    args: ["replay", "export", "--from-report", "agent.mjs"],
    code: 2,
    told: [/A06\d/, /agent\.mjs/],
  },
  {
    title: "a variable in the address of the agent that is not set",
    sections: { agent: 'type = "http"\nendpoint = "http://${NO_SUCH_HOST}/ask"' },
    code: 2,
    told: [/A002/, /NO_SUCH_HOST/],
  },
  {
    title: "a variable in the address of a tool that is not set",
    sections: {
      more: '[[agent.tools]]\nname = "t"\nurl = "http://${NO_SUCH_HOST}/"\nenv = "T"',
    },
    code: 2,
    told: [/A002/, /NO_SUCH_HOST/],
  },
  {
    title: "a variable in the address of an MCP server that is not set",
    sections: {
      more: '[[agent.mcp]]\nname = "m"\nurl = "http://${NO_SUCH_HOST}/"\nenv = "M"',
    },
    code: 2,
    told: [/A002/, /NO_SUCH_HOST/],
  },
  {
    title: "a variable in the address of a provider that is not set",
    sections: { upstream: 'type = "provider"\nopenai = "http://${NO_SUCH_HOST}"' },
    code: 2,
    told: [/A002/, /NO_SUCH_HOST/],
  },
  {
    title: "a variable in the address of the mutations' model that is not set",
    sections: { more: '[agent.model]\nname = "m"\nbase_url = "http://${NO_SUCH_HOST}/v1"' },
    code: 2,
    told: [/A002/, /NO_SUCH_HOST/],
  },
  {
    title: "a command to record that does not exist",
    args: ["record", "--", "./no-such-program"],
    code: 2,
    told: [/no-such-program/],
  },
  {
    title: "a chaos profile that does not exist",
    args: ["chaos", "--profile", "apocalypse"],
    code: 2,
    told: [/A016/, /apocalypse/],
  },
  {
    title: "a certificate that is none",
    args: ["certificate", "verify", "package.json"],
    code: 1,
    told: [/package\.json/],
  },
];

describe("an agent that cannot be tested, or a configuration that cannot be", () => {
  test.each(table)("$title", async ({ sections, files, args = ["ci"], code, told }) => {
    const project = agentProject(sections, files);
    const came = await agentCli(project, ["agent", ...args]);

    const all = came.out + came.err;
    expect(all).not.toContain(key);
    const missing = told.filter((words) => !words.test(all));
    expect({ code: came.code, missing, all }).toEqual({ code, missing: [], all });
  });
});
