import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { program } from "./command-line.ts";
import type { ResultDocument } from "../../src/report/json.ts";
import { folder, listsOf, lock, lockProject } from "./lock-project.ts";
import { type TempProject } from "./temp-project.ts";
import { workersOf } from "./workers-of.ts";

test("minimize keeps fewer lists that reach the same, merge brings others back", async () => {
  const [first, second] = [lockProject(), lockProject()];
  await first.told("explore", "lock.chaos.ts", "--runs", "3000");
  await first.told("explore", "lock.chaos.ts", "--runs", "1000", "--seed", "2");
  const before = listsOf(first);
  const merged = await second.told("corpus", "merge", first.path(".gauntlet/corpus"));
  expect(merged).toMatchObject({ code: 0, added: before.length, known: 0 });
  const { code, out } = await first.gauntlet("corpus", "minimize", "lock.chaos.ts", "--json");
  expect(code).toBe(0);
  const [result] = (JSON.parse(out) as { subjects: readonly Minimized[] }).subjects;
  expect(result).toMatchObject({ before: before.length, after: listsOf(first).length });
  expect(result?.edgesAfter).toBe(result?.edgesBefore);
  expect(result?.after).toBeLessThan(before.length);
  const back = await first.told("corpus", "merge", second.path(".gauntlet/corpus"));
  const after = result?.after ?? 0;
  expect(back).toMatchObject({ added: before.length - after, known: after });
  const listed = await first.gauntlet("corpus", "list", "--all");
  for (const name of listsOf(first)) expect(listed.out).toContain(name.split(".")[0]);
});

interface Minimized {
  readonly before: number;
  readonly after: number;
  readonly edgesBefore: number;
  readonly edgesAfter: number;
}

test("resume goes on with the runs; changed code is told; a damaged state is refused", async () => {
  const project = lockProject();
  const words = ["explore", "lock.chaos.ts", "--runs", "200"];
  const first = await project.told(...words, "--resume");
  expect(first.notes).toEqual(["there is no saved state to resume from"]);
  const second = await project.told(...words, "--resume");
  expect(second).toMatchObject({ code: 0, summary: { runs: 200 } });
  expect(second.notes).toEqual(["resumed after 200 runs"]);
  expect(Number(second.summary["edges"])).toBeGreaterThanOrEqual(Number(first.summary["edges"]));
  const state = JSON.parse(project.read(`${folder}/state.json`)) as { places: { run: number }[] };
  expect(state.places.map(({ run }) => run)).toEqual([400]);
  const split = await project.told(...words, "--resume", "--workers", "2");
  expect(split.notes).toEqual(["resumed after 400 runs"]);
  const other = await project.told(...words, "--resume", "--seed", "7");
  expect(other.notes[0]).toMatch(
    /^the saved state does not fit, another seed is used: it was `42`/,
  );
  project.write("lock.chaos.ts", lock.replace("[7, 3, 9, 1, 8]", "[7, 3, 9, 1, 2]"));
  const changed = await project.told(...words, "--resume", "--seed", "7");
  expect(changed.notes[0]).toMatch(/^the saved state does not fit, the code has changed/);
  const whole = project.read(`${folder}/state.json`);
  for (const text of ["{", "[]", whole.replace('"gauntlet-state"', '"x"'), `${whole}x`]) {
    project.write(`${folder}/state.json`, text);
    const { code, err } = await project.gauntlet(...words, "--resume");
    expect([code, err]).toEqual([2, expect.stringMatching(/^error\[K006\]: [^]*state\.json/)]);
    expect(project.read(`${folder}/state.json`)).toBe(text);
  }
  const without = await project.told(...words);
  expect(without.notes).toEqual([]);
});

test("damaged lists are named and left where they are, and the others are used", async () => {
  const project = lockProject();
  await project.told("explore", "lock.chaos.ts", "--runs", "300");
  const [name = ""] = listsOf(project);
  const whole = gunzipSync(readFileSync(project.path(`${folder}/lists/${name}`))).toString("utf8");
  const [header = ""] = whole.split("\n");
  project.write(`${folder}/lists/${name}`, gzipSync(`${header}\n{"kind":"end"}\n`));
  project.write(`${folder}/lists/zz.jsonl.gz`, "damaged");
  const { code, notes } = await project.told("explore", "lock.chaos.ts", "--runs", "20");
  expect(code).toBe(0);
  expect(notes).toEqual([
    `the corpus entry lists/${name} was left out: ` +
      "its decisions do not have the digest that it names",
    expect.stringMatching(/^the corpus entry lists\/zz.jsonl.gz was left out: it is damaged/),
  ]);
  expect(listsOf(project)).toContain("zz.jsonl.gz");
});

test("no more lists are kept than wanted, and what cannot be kept costs a note", async () => {
  const project = lockProject();
  project.write("gauntlet.toml", "[explorer]\nmax_checkpoints = 2\nrule_swarm = true\n");
  const words = ["explore", "lock.chaos.ts", "--runs", "400"];
  const first = await project.told(...words);
  expect([first.code, first.notes]).toEqual([0, []]);
  expect(listsOf(project)).toHaveLength(2);
  const swarm = JSON.parse(project.read(`${folder}/swarm.json`)) as { names: string[] };
  expect(swarm.names).toEqual(["turn", "wait"]);
  project.write(`${folder}/swarm.json`, `{"format":"gauntlet-swarm"}`);
  const second = await project.told(...words);
  expect(second.notes).toEqual([
    "the corpus entry swarm.json was left out: the swarm has no `version`",
  ]);
  rmSync(project.path(".gauntlet/corpus"), { recursive: true });
  project.write(".gauntlet/corpus", "a file");
  const third = await project.told(...words);
  expect(third.code).toBe(0);
  expect(third.notes).toEqual([
    expect.stringContaining(".gauntlet/corpus is a file, not a folder"),
  ]);
  expect(third.notes[0]).toContain(`so not written: ${folder}/lists/`);
});

test("a worker that is killed from outside takes no list along", async () => {
  const project = lockProject();
  const words = ["explore", "lock.chaos.ts", "--runs", "6000", "--json"];
  const child = spawn(process.execPath, [program, ...words], { cwd: project.root });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
  const closed = once(child, "close");
  const found = await firstLists(project);
  const killed = workersOf(child.pid ?? 0);
  expect(killed).toHaveLength(1);
  for (const pid of killed) process.kill(pid, "SIGKILL");
  await closed;
  expect((JSON.parse(out) as ResultDocument).summary.runs).toBe(6000);
  expect(listsOf(project)).toEqual(expect.arrayContaining([...found]));
  const names = listsOf(project).map((name) => name.split(".")[0]);
  const listed = await project.gauntlet("corpus", "list", "--all");
  for (const name of names) expect(listed.out).toContain(name);
  expect(listed.out).not.toContain("left out");
});

/** Waits until lists have been stored, and gives their names. */
async function firstLists(project: TempProject): Promise<readonly string[]> {
  for (;;) {
    const lists = existsSync(project.path(`${folder}/lists`)) ? listsOf(project) : [];
    const whole = lists.filter((name) => !name.endsWith(".tmp"));
    if (whole.length >= 3) return whole;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
