import { generateKeyPairSync } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { idOf, key, orderTrace, project as support } from "./langsmith-runs.ts";
import { LangsmithServer } from "./langsmith-server.ts";
import { agentCli, travelProject } from "./travel-project.ts";

// Agent verbs one after the other: what each prints with --json, and its exit code.

test("AC-17: every agent verb prints one document", async () => {
  const project = travelProject();
  const lines: readonly (readonly [string, string, number])[] = [
    ["agent run", "agent run", 0],
    ["agent chaos", "agent chaos", 0],
    ["agent ci --min-score 0.9", "agent ci", 1],
    ["agent contract run", "agent contract run", 0],
    ["agent contract validate", "agent contract validate", 0],
    ["agent contract score", "agent contract score", 0],
    ["agent replay export --from-report latest", "agent replay export", 0],
    ["agent replay run --min-score 0.9", "agent replay run", 1],
    ["agent certificate", "agent certificate", 0],
    ["agent certificate issue --min-score 0.9", "agent certificate", 1],
  ];
  for (const [line, command, exitCode] of lines) {
    const sessions = line.includes("replay run") ? exported(project) : [];
    const { code, out } = await agentCli(project, [...line.split(" "), ...sessions, "--json"]);
    expect([line, code, JSON.parse(out)]).toMatchObject([line, exitCode, { command }]);
  }
});

test("what failed is exported, held again, and only replaced where it is asked for", async () => {
  const project = travelProject();
  await agentCli(project, ["agent", "contract", "run", "--report", "json:run.json"]);
  const words = ["agent", "replay", "export", "--from-report", "run.json", "--output", "kept"];
  const [file = ""] = await sessionsOf(project, words);
  expect(file).toMatch(/^kept\/.+\.yaml$/u);
  const session = project.read(file);
  expect((await agentCli(project, ["agent", "replay", "run", file])).out).toContain("0      1");
  project.write(file, `${session}# mine\n`);
  const [second = ""] = await sessionsOf(project, words);
  expect(second).not.toBe(file);
  expect(await sessionsOf(project, [...words, "--force"])).toEqual([file]);
  expect(project.read(file)).toBe(session);
});

test("a certificate is verified with its key and its configuration", async () => {
  const project = travelProject();
  const issued = await agentCli(project, ["agent", "certificate", "--html", "page.html", "--json"]);
  const { artifacts } = JSON.parse(issued.out) as { readonly artifacts: readonly string[] };
  expect([issued.code, artifacts.includes("page.html")]).toEqual([0, true]);
  const file = artifacts.find((name) => /certificate[^/]*\.json$/u.test(name)) ?? "";
  const verify = ["agent", "certificate", "verify", file];
  expect(await agentCli(project, [...verify, "--same-config"])).toMatchObject({ code: 0, err: "" });
  const stranger = generateKeyPairSync("ed25519").publicKey;
  project.write("stranger.pem", stranger.export({ type: "spki", format: "pem" }));
  const refused = await agentCli(project, [...verify, "--key", "stranger.pem", "--json"]);
  expect([refused.code, JSON.parse(refused.out)]).toMatchObject([
    1,
    { command: "agent certificate verify", verdict: "broken", because: expect.any(String) },
  ]);
  project.write("gauntlet.toml", project.read("gauntlet.toml").replace("Vienna", "Rome"));
  expect((await agentCli(project, verify)).code).toBe(0);
  expect((await agentCli(project, [...verify, "--same-config"])).code).toBe(1);
});

test("what is fetched from LangSmith is held at once with --run", async () => {
  const server = await LangsmithServer.open({
    key,
    projects: { support },
    runs: orderTrace(),
  });
  onTestFinished(() => server.close());
  const env = { LANGSMITH_API_KEY: key, LANGSMITH_ENDPOINT: server.endpoint };
  const project = travelProject();
  const words = ["agent", "replay", "run", "--from-langsmith", idOf(1), "--run", "--json"];
  const { out } = await agentCli(project, words, env);
  expect(JSON.parse(out)).toMatchObject({ command: "agent replay run", summary: { runs: 1 } });
  expect(existsSync(project.path(`replays/${idOf(1)}.yaml`))).toBe(true);
});

test("`full` says that it did not ask the agent", async () => {
  const project = travelProject();
  const steps = "steps:\n  - { type: rand_u64, key: a }\n";
  project.write("good.scenario.yaml", `version: 1\nname: good\n${steps}`);
  const others = "doctor,test,verify,replay,ci,explore-scenarios,explore-tests,regressions";
  const { code, out } = await agentCli(project, ["full", "--skip-steps", others]);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/agent +not executed +it asks your agent, often: `gauntlet agent ci`/u),
  ]);
});

test("AC-17: an interrupted agent verb prints one document as well", async () => {
  const project = travelProject();
  project.write("gauntlet.toml", `${project.read("gauntlet.toml")}\n[report]\nverbose = true\n`);
  const words = ["agent", "contract", "run", "--trials", "500", "--json"];
  const { code, out } = await project.interrupted(/\d of \d+ conversations/, ...words);
  expect([code, JSON.parse(out)]).toMatchObject([
    130,
    { command: "agent contract run", verdict: "unknown", because: "interrupted" },
  ]);
});

// --- inside ---

function exported(project: TempProject): readonly string[] {
  return readdirSync(project.path("replays")).map((name) => `replays/${name}`);
}

async function sessionsOf(
  project: TempProject,
  words: readonly string[],
): Promise<readonly string[]> {
  const { out } = await agentCli(project, [...words, "--json"]);
  const { sessions } = JSON.parse(out) as { readonly sessions: readonly { file: string }[] };
  return sessions.map(({ file }) => file);
}
