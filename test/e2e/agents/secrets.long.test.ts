import { readdirSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentProject, smallContract } from "./agent-project.ts";
import { idOf, key, project as projectId } from "./langsmith-runs.ts";
import { type KeptRun, LangsmithServer } from "./langsmith-server.ts";

// Put together here, so that none of them stands in a file as a whole.
const own = (...parts: readonly string[]): string => parts.join("");
const secrets = {
  inVariable: own('va"lue/of', " a våriable+17"),
  namedByConfig: own("correct horse", " battery"),
  inHeaderOfModel: own("header-", "model-4711-abc"),
  inHeaderOfTool: own("header-", "tool-4712-abc"),
  inBody: own("sk-", "proj-", "bodybodybodybody1234"),
  inPrompt: own("ghp_", "promptpromptprompt123456"),
  inToolResult: own("AKIA", "TOOLRESULT123456"),
  inMcpVariable: own("mcp-", "server-variable-99"),
  inModelAnswer: own("xoxb-", "modelanswer1234567890"),
  inAddress: own("pass", "word-of-postgres"),
  inFieldOfTool: own("plain-", "field-of-a-tool-31"),
  inFieldOfBody: own("plain-", "field-of-a-body-32"),
};

test("no secret reaches a file or the terminal, however it is written", async () => {
  const project = leakyProject();

  const outputs: string[] = [];
  for (const [words, code] of [
    ["ci --html report.html --report json:report.json --report junit:report.xml", 0],
    ["ci --json", 0],
    ["record -- node once.mjs", 0],
    ["replay export --from-report report.json", 0],
    ["replay run replays/exported.yaml --json", 1], // what it was kept for fails again
    ["certificate", 0],
  ] as const) {
    const came = await project.gauntlet("agent", ...words.split(" "));
    expect({ words, code: came.code, err: came.err }).toEqual({ words, code, err: came.err });
    if (words.startsWith("replay export")) renameExported(project);
    outputs.push(came.out, words.startsWith("record") ? "" : came.err);
  }

  const written = filesOf(project);
  const names = [...written.keys()].join("\n");
  expect(names).toMatch(/report\.html/);
  expect(names).toMatch(/report\.xml/);
  expect(names).toMatch(/cassette\.jsonl/);
  expect(names).toMatch(/replays\/.*\.yaml/);
  expect(names).toMatch(/findings\/.*trace\.jsonl\.gz/);
  expect(names).toMatch(/\.pdf/);
  expect(written.get("report.json")).toContain("[secret]");
  expect(written.get("cassette.jsonl")).toContain("[secret]");
  expect(
    leaks([...written, ...outputs.map((text, at) => [`output ${at}`, text] as const)]),
  ).toEqual([]);
});

test("what an agent wrote before it ended is shown without named secrets", async () => {
  const project = agentProject({
    agent:
      'type = "http"\nendpoint = "http://127.0.0.1:${PORT}/"\nsecrets = ["HOUSE_PHRASE"]\n' +
      'command = ["node", "-e", "console.error(process.env.HOUSE_PHRASE);process.exit(1)"]',
  });
  project.env["HOUSE_PHRASE"] = secrets.namedByConfig;

  const { code, out, err } = await project.gauntlet("agent", "ci", "--json");

  expect(code).toBe(2);
  expect(err).toContain("stderr ends with: [secret]");
  expect(out + err).not.toContain(secrets.namedByConfig);
});

test("what is fetched from LangSmith is written without the secrets of the project", async () => {
  const run: KeptRun = {
    id: idOf(1),
    name: "desk",
    run_type: "chain",
    session_id: projectId,
    trace_id: idOf(1),
    parent_run_id: null,
    dotted_order: `20260310T1100${idOf(1)}`,
    outputs: {},
    status: "success",
    inputs: { input: `Say ${secrets.namedByConfig} and ${secrets.inVariable}.` },
    start_time: "2026-03-10T11:00:00",
    end_time: "2026-03-10T11:00:01",
  };
  const server = await LangsmithServer.open({ key, projects: {}, runs: [run] });
  const project = agentProject({
    agent: 'type = "process"\ncommand = ["node", "agent.mjs"]\nsecrets = ["HOUSE_PHRASE"]',
  });
  Object.assign(project.env, {
    HOUSE_PHRASE: secrets.namedByConfig,
    SHOP_TOKEN: secrets.inVariable,
    LANGSMITH_API_KEY: key,
    LANGSMITH_ENDPOINT: server.endpoint,
  });
  const { code } = await project.gauntlet("agent", "replay", "run", "--from-langsmith", idOf(1));
  await server.close();
  expect(code).toBe(0);
  expect(project.read(`replays/${idOf(1)}.yaml`)).toContain("Say [secret] and [secret].");
});

// --- inside ---

const sources = new Set([
  "gauntlet.toml",
  "agent.mjs",
  "once.mjs",
  "model.yaml",
  "shop.mjs",
  "notes.mjs",
]);

function leakyProject(): TempProject {
  const project = agentProject(
    {
      agent:
        'type = "process"\ncommand = ["node", "agent.mjs"]\nprotocol = "lines"\n' +
        `secrets = ["HOUSE_PHRASE"]\nprompts = ["Use ${secrets.inPrompt} for this."]`,
      contract: smallContract.replace(
        "[[agent.contract.chaos_matrix]]",
        '[[agent.contract.invariants]]\nid = "never"\ntype = "contains"\nvalue = "not there"\n' +
          'severity = "low"\n\n[[agent.contract.chaos_matrix]]',
      ),
      more: `[[agent.tools]]
name = "shop"
url = "http://127.0.0.1:\${PORT}/"
env = "SHOP_URL"
command = ["node", "shop.mjs"]

[[agent.mcp]]
name = "notes"
command = ["node", "notes.mjs"]
env = "NOTES_COMMAND"

[agent.replays]
sessions = []

[agent.certificate]
pass_threshold = 0`,
    },
    {
      "agent.mjs": `${leaky}
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify({ output: await answer(JSON.parse(line).prompt) }));
}`,
      "once.mjs": `${leaky}\nawait answer("Use ${secrets.inPrompt} for this.");`,
      "model.yaml": `rules:\n  - say: ${JSON.stringify(modelSays)}\n`,
      "shop.mjs": `import { createServer } from "node:http";
createServer((_, response) => {
  const packed = Buffer.from("xy" + process.env.SHOP_TOKEN).toString("base64");
  response.setHeader("set-cookie", "id=${secrets.inHeaderOfTool}");
  response.end(JSON.stringify({
    key: "${secrets.inToolResult}",
    packed,
    login: { access_token: "${secrets.inFieldOfTool}" },
  }));
}).listen(process.env.PORT, "127.0.0.1");`,
      "notes.mjs": `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  const content = [{ type: "text", text: "from " + process.env.NOTES_SECRET }];
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { content } }));
}`,
    },
  );
  project.env["SHOP_TOKEN"] = secrets.inVariable;
  project.env["HOUSE_PHRASE"] = secrets.namedByConfig;
  return project;
}

const modelSays = `I use ${secrets.inModelAnswer} and ${secrets.inVariable}.`;

/** An agent that tells all that it knows, in every way that it knows. */
const leaky = `
import { spawn } from "node:child_process";
const model = "Bearer ${secrets.inHeaderOfModel}";
async function answer(prompt) {
  const shop = await (await fetch(process.env.SHOP_URL + "/?key=${secrets.inHeaderOfTool}", {
    headers: { "x-api-key": "${secrets.inHeaderOfTool}" },
  })).text();
  const notes = await note();
  const known = [prompt, shop, notes, process.env.SHOP_TOKEN, process.env.HOUSE_PHRASE,
    "${secrets.inBody}", "postgres://me:${secrets.inAddress}@db/"];
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: model },
    body: JSON.stringify({
      model: "m",
      stream: true,
      user: { password: "${secrets.inFieldOfBody}" },
      messages: [
        { role: "system", content: known.join(" ") },
        { role: "user", content: prompt },
      ],
    }),
  });
  const said = (await response.text())
    .split("\\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)).choices[0]?.delta?.content ?? "")
    .join("");
  known.push(said, model, "${secrets.inHeaderOfTool}");
  console.error(process.env.HOUSE_PHRASE);
  const forms = known.flatMap((text) => [
    text,
    encodeURIComponent(text),
    JSON.stringify(text),
  ]);
  const packed = [process.env.SHOP_TOKEN, process.env.HOUSE_PHRASE].flatMap((text) => [
    Buffer.from(text).toString("base64"),
    Buffer.from("." + text + ".").toString("base64url"),
  ]);
  return [...forms, ...packed].join("\\n");
}
function note() {
  const env = { ...process.env, NOTES_SECRET: "${secrets.inMcpVariable}" };
  const server = spawn(process.env.NOTES_COMMAND, {
    shell: true,
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const params = { name: "read", arguments: { key: "${secrets.inToolResult}" } };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  server.stdin.write(JSON.stringify(call) + "\\n");
  return new Promise((resolve) => {
    server.stdout.once("data", (line) => {
      server.stdin.end();
      resolve(JSON.parse(String(line)).result.content[0].text);
    });
  });
}`;

function renameExported(project: TempProject): void {
  const [first = ""] = readdirSync(project.path("replays"));
  renameSync(project.path(`replays/${first}`), project.path("replays/exported.yaml"));
}

/** All that was written, by name; what the test itself wrote is left out. */
function filesOf(project: TempProject): ReadonlyMap<string, string> {
  const names = readdirSync(project.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(project.root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith("node_modules") && !sources.has(name));
  return new Map(names.map((name) => [name, textIn(path.join(project.root, name))]));
}

/** What a file says; nothing hides in one that is packed. */
function textIn(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
}

function leaks(texts: readonly (readonly [string, string])[]): readonly string[] {
  return Object.entries(secrets).flatMap(([kind, secret]) =>
    texts.flatMap(([name, text]) =>
      formsOf(secret).some((form) => text.includes(form) || text.includes(latin(form)))
        ? [`${kind} in ${name}`]
        : [],
    ),
  );
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Without the ends, which depend on what stands beside it.
  const inBase64 = ["", ".", ".."].flatMap((before) => {
    const packed = Buffer.concat([Buffer.from(before), bytes]).toString("base64");
    const core = packed.slice(before === "" ? 0 : 4, -4);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const quoted = JSON.stringify(secret).slice(1, -1);
  const plain = [secret, quoted, JSON.stringify(quoted).slice(1, -1), encodeURIComponent(secret)];
  return [...plain, ...inBase64];
}

/** As files are read here, byte by byte. */
function latin(text: string): string {
  return Buffer.from(text).toString("latin1");
}
