import { parseJsonPath } from "../../kernel/agent/json-path.ts";
import {
  agentContractCheck,
  agentContractShape,
  chaosCheck,
  chaosShape,
  promptsOf,
} from "./agent-contract-shape.ts";
import { invariantsOf } from "./agent-invariant-shape.ts";
import { type Checked, repeated, secret } from "./agent-issues.ts";
import { templateProblem } from "./agent-rules.ts";
import {
  certificateShape,
  modelShape,
  mutationsShape,
  replayShapes,
  scoringCheck,
  scoringShape,
  upstreamCheck,
  upstreamShape,
  urlOf,
} from "./agent-section-shapes.ts";
import type { FileAgent, FileMcp, FilePeer, FileTool } from "../file-config.ts";
import { keyProblem } from "../syntax/literal-key.ts";
import type { PathRules, ShapeOf, Zod } from "../schema-values.ts";
import { flagOf, judge, listOf, nameOf, pathOf, seedOf, wholeOf } from "../schema-values.ts";

/** The keys of `[agent]`. */
export function agentShape(zod: Zod, rules: PathRules): ShapeOf<FileAgent> {
  return { ...reachShape(zod), ...talkShape(zod, rules), ...partsShape(zod, rules) };
}

/** The keys of `[[agent.tools]]`. */
export function toolShape(zod: Zod): ShapeOf<FileTool> {
  return {
    name: nameOf(zod, "must be the name of a tool,")
      .describe("What the model calls it.")
      .meta({ examples: ["get_order"] }),
    url: urlOf(zod)
      .describe("Where it is; `${PORT}` is a free port that `command` is given.")
      .meta({ examples: ["http://127.0.0.1:9000"] }),
    env: variableOf(zod)
      .describe("The variable in which the agent finds its address.")
      .meta({ examples: ["ORDERS_URL"] }),
    match_url: nameOf(zod, "must be an address with `*` for anything,")
      .optional()
      .describe("Requests of the agent's process to such addresses are led through the wire."),
    command: commandOf(zod)
      .optional()
      .describe("Starts its service, once for all tools with the same command."),
    side_effect: flagOf(zod).default(false).describe("Calling it twice does something twice."),
  };
}

/** The keys of `[[agent.mcp]]`. */
export function mcpShape(zod: Zod): ShapeOf<FileMcp> {
  return {
    name: nameOf(zod, "must be the name of a server,")
      .describe("What reports call it.")
      .meta({ examples: ["files"] }),
    command: commandOf(zod).optional().describe("Starts a server that speaks on stdio."),
    url: urlOf(zod)
      .optional()
      .describe("Where a server is that speaks over HTTP.")
      .meta({ examples: ["http://127.0.0.1:9001/mcp"] }),
    env: variableOf(zod)
      .describe("The variable in which the agent finds its address.")
      .meta({ examples: ["FILES_MCP_URL"] }),
  };
}

/** The keys of `[[agent.peers]]`. */
export function peerShape(zod: Zod, rules: PathRules): ShapeOf<FilePeer> {
  return {
    name: nameOf(zod, "must be the name of an agent,")
      .describe("What reports call it.")
      .meta({ examples: ["billing"] }),
    protocol: zod
      .enum(["http", "a2a", "mcp"], 'must be "http", "a2a" or "mcp"')
      .default("http")
      .describe("How it is asked."),
    url: urlOf(zod)
      .describe("Where it is; `${PORT}` is a free port that `command` is given.")
      .meta({ examples: ["http://127.0.0.1:9002"] }),
    env: variableOf(zod)
      .describe("The variable in which the agent finds its address.")
      .meta({ examples: ["BILLING_URL"] }),
    command: commandOf(zod).optional().describe("Starts it; without it, it runs already."),
    ...resetShape(zod, rules),
  };
}

// --- inside ---

function reachShape(zod: Zod) {
  return {
    name: nameOf(zod, "must be a text").default("agent").describe("What reports call it."),
    type: zod
      .enum(["http", "function", "process", "mcp"], typeMust)
      .default("http")
      .describe("How it is asked: over HTTP, by a call, by a process, or as a tool of MCP."),
    endpoint: pathOf(zod, "must be an address or `file#export`,")
      .optional()
      .describe("Its address (`${PORT}` is a free port that `command` is given), or its function.")
      .meta({ examples: ["http://127.0.0.1:8000/invoke"] }),
    method: zod
      .enum(["GET", "POST", "PUT", "PATCH", "DELETE"], "must be GET, POST, PUT, PATCH or DELETE")
      .default("POST")
      .describe("The method of the request."),
    headers: textsOf(zod, "headers").describe("Its headers; `${NAME}` is a variable."),
    query_params: textsOf(zod, "parameters").describe("Parameters of its address."),
    request_template: zod
      .unknown()
      .check((checked) => templateProblem(checked))
      .optional()
      .describe('Its body, as JSON: `{prompt}` stands inside of texts. `{ input = "{prompt}" }`.')
      .meta({ kind: "table or text", examples: [{ input: "{prompt}" }] }),
    response_path: pathOf(zod, "must be a JSONPath,")
      .check(judge(pathProblem))
      .optional()
      .describe("Where the answer stands, as JSONPath; found by itself where it is left out.")
      .meta({ examples: ["$.output"] }),
    parse_structured_input: flagOf(zod)
      .default(true)
      .describe("Lines `Key: value` of a prompt fill `{key}` in the template."),
    command: commandOf(zod)
      .optional()
      .describe("Starts the agent, or is asked for each prompt.")
      .meta({ examples: [["node", "agent.js"]] }),
    protocol: zod
      .enum(["arguments", "lines"], 'must be "arguments" or "lines"')
      .default("arguments")
      .describe("A process for each prompt, or one that reads and writes lines of JSON."),
    tool: nameOf(zod, "must be the name of a tool,").optional().describe("The tool of `mcp`."),
    argument: nameOf(zod, "must be the name of an argument,")
      .default("prompt")
      .describe("The argument of that tool that takes the prompt."),
    env: textsOf(zod, "variables").describe("Variables that it is started with."),
  };
}

const typeMust = 'must be "http", "function", "process" or "mcp"';

function talkShape(zod: Zod, rules: PathRules) {
  const count = (min: number, max: number) => wholeOf(zod, { min, max });
  return {
    prompts: promptsOf(zod)
      .describe("What is asked, in the user's words.")
      .meta({ examples: [["Where is order 7?"]] }),
    seed: seedOf(zod)
      .optional()
      .describe("Instead of `[explorer] seed`.")
      .meta({ examples: [42] }),
    trials: count(1, 1_000).default(1).describe("How often each conversation is held."),
    timeout: count(1, 3_600_000).default(30_000).describe("Milliseconds that one answer may take."),
    answer_limit: count(1, 1_073_741_824)
      .default(1_048_576)
      .describe("Bytes that one answer may have."),
    shrink_budget: count(0, 100_000)
      .default(60)
      .describe("How often shrinking may ask the agent; 0 keeps failures as found."),
    ...resetShape(zod, rules),
    port: count(1, 65_535)
      .optional()
      .describe("A fixed port for the wires, for an agent that Gauntlet does not start.")
      .meta({ examples: [4010] }),
    secrets: listOf(zod, nameOf(zod, "must be the name of a variable,"), "names of variables")
      .default([])
      .describe("Variables whose values are secrets, besides those that look like it.")
      .meta({ kind: "list of texts" }),
  };
}

function partsShape(zod: Zod, rules: PathRules) {
  const table = <Table extends object>(shape: ShapeOf<Table>) =>
    zod.strictObject(shape, "must be one table");
  const filled = () => ({}) as never; // every key of these has a default of its own
  const named = <Table extends object>(shape: ShapeOf<Table>, description: string) =>
    listOf(zod, zod.strictObject(shape, "must be a table"), "tables")
      .check(repeated("name"))
      .default([])
      .describe(description);
  return {
    upstream: table(upstreamShape(zod, rules))
      .check(upstreamCheck)
      .prefault(filled)
      .describe("Who answers what the agent asks of models."),
    tools: named(toolShape(zod), "Tools that are called over HTTP."),
    mcp: named(mcpShape(zod), "MCP servers that the agent uses."),
    peers: named(peerShape(zod, rules), "Other agents that this one asks."),
    invariants: invariantsOf(zod, rules).describe(
      "Rules for mutations and chaos; those of the contract where it is left out.",
    ),
    model: table(modelShape(zod, rules))
      .optional()
      .describe(
        "A model that writes changed prompts and grades `rubric`; none is asked where left out.",
      ),
    mutations: table(mutationsShape(zod, rules))
      .prefault(filled)
      .describe("Which changed prompts are made."),
    chaos: table(chaosShape(zod)).check(chaosCheck).optional().describe("What goes wrong."),
    contract: table(agentContractShape(zod, rules))
      .check(agentContractCheck)
      .optional()
      .describe("Rules, and the scenarios in which they are judged."),
    replays: table(replayShapes(zod).replays)
      .prefault(filled)
      .describe("Conversations that were held before."),
    scoring: table(scoringShape(zod))
      .check(scoringCheck)
      .prefault(filled)
      .describe("How much each phase weighs in the overall score."),
    certificate: table(certificateShape(zod, rules))
      .prefault(filled)
      .describe("What a certificate says and when one is given."),
  };
}

function resetShape(zod: Zod, rules: PathRules) {
  return {
    reset_endpoint: urlOf(zod)
      .optional()
      .describe("Is sent a POST before every conversation.")
      .meta({ examples: ["http://127.0.0.1:8000/reset"] }),
    reset_function: pathOf(zod, "must be `file#export`,")
      .check(judge(rules.place))
      .optional()
      .describe("Is called before every conversation."),
  };
}

function commandOf(zod: Zod) {
  const part = zod.string("must be a text").max(4_096, "must be at most 4096 characters long");
  return listOf(zod, part, "texts").min(1, "must name a program first");
}

function variableOf(zod: Zod) {
  const must = "must be the name of a variable, such as `TOOLS_URL`";
  return zod
    .string(must)
    .regex(/^[A-Za-z_]\w{0,199}$/u, must)
    .optional();
}

function textsOf(zod: Zod, what: string) {
  const text = zod.string("must be a text").max(65_536, "must be at most 65536 characters long");
  return zod
    .record(nameOf(zod, "must be a name,"), text, `must be a table of ${what}`)
    .check((checked: Checked<FileAgent["headers"]>) => {
      for (const [name, value] of Object.entries(checked.value)) {
        // The agent's own variables are its own business, as long as no real key stands there.
        const problem = keyProblem(what === "variables" ? "" : name, value);
        if (problem !== undefined) secret(checked, [name], problem);
      }
    })
    .default({});
}

function pathProblem(path: string): string | undefined {
  if (parseJsonPath(path) !== undefined) return undefined;
  return "must be a JSONPath of names and indexes, such as `$.choices[0].message.content`";
}
