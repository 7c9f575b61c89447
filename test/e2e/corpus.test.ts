import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

/** Each digit opens a branch of its own, so that runs get deeper only one by one. */
const lock = `
import fc from "fast-check";
import { chaosTest } from "gauntlet";

const code = [7, 3, 9, 1, 8];

export default chaosTest({
  name: "lock",
  setup: () => ({ open: 0 }),
  rules: {
    turn: {
      draw: { digit: fc.integer({ min: 0, max: 9 }) },
      run: (state, { digit }) => {
        if (state.open === 0 && digit === code[0]) state.open = 1;
        else if (state.open === 1 && digit === code[1]) state.open = 2;
        else if (state.open === 2 && digit === code[2]) state.open = 3;
        else if (state.open === 3 && digit === code[3]) state.open = 4;
        else if (state.open === 4 && digit === code[4]) state.open = 5;
        else state.open = 0;
      },
    },
    wait: { run: () => {} },
  },
  invariants: { "it has five digits at most": (state) => state.open <= 5 },
});
`;

const folder = ".gauntlet/corpus/lock.chaos.ts#default";

function lockProject(): TempProject {
  return new TempProject({ "lock.chaos.ts": lock });
}

function listsOf(project: TempProject): readonly string[] {
  return readdirSync(project.path(`${folder}/lists`)).toSorted();
}

test("a campaign that imports a corpus starts at the edges of the one that exported it", async () => {
  const [first, second] = [lockProject(), lockProject()];
  const words = ["explore", "lock.chaos.ts", "--seed", "1"];
  const long = await first.told(...words, "--runs", "4000");
  const lists = listsOf(first).length;
  expect(lists).toBeGreaterThan(3);
  const exported = await first.told("corpus", "export", "corpus.jsonl.gz");
  expect(exported).toMatchObject({ code: 0, entries: lists, artifacts: ["corpus.jsonl.gz"] });
  const alone = await second.told(...words, "--runs", String(lists), "--no-corpus");
  expect(existsSync(second.path(".gauntlet/corpus"))).toBe(false);
  const imported = await second.told("corpus", "import", first.path("corpus.jsonl.gz"));
  expect(imported).toMatchObject({ code: 0, added: lists, known: 0 });
  const short = await second.told(...words, "--runs", String(lists));
  const edges = Number(long.summary["edges"]);
  expect(Number(short.summary["edges"])).toBeGreaterThanOrEqual(edges * 0.99);
  // Otherwise the import would have shown nothing.
  expect(Number(alone.summary["edges"])).toBeLessThan(edges * 0.99);
  const again = await second.told("corpus", "import", first.path("corpus.jsonl.gz"));
  expect(again).toMatchObject({ code: 0, added: 0, known: lists });
}, 60_000);

test("minimize keeps fewer lists that reach the same, and merge brings the others back", async () => {
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
  const again = await second.gauntlet("corpus", "minimize", "lock.chaos.ts");
  expect(again.out).toContain(`${before.length} lists before, ${result?.after} after`);
  const back = await first.told("corpus", "merge", second.path(".gauntlet/corpus"));
  expect(back).toMatchObject({ added: 0, known: result?.after });
  const listed = await first.gauntlet("corpus", "list", "--all");
  for (const name of listsOf(first)) expect(listed.out).toContain(name.split(".")[0]);
}, 60_000);

interface Minimized {
  readonly before: number;
  readonly after: number;
  readonly edgesBefore: number;
  readonly edgesAfter: number;
}

test("an archive that is not sound is refused, and nothing of it is written", async () => {
  const project = lockProject();
  await project.told("explore", "lock.chaos.ts", "--runs", "300");
  await project.told("corpus", "export", "good.jsonl.gz");
  rmSync(project.path(".gauntlet/corpus"), { recursive: true });
  const good = gunzipSync(readFileSync(project.path("good.jsonl.gz"))).toString("utf8");
  const hostile: Readonly<Record<string, string | Uint8Array>> = {
    "other digest": gzipSync(good.replace('\\"label\\":\\"step\\"', '\\"label\\":\\"stop\\"')),
    "outside path": gzipSync(good.replaceAll("lock.chaos.ts", "../../lock.chaos.ts")),
    "cut short": gzipSync(good.slice(0, -5)),
    torn: gzipSync(good).subarray(0, 100),
    "no gzip": good,
    "more behind": gzipSync(`${good}{}\n`),
    "a newer one": gzipSync(good.replace('"version":1', '"version":9')),
    bomb: gzipSync(Buffer.alloc(300 * 1024 * 1024)),
    empty: "",
  };
  for (const [name, bytes] of Object.entries(hostile)) {
    project.write("hostile.gz", bytes);
    const { code, err } = await project.gauntlet("corpus", "import", "hostile.gz");
    expect({ name, code, err }).toEqual({
      name,
      code: 2,
      err: expect.stringMatching(/^error\[K00\d\]: .*\n {2}--> .*hostile\.gz/),
    });
  }
  const missing = await project.gauntlet("corpus", "import", "none.gz");
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("none.gz")]);
  expect(existsSync(project.path(".gauntlet/corpus"))).toBe(false);
  mkdirSync(project.path("elsewhere"));
  mkdirSync(project.path(".gauntlet/corpus"), { recursive: true });
  symlinkSync(project.path("elsewhere"), project.path(folder));
  const linked = await project.gauntlet("corpus", "import", "good.jsonl.gz");
  expect([linked.code, linked.err]).toEqual([2, expect.stringMatching(/^error\[K005\][^]*link/)]);
  expect(readdirSync(project.path("elsewhere"))).toEqual([]);
}, 60_000);

test("an empty corpus is listed, not exported, and cannot be made smaller", async () => {
  const project = lockProject();
  const listed = await project.gauntlet("corpus", "list");
  expect([listed.code, listed.out]).toEqual([
    0,
    "corpus  .gauntlet/corpus   0 subjects   0 entries\n",
  ]);
  const exported = await project.gauntlet("corpus", "export", "c.jsonl.gz");
  expect([exported.code, exported.err]).toEqual([2, expect.stringMatching(/^error\[K007\]/)]);
  const small = await project.told("corpus", "minimize", "lock.chaos.ts");
  expect(small).toMatchObject({ code: 3, verdict: "unknown", because: "no list could be run" });
  const merged = await project.gauntlet("corpus", "merge", "nowhere");
  expect([merged.code, merged.err]).toEqual([2, expect.stringMatching(/^error\[K001\]/)]);
}, 60_000);

test("resume goes on with the runs; changed code is told; a damaged state is refused", async () => {
  const project = lockProject();
  const words = ["explore", "lock.chaos.ts", "--runs", "200"];
  const first = await project.told(...words, "--resume");
  expect(first.notes).toEqual(["there is no saved state to go on from"]);
  const second = await project.told(...words, "--resume");
  expect(second).toMatchObject({ code: 0, summary: { runs: 200 } });
  expect(second.notes).toEqual(["went on after 200 runs"]);
  expect(Number(second.summary["edges"])).toBeGreaterThanOrEqual(Number(first.summary["edges"]));
  const state = JSON.parse(project.read(`${folder}/state.json`)) as { places: { run: number }[] };
  expect(state.places.map(({ run }) => run)).toEqual([400]);
  const split = await project.told(...words, "--resume", "--workers", "2");
  expect(split.notes).toEqual(["went on after 400 runs"]);
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
}, 60_000);

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
    `the corpus entry lists/${name} was left out: its decisions do not have the digest that it names`,
    expect.stringMatching(/^the corpus entry lists\/zz.jsonl.gz was left out: it is damaged/),
  ]);
  expect(listsOf(project)).toContain("zz.jsonl.gz");
}, 60_000);
