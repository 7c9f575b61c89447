import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { folder, listsOf, lockProject } from "./lock-project.ts";

test("a campaign that imports a corpus starts at the edges of its exporter", async () => {
  const [first, second] = [lockProject(), lockProject()];
  const words = ["explore", "lock.chaos.ts", "--seed", "1"];
  const long = await first.told(...words, "--runs", "1500");
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
});

test("an archive that is not sound is refused, and nothing of it is written", async () => {
  const project = lockProject();
  await project.told("explore", "lock.chaos.ts", "--runs", "100");
  await project.told("corpus", "export", "good.jsonl.gz");
  rmSync(project.path(".gauntlet/corpus"), { recursive: true });
  const good = gunzipSync(readFileSync(project.path("good.jsonl.gz"))).toString("utf8");
  project.write("bad.gz", gzipSync(good.replaceAll("lock.chaos.ts", "../../lock.chaos.ts")));
  for (const name of ["bad.gz", "none.gz", "lock.chaos.ts"]) {
    const { code, err } = await project.cli("corpus", "import", name);
    expect([code, err]).toEqual([2, expect.stringMatching(/^error\[K00\d\]: .*\n {2}--> /)]);
    expect(err).toContain(name);
  }
  expect(existsSync(project.path(".gauntlet/corpus"))).toBe(false);
  mkdirSync(project.path("elsewhere"));
  mkdirSync(project.path(".gauntlet/corpus"), { recursive: true });
  symlinkSync(project.path("elsewhere"), project.path(folder));
  const linked = await project.cli("corpus", "import", "good.jsonl.gz");
  expect([linked.code, linked.err]).toEqual([2, expect.stringMatching(/^error\[K005\][^]*link/)]);
  expect(readdirSync(project.path("elsewhere"))).toEqual([]);
});

test("an empty corpus is listed, not exported, and cannot be made smaller", async () => {
  const project = lockProject();
  const listed = await project.cli("corpus", "list");
  expect([listed.code, listed.out]).toEqual([
    0,
    "corpus  .gauntlet/corpus   0 subjects   0 entries\n",
  ]);
  const exported = await project.cli("corpus", "export", "c.jsonl.gz");
  expect([exported.code, exported.err]).toEqual([2, expect.stringMatching(/^error\[K007\]/)]);
  const small = await project.told("corpus", "minimize", "lock.chaos.ts");
  expect(small).toMatchObject({ code: 3, verdict: "unknown", because: "no list could be run" });
  const merged = await project.cli("corpus", "merge", "nowhere");
  expect([merged.code, merged.err]).toEqual([2, expect.stringMatching(/^error\[K001\]/)]);
});
