import { expect, onTestFinished, test } from "vitest";
import { documentMismatch } from "../document-schema.ts";
import { flakestormFile } from "../fixtures/flakestorm-file.ts";
import { commandVerbs, verbsInHelp } from "../verbs-in-help.ts";
import { idOf, key, orderTrace, project as support } from "./agents/langsmith-runs.ts";
import { LangsmithServer } from "./agents/langsmith-server.ts";
import { agentCli, travelProject } from "./agents/travel-project.ts";
import { TempProject } from "./temp-project.ts";

// What every verb prints with `--json`, held against the schema that ships. A verb without a line
// here fails by its name; so does a field that the types of the documents do not have.

const files = {
  "a.chaos.ts": `
import { chaosTest, fault } from "gauntlet";
import { round } from "./src/money.ts";
export default chaosTest({
  name: "counter",
  faults: [fault.timeout("src/money.ts#round")],
  setup: () => ({ sum: 0 }),
  rules: { add: { run: (state) => { state.sum += round(1); } } },
  invariants: { "stays small": (state) => state.sum < 3 },
});
export const calm = chaosTest({
  name: "calm",
  setup: () => ({}),
  rules: { wait: { run: () => {} } },
});
`,
  "src/money.ts": `
export function round(cents: number): number {
  return Math.round(cents);
}
export function first(names: readonly string[]): string {
  return names[0].trim();
}
`,
};

const scenarioFiles = {
  ...files,
  "good.scenario.json": scenario([" a"]),
  "bad.scenario.json": scenario([]),
  "wrong.scenario.json": `{ "version": 2 }`,
};

/** Lines of one project, in order; each verb must have at least one somewhere. */
const lines = {
  functions: [
    "init --dry-run",
    "scan src/money.ts --runs 50 --save --seed 1",
    "scan src/money.ts --runs 20 --seed 1",
    "mine src/money.ts:round --runs 50 --seed 1",
    "check src/money.ts:round --property idempotent --runs 50",
    "fuzz src/money.ts#first --runs 300 --seed 1 --no-corpus",
    "verify --ci",
    "verify",
    "init --ci --install-skill",
    "init",
  ],
  "chaos tests": [
    "explore a.chaos.ts a.chaos.ts#calm --runs 20 --seed 1",
    "explore a.chaos.ts --runs 30 --seed 1 --swarm",
    "explore a.chaos.ts#calm --ablate --seeds 2 --runs 10",
    "explore a.chaos.ts#calm --scaling --runs 20 --workers 2",
    "explore a.chaos.ts#nothing --runs 1",
    "replay last-fail",
    "replay last-fail --step --dump-events",
    "replay last-fail --save",
    "verify --dry-run",
    "shrink last-fail --out small.jsonl.gz --attempts 5",
    "doctor",
    "doctor a.chaos.ts#calm --runs 2",
    "explore a.chaos.ts#calm --runs 1 --record calm.jsonl.gz",
    "trace verify last-fail",
    "trace show last-fail",
    "trace diff last-fail last-fail",
    "trace diff last-fail calm.jsonl.gz",
    "corpus list",
    "corpus add last-fail",
    "corpus export corpus.jsonl.gz",
    "corpus import corpus.jsonl.gz",
    "corpus merge .gauntlet/corpus",
    "corpus minimize a.chaos.ts#calm",
    "ci last-fail",
    "report flaky last-fail latest",
    "artifacts diff last-fail latest",
  ],
  scenarios: [
    "validate good.scenario.json",
    "validate",
    "test good.scenario.json bad.scenario.json",
    "run good.scenario.json --record good.jsonl.gz --det",
    "ci good.jsonl.gz",
    "report show",
    "report query --path .verdict",
    "report query --list-paths",
    "artifacts ls",
    "artifacts export --out carried",
    "artifacts pack --out packed.tar.gz",
    "artifacts bundle good.jsonl.gz --out bundled.tar.gz",
    "gate good.scenario.json --doctor-runs 2",
    "full good.scenario.json --doctor-runs 2 --explore-time 0.2",
    "env",
    "schema report",
  ],
  agents: [
    "agent run",
    "agent chaos",
    "agent ci --min-score 0.9",
    "agent contract run --all",
    "agent contract validate",
    "agent contract score",
    "agent replay export --from-report latest",
    "agent replay run replays",
    "agent certificate issue --min-score 0.1",
    "agent certificate verify .gauntlet/certificate.json",
  ],
  boundaries: [
    "boundaries init --discover --dry-run",
    "boundaries init",
    "boundaries check",
    "boundaries explain",
    "boundaries explain toothless",
    "boundaries run smoke",
    "boundaries promote 0123abcd",
  ],
  fetching: [
    "agent import flakestorm.yaml --output new.toml",
    `agent replay run --from-langsmith ${idOf(1)}`,
  ],
} as const;

test("every verb has a document here", async () => {
  const verbs = (await verbsInHelp()).filter((verb) => !commandVerbs.has(verb));
  const all = Object.values(lines).flat();
  const missing = verbs.filter((verb) => !all.some((line) => isOf(verb, line)));
  expect(missing).toEqual([]);
});

test.each(["functions", "chaos tests"] as const)("verbs about %s", async (kind) => {
  const project = new TempProject(files);
  expect(await problemsOf(kind, (words) => project.cli(...words))).toEqual([]);
});

test("verbs about scenarios", async () => {
  const project = new TempProject(scenarioFiles);
  expect(await problemsOf("scenarios", (words) => project.cli(...words))).toEqual([]);
});

test("verbs about agents", async () => {
  const project = travelProject();
  expect(await problemsOf("agents", (words) => agentCli(project, words))).toEqual([]);
});

test("verbs about boundaries", async () => {
  const finding = {
    id: "0123abcd",
    boundary: "events",
    pack: "sse",
    tier: "legal",
    test: "a.test.js",
    token: "sse.g1.a",
    because: "expected a",
  };
  const project = new TempProject({
    "src/events.js": "export const read = (url) => fetch(url);",
    ".gauntlet/boundaries/findings/0123abcd.json": JSON.stringify(finding),
  });
  expect(await problemsOf("boundaries", (words) => project.cli(...words))).toEqual([]);
});

test("verbs that take over what others have", async () => {
  const server = await LangsmithServer.open({ key, projects: { support }, runs: orderTrace() });
  onTestFinished(() => server.close());
  const env = { LANGSMITH_API_KEY: key, LANGSMITH_ENDPOINT: server.endpoint };
  const project = new TempProject({ "flakestorm.yaml": await flakestormFile("v2") });
  expect(await problemsOf("fetching", (words) => agentCli(project, words, env))).toEqual([]);
});

// --- inside ---

/** Lines that are refused on purpose; every other one must give a document of its own. */
const refused: ReadonlySet<string> = new Set(["explore a.chaos.ts#nothing --runs 1"]);

function scenario(names: readonly string[]): string {
  const call = { type: "call", fn: "src/money.ts#first", args: [names] };
  return JSON.stringify({ version: 1, name: `first of ${names.length}`, steps: [call] });
}

async function problemsOf(
  kind: keyof typeof lines,
  run: (words: readonly string[]) => Promise<{ readonly out: string; readonly err: string }>,
): Promise<readonly string[]> {
  const verbs = (await verbsInHelp()).toSorted((one, other) => other.length - one.length);
  const problems: string[] = [];
  for (const line of lines[kind]) {
    const verb = verbs.find((name) => isOf(name, line)) ?? "";
    const isSchema = verb === "schema";
    const { out, err } = await run([...line.split(" "), ...(isSchema ? [] : ["--json"])]);
    if (out === "") {
      problems.push(`${line}: nothing was printed: ${err}`);
      continue;
    }
    const document = JSON.parse(out) as object;
    if ("error" in document !== refused.has(line)) problems.push(`${line}: ${err}`);
    const problem = documentMismatch(verb, document);
    if (problem !== undefined) problems.push(`${line}: ${problem}`);
  }
  return problems;
}

function isOf(verb: string, line: string): boolean {
  return line === verb || line.startsWith(`${verb} `);
}
