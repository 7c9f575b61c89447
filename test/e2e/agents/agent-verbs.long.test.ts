import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { CertificateStatement } from "../../../src/kernel/agent/agent-certificate.ts";
import { flakestormFile } from "../../fixtures/flakestorm-file.ts";
import { TempProject } from "../temp-project.ts";
import { agentProject } from "./agent-project.ts";
import { agentOf } from "./example-project.ts";
import { idOf, key, manyTraces, orderTrace, project as support } from "./langsmith-runs.ts";
import { LangsmithServer } from "./langsmith-server.ts";
import { agentCli, travelProject } from "./travel-project.ts";

// Agent verbs that ask no agent, or ask it once: what they print, and what they write.

const oneAgent = `
[agent]
type = "http"
endpoint = "http://127.0.0.1:9/"
prompts = ["Hi"]
`;

test("a contract is checked without asking the agent", async () => {
  const project = travelProject();
  const words = ["agent", "contract", "validate"];
  expect(await agentCli(project, words)).toEqual({
    code: 0,
    out: "contract travel: 1 rule in 3 scenarios\n",
    err: "",
  });
  const { out } = await agentCli(project, [...words, "--json"]);
  expect(JSON.parse(out)).toEqual({
    tool: "gauntlet",
    schema: 1,
    command: "agent contract validate",
    verdict: "held",
    contract: "travel",
    invariants: ["booked with a number, or not at all"],
    scenarios: ["no-chaos", "the booker's model says nothing", "the booker cannot be reached"],
  });
});

test("--all keeps the events of conversations in which all passed", async () => {
  const project = agentProject();
  const events = async (...words: readonly string[]): Promise<readonly number[]> => {
    const { conversations } = agentOf(await project.told("agent", "contract", "run", ...words));
    return conversations.map((one) => one.events.length);
  };
  expect(await events()).toEqual([0]);
  expect(await events("--all")).toEqual([expect.toSatisfy((count: number) => count >= 3)]);
});

test("chaos that nothing describes is refused, and so is a profile that nobody knows", async () => {
  const project = new TempProject({ "gauntlet.toml": oneAgent });
  for (const words of ["agent chaos", "agent run --chaos"]) {
    const { code, err } = await agentCli(project, words.split(" "));
    expect([words, code, err]).toEqual([words, 2, expect.stringContaining("error[A013]")]);
  }
  const { err } = await agentCli(project, ["agent", "chaos", "--profile", "outage"]);
  expect(err).toContain("error[A016]: there is no chaos profile `outage`\n  --> --profile outage");
});

test("a flakestorm.yaml is taken over, and replaces nothing unless it is asked to", async () => {
  const project = new TempProject({ "flakestorm.yaml": await flakestormFile("v2") });
  const words = ["agent", "import", "flakestorm.yaml", "--output", "new.toml"];
  const first = await agentCli(project, [...words, "--json"]);
  expect([first.code, JSON.parse(first.out)]).toMatchObject([
    0,
    { command: "agent import", verdict: "held", artifacts: ["new.toml"] },
  ]);
  project.write("sub/flakestorm.yaml", project.read("flakestorm.yaml"));
  expect((await agentCli(project, [...words, "--cwd", "sub"])).code).toBe(0);
  expect(project.read("sub/new.toml")).toBe(project.read("new.toml"));
  project.write("new.toml", "mine");
  const { code, err } = await agentCli(project, words);
  expect([code, err]).toEqual([2, expect.stringContaining("there is a `new.toml`")]);
  expect(project.read("new.toml")).toBe("mine");
  expect((await agentCli(project, [...words, "--force"])).code).toBe(0);
  expect(project.read("new.toml")).toContain("[agent]");
});

test("runs of LangSmith become session files, one or those of a project", async () => {
  const runs = [...orderTrace(), ...manyTraces()];
  const server = await LangsmithServer.open({ key, projects: { support }, runs });
  onTestFinished(() => server.close());
  const env = { LANGSMITH_API_KEY: key, LANGSMITH_ENDPOINT: server.endpoint };
  const project = new TempProject({ "gauntlet.toml": oneAgent });
  const fetched = async (line: string): Promise<readonly string[]> => {
    const words = ["agent", "replay", "run", ...line.split(" "), "--json"];
    const { code, out } = await agentCli(project, words, env);
    const document = JSON.parse(out) as { readonly artifacts: readonly string[] };
    expect([line, code, document]).toMatchObject([
      line,
      0,
      { command: "agent replay run", verdict: "held", skipped: [] },
    ]);
    return document.artifacts;
  };
  expect(await fetched(`--from-langsmith ${idOf(1)}`)).toEqual([`replays/${idOf(1)}.yaml`]);
  const failed = await fetched("--from-langsmith-project support --output failed");
  const all = await fetched("--from-langsmith-project support --filter-status all --output all");
  expect(failed.every((file) => file.startsWith("failed/"))).toBe(true);
  expect(all.length).toBeGreaterThan(failed.length);
  expect([...failed, ...all].filter((file) => !existsSync(project.path(file)))).toEqual([]);
});

test("what a command asks is recorded, and its output and exit code are its own", async () => {
  const project = travelProject();
  const command = ["--", "node", "-e", "console.log('its own'); process.exitCode = 7"];
  const words = ["agent", "record", "--output", "kept.jsonl", ...command];
  const { code, out, err } = await project.gauntlet(...words);
  expect([code, out, err]).toEqual([7, "its own\n", "wrote    kept.jsonl   0 exchanges\n"]);
  expect(existsSync(project.path("kept.jsonl"))).toBe(true);
});

test("an interrupted recording keeps what was answered until then", async () => {
  const project = travelProject();
  const serve = "process.stderr.write('it serves'); setInterval(() => {}, 1_000)";
  const words = ["agent", "record", "--", "node", "-e", serve];
  const { code, err } = await project.interrupted(/it serves/, ...words);
  expect([code, err]).toEqual([130, expect.stringContaining("wrote    cassette.jsonl")]);
  expect(existsSync(project.path("cassette.jsonl"))).toBe(true);
});

test("a command that cannot be started is told by its name", async () => {
  const project = travelProject();
  const recorded = await agentCli(project, ["agent", "record", "--", "no-such-program"]);
  expect(recorded).toMatchObject({ code: 2, out: "" });
  expect(recorded.err).toContain("error[A019]: `no-such-program` could not be started");
  const wrap = ["agent", "wrap", "--name", "orders", "--", "no-such-program"];
  const wrapped = await project.gauntlet(...wrap);
  expect(wrapped).toMatchObject({ code: 127, out: "" });
  expect(wrapped.err).toContain("error[A024]: the MCP server `orders`");
});

test("a certificate is about what flags asked for, and names the commit", async () => {
  const project = travelProject();
  const git = (...words: string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.t", ...words], {
      cwd: project.root,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("add", "gauntlet.toml", "planner.mjs");
  git("commit", "--quiet", "--message", "agents");
  const flags = ["--seed", "777", "--trials", "2", "--min-score", "0.1"];
  expect((await agentCli(project, ["agent", "certificate", ...flags])).code).toBe(0);
  const { predicate, subject } = statementOf(project);
  expect([predicate.seed, predicate.gates.at(-1)?.wanted]).toEqual(["777", 0.1]);
  expect(predicate.phases.map(({ passAll }) => passAll.trials)).toEqual([2, 2, 2]);
  expect(subject).toContainEqual({
    name: "commit",
    digest: { gitCommit: git("rev-parse", "HEAD") },
  });
  rmSync(project.path(".gauntlet/certificate.json"));
  const gated = await agentCli(project, ["agent", "certificate", "--min-score", "0.9"]);
  expect([gated.code, gated.out]).toEqual([1, expect.stringContaining("no certificate is given")]);
  expect(existsSync(project.path(".gauntlet/certificate.json"))).toBe(false);
});

// --- inside ---

function statementOf(project: TempProject): CertificateStatement {
  const { payload } = JSON.parse(project.read(".gauntlet/certificate.json")) as { payload: string };
  return JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as CertificateStatement;
}
