import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** The repository. */
export const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = path.join(repository, "dist", "cli", "main.js");

/**
 * Makes two projects and lets the real product write in them every kind of file that it reads:
 * `code` is one with chaos tests and scenarios, `agent` one with an agent.
 */
export function makeSamples(root, say) {
  const code = codeProject(path.join(root, "code"), say);
  const agent = agentProject(path.join(root, "agent"), say);
  return { code, agent };
}

/** Runs the command line in a project. */
export function gauntlet(cwd, ...args) {
  const env = { ...process.env, NO_COLOR: "1" };
  return spawnSync(process.execPath, [program, ...args], { cwd, env, encoding: "utf8" });
}

// --- inside ---

function codeProject(root, say) {
  copyExample("inventory", root);
  link(root, "fast-check");
  write(root, "tsconfig.json", '{ "compilerOptions": { "strict": true, "paths": {} } }\n');
  write(root, ".gitignore", "node_modules\n.gauntlet/\n");
  const example = readFileSync(path.join(repository, "gauntlet.toml.example"), "utf8");
  write(root, "sample.toml", uncommented(example));
  write(root, "sample.yaml", "explorer:\n  max_runs: 10\n  seed: 7\n  strategy: pct\n");
  write(
    root,
    "sample.json",
    '{ "explorer": { "max_runs": 10, "seed": 7 }, "report": { "format": "text" } }\n',
  );
  const steps = parse(readFileSync(path.join(root, "inventory.scenario.yaml"), "utf8"));
  write(root, "sample.scenario.json", `${JSON.stringify(steps, undefined, 2)}\n`);
  write(root, "mapped.js", mappedModule);
  write(root, "test/factories.ts", "export const makeCart = () => ({});\n");
  write(root, "src/price.js", brokenModule);
  must(
    root,
    say,
    "explore",
    "inventory.chaos.ts",
    "--runs",
    "60",
    "--record",
    "t.jsonl",
    "--quiet",
  );
  must(root, say, "test", "inventory.scenario.yaml", "--record", "s.jsonl.gz", "--quiet");
  must(root, say, "scan", "src/price.js", "--runs", "20", "--time", "30", "--save", "--quiet");
  const kept = ".gauntlet/corpus/inventory.chaos.ts#default";
  write(root, `${kept}/swarm.json`, `${JSON.stringify(swarmSample)}\n`);
  must(root, say, "corpus", "export", "all.corpus");
  must(root, say, "replay", "t.jsonl", "--save", "--quiet");
  const runs = readdirSync(path.join(root, ".gauntlet/runs")).toSorted();
  const findings = readdirSync(path.join(root, ".gauntlet/findings"));
  const finding = findings.find((name) => name.startsWith("inventory")) ?? "";
  const stored = JSON.parse(
    readFileSync(path.join(root, `.gauntlet/findings/${finding}/finding.json`)),
  );
  write(root, "token.txt", stored.token);
  return { root, runs, finding };
}

function agentProject(root, say) {
  copyExample("support-agent/fixed", root);
  link(root, "openai");
  const config = readFileSync(path.join(root, "gauntlet.toml"), "utf8")
    .replace(/^count = \d+$/mu, 'count = 1\nlockfile = "mutations.lock.json"')
    .concat(alwaysFails)
    .concat(
      '\n[agent.certificate]\noutput = "certificate"\nkey = "key.pem"\noutput_format = "json"\n',
    );
  write(root, "gauntlet.toml", config);
  must(root, say, "agent", "certificate", "issue", "--quiet", "--min-score", "0");
  write(root, "ask.mjs", askModel);
  must(
    root,
    say,
    "agent",
    "record",
    "--output",
    "cassette.jsonl",
    "--",
    process.execPath,
    "ask.mjs",
  );
  const runs = readdirSync(path.join(root, ".gauntlet/runs")).toSorted();
  write(root, "plain.toml", "");
  write(root, "session.yaml", sessionSample);
  write(root, "contract.yaml", contractSample);
  write(root, "flakestorm.yaml", flakestormSample);
  write(
    root,
    "answers.json",
    JSON.stringify({ answers: { a: { prompt: "p", answer: "q" } }, format: 1 }),
  );
  return { root, runs };
}

function must(cwd, say, ...args) {
  const { status, stderr } = gauntlet(cwd, ...args);
  say(`sample: gauntlet ${args.join(" ")} (exit ${status})`);
  if (status !== 0 && status !== 1 && status !== 3) {
    throw new Error(`no sample: gauntlet ${args.join(" ")} ended with ${status}\n${stderr}`);
  }
}

function copyExample(name, root) {
  const isKept = (from) => !/[\\/](?:node_modules|\.gauntlet|fixed)$/u.test(from);
  const from = path.join(repository, "examples", name);
  cpSync(from, root, { recursive: true, filter: (one) => one === from || isKept(one) });
  link(root, "gauntlet", repository);
}

function link(root, name, target = path.join(repository, "node_modules", name)) {
  const place = path.join(root, "node_modules", name);
  mkdirSync(path.dirname(place), { recursive: true });
  if (!existsSync(place)) symlinkSync(target, place);
}

function write(root, name, text) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}

/** The example has every key, commented out. */
function uncommented(text) {
  return text.replaceAll(/^#(?=[\w[])/gmu, "");
}

const sourceMap = '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}';

const mappedModule =
  "export const one = 1;\n" +
  "//# sourceMappingURL=data:application/json;base64," +
  `${Buffer.from(sourceMap).toString("base64")}\n`;

const brokenModule = `/** @param {string} text @returns {number} */
export function price(text) {
  return text.match(/\\d+/)[0].length;
}
`;

const swarmSample = {
  format: "gauntlet-swarm",
  version: 1,
  subject: { file: "inventory.chaos.ts", exportName: "default" },
  names: ["reserve", "release"],
  configs: [{ key: "10", uses: 3, edges: 2, productive: 1, failures: 0, energy: 1.5 }],
};

/** So that there are failed conversations to be exported; it keeps no certificate back. */
const alwaysFails = `
[[agent.contract.invariants]]
id = "one step"
type = "budget"
severity = "low"
steps = 0
`;

const askModel = `await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer x" },
  body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }] }),
}).then((answer) => answer.text());
`;

const sessionSample = `id: s1
name: a session
source: manual
input: Where is my order A17?
history: []
tool_responses:
  - tool: get_order
    response: { id: A17, state: sent, amount: 3 }
contract: support
expected_failure: it made something up
`;

const contractSample = `name: support
invariants:
  - id: answers
    type: output_not_empty
    severity: high
  - id: shape
    type: valid_json
    severity: low
chaos_matrix:
  - name: no-chaos
  - name: down
    tool_faults: [{ tool: get_order, mode: error, error_code: 503 }]
`;

const flakestormSample = `version: "2.0"
agent:
  endpoint: "http://localhost:8000/invoke"
  type: "http"
  timeout: 30000
model:
  provider: "ollama"
  name: "qwen3:8b"
mutations:
  count: 5
  types: [paraphrase, noise]
golden_prompts:
  - "Where is my order?"
invariants:
  - type: "latency"
    max_ms: 2000
chaos:
  tool_faults:
    - tool: "*"
      mode: error
      error_code: 503
      probability: 0.3
`;
