import { existsSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { agentOf, exampleProject } from "./example-project.ts";
import { idOf, key, oddTrace, project as projectId } from "./langsmith-runs.ts";
import { type KeptRun, LangsmithServer } from "./langsmith-server.ts";

// The example agents, asked again what somebody asked them in production.

let server: LangsmithServer;

beforeEach(async () => {
  const runs = [lostNote, savingFailed, searchFound, fineRun, oddTrace()];
  server = await LangsmithServer.open({ key, projects: { notes: projectId }, runs });
  vi.stubEnv("LANGSMITH_ENDPOINT", server.endpoint);
  vi.stubEnv("LANGSMITH_API_KEY", key);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

test("one run is fetched, kept as a session and held at once", async () => {
  const flags = ["agent", "replay", "run", "--from-langsmith", idOf(1)];
  const project = exampleProject("research-agent");
  const kept = await project.gauntlet(...flags);
  expect([kept.code, kept.out]).toEqual([0, `wrote    replays/${idOf(1)}.yaml\n`]);
  expect(project.read(`replays/${idOf(1)}.yaml`)).toContain("error: the disk is full");

  const weak = await project.told(...flags, "--run");
  expect([weak.code, weak.because]).toEqual([1, "critical rules failed: saved means saved"]);
  const fixed = await exampleProject("research-agent/fixed").told(...flags, "--run");
  expect([fixed.code, agentOf(fixed).scores.replay_regression]).toEqual([0, 1]);
});

test("the runs of a project are fetched into a folder, by how they came out", async () => {
  const project = exampleProject("research-agent");
  const flags = ["agent", "replay", "run", "--from-langsmith-project", "notes", "--output"];
  expect(await project.gauntlet(...flags, "failed")).toMatchObject({ code: 0 });
  expect(readdirSync(project.path("failed"))).toEqual([`${idOf(1)}.yaml`]);
  expect(await project.gauntlet(...flags, "all", "--filter-status", "all")).toMatchObject({
    code: 0,
  });
  expect(readdirSync(project.path("all"))).toEqual([`${idOf(1)}.yaml`, `${idOf(2)}.yaml`]);
});

test("a source with auto_import is fetched by every run; without it nobody is asked", async () => {
  const source = (isAuto: boolean): string => `
[[agent.replays.sources]]
type = "langsmith_run"
run_id = "${idOf(1)}"
auto_import = ${isAuto}

[agent.scoring]`;
  const scenarios = [];
  for (const isAuto of [true, false]) {
    const project = exampleProject("research-agent");
    const text = project.read("gauntlet.toml");
    project.write("gauntlet.toml", text.replace("\n[agent.scoring]", source(isAuto)));
    const before = server.seen.length;
    const { cells } = agentOf(await project.told("agent", "replay", "run"));
    scenarios.push([...new Set(cells.map(({ scenario }) => scenario))]);
    expect(server.seen.length > before).toBe(isAuto);
    expect(existsSync(project.path(`replays/${idOf(1)}.yaml`))).toBe(false);
  }
  expect(scenarios).toEqual([["incident-001", idOf(1)], ["incident-001"]]);
});

test("runs of a project that ask nothing are left out, which is told", async () => {
  const project = exampleProject("research-agent/fixed");
  const source = `
[[agent.replays.sources]]
type = "langsmith"
project = "notes"
filter = { status = "all" }
auto_import = true

[agent.scoring]`;
  const text = project.read("gauntlet.toml");
  project.write("gauntlet.toml", text.replace("\n[agent.scoring]", source));
  const result = await project.told("agent", "replay", "run");
  expect(result.notes).toEqual([expect.stringContaining(`left out ${idOf(400)}: `)]);
  const { cells } = agentOf(result);
  expect(new Set(cells.map(({ scenario }) => scenario))).toEqual(
    new Set(["incident-001", idOf(1), idOf(2)]),
  );
});

test("a refused key and a run that is not there are told, and nothing is written", async () => {
  const project = exampleProject("research-agent");
  const flags = ["agent", "replay", "run", "--from-langsmith"];
  const missing = await project.gauntlet(...flags, idOf(77));
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining(idOf(77))]);
  vi.stubEnv("LANGSMITH_API_KEY", "lsv2_pt_ffffffffffffffffffffffffffffffff");
  const refused = await project.gauntlet(...flags, idOf(1));
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("LANGSMITH_API_KEY")]);
  expect(refused.err).not.toContain("lsv2_pt_f");
  expect(readdirSync(project.path("replays"))).toEqual(["incident-001.yaml"]);
});

// --- inside ---

const time = { start_time: "2026-03-10T11:00:00", end_time: "2026-03-10T11:00:00.020" };

const lostNote: KeptRun = {
  ...time,
  id: idOf(1),
  name: "research agent",
  run_type: "chain",
  session_id: projectId,
  trace_id: idOf(1),
  parent_run_id: null,
  dotted_order: `20260310T1100${idOf(1)}`,
  status: "error",
  error: "the note is missing",
  inputs: { input: "What do my notes say about basalt?" },
  outputs: {},
};

const searchFound: KeptRun = {
  ...lostNote,
  id: idOf(11),
  name: "search",
  run_type: "tool",
  parent_run_id: idOf(1),
  dotted_order: `${String(lostNote["dotted_order"])}.20260310T1101${idOf(11)}`,
  status: "success",
  error: null,
  outputs: { output: "Basalt is what lava becomes when it cools quickly." },
};

const savingFailed: KeptRun = {
  ...searchFound,
  id: idOf(12),
  name: "save_note",
  dotted_order: `${String(lostNote["dotted_order"])}.20260310T1102${idOf(12)}`,
  status: "error",
  error: "error: the disk is full",
  outputs: null,
};

const fineRun: KeptRun = {
  ...lostNote,
  id: idOf(2),
  trace_id: idOf(2),
  dotted_order: `20260310T1100${idOf(2)}`,
  status: "success",
  error: null,
  inputs: { input: "What do my notes say about tides?" },
};
