import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// What each flag of `fuzz` changes, beside those that fuzz.long.test.ts shows.

const budget = 120_000;

/** A fuzz test of bytes, or of what `extra` says. */
function target(body: string, extra = ""): TempProject {
  return new TempProject({
    "a.fuzz.ts": `
import { fuzz } from "gauntlet";
let seen = 0;
export default fuzz({ name: "a", ${extra} run: (data) => { ${body} } });`,
  });
}

/** The words of a command that finds something only with `flag`, and without it nothing. */
async function onlyWith(here: TempProject, words: readonly string[], flag: readonly string[]) {
  const without = await here.told("fuzz", "--no-corpus", ...words);
  expect(without).toMatchObject({ code: 0, verdict: "held", findings: [] });
  const found = await here.told("fuzz", "--no-corpus", ...words, ...flag);
  expect(found).toMatchObject({ code: 1, verdict: "broken" });
  return found;
}

test(
  "--length-max bounds what inputs are made",
  async () => {
    const here = target('if (data.length > 12) throw new RangeError("too long");');
    const bounded = await here.told("fuzz", "--runs", "5000", "--length-max", "12");
    expect(bounded).toMatchObject({ code: 0, verdict: "held" });
    const one = await here.told("fuzz", "--runs", "5000", "--length-max", "13");
    expect(one).toMatchObject({ code: 1, verdict: "broken" });
    expect(one.findings[0]?.story[0]).toContain("13 bytes");
  },
  budget,
);

/** A word of which the source only knows a sum: no literal holds it, and no comparison tells it. */
const word = "open-door";
const sumOf = (text: string): number => {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193);
  return sum >>> 0;
};
const known = `
  let sum = 0x811c9dc5;
  for (const letter of data) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193);
  if (sum >>> 0 === ${sumOf(word)}) throw new Error("the word is known");`;

test(
  "--dict makes a word found that no comparison tells",
  async () => {
    const here = target(known, 'input: "text",');
    here.write("words.dict", `# words\nkey="${word}"\nother="\\x00\\x01"\n`);
    const words = ["--runs", "3000", "--seed", "1"];
    const found = await onlyWith(here, words, ["--dict", "words.dict"]);
    expect(found.findings[0]?.story[0]).toBe(`a("${word}")`);
    const missing = await here.gauntlet("fuzz", "--dict", "none.dict");
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("error[Z003]")]);
  },
  budget,
);

test(
  "--seeds runs the inputs of a folder first",
  async () => {
    const here = target(known, 'input: "text",');
    here.write("samples/first", "harmless");
    here.write("samples/second", word);
    const found = await onlyWith(here, ["--runs", "20", "--seed", "1"], ["--seeds", "samples"]);
    expect(found.findings[0]?.runIndex).toBeLessThan(5);
  },
  budget,
);

/** Each letter is a branch of its own: whoever goes on from what is new needs few inputs. */
const stairs = `
  const [a, b, c, d] = data;
  if (((a * 7) & 255) % 131 !== 5) return;
  if (((b * 11) & 255) % 131 !== 5) return;
  if (((c * 13) & 255) % 131 !== 5) return;
  if (((d * 17) & 255) % 131 === 5) throw new Error("at the top");`;

test(
  "--mode property makes inputs by chance, and goes on from none",
  async () => {
    const here = target(stairs);
    const words = ["--runs", "60000", "--seed", "1", "--no-corpus"];
    const guided = await here.told("fuzz", ...words);
    expect(guided).toMatchObject({ code: 1, verdict: "broken" });
    expect(guided.coverage.subjects?.[0]?.corpus).toBeGreaterThan(2);
    const chance = await here.told("fuzz", ...words, "--mode", "property");
    expect(chance).toMatchObject({ code: 0, verdict: "held" });
    expect(chance.coverage.subjects?.[0]?.corpus ?? 0).toBe(0);
    const refused = await here.gauntlet("fuzz", "--mode", "other");
    expect(refused.code).toBe(2);
  },
  budget,
);

const branches =
  "if (data[0] === 1) seen += 1; if (data[1] === 2) { if (data[2] === 3) seen += 2; }";

test(
  "--no-corpus keeps nothing, and --minimize says how many of how many are needed",
  async () => {
    const here = target(branches);
    const words = ["fuzz", "--runs", "4000", "--seed", "1"];
    const alone = await here.told(...words, "--no-corpus", "--minimize");
    expect(alone.notes.join("\n")).not.toContain("in the corpus reach the same");
    expect(existsSync(here.path(".gauntlet/corpus"))).toBe(false);
    const kept = await here.told(...words);
    expect(kept.notes.join("\n")).not.toContain("in the corpus reach the same");
    const before = corpusOf(here).length;
    expect(before).toBeGreaterThan(10);
    const fewer = await here.told("fuzz", "--runs", "1", "--seed", "1", "--minimize");
    const said = /^(\d+) of (\d+) inputs in the corpus reach the same/mu;
    const [, after, all] = said.exec(fewer.notes.join("\n")) ?? [];
    expect([Number(all), corpusOf(here).length]).toEqual([before, Number(after)]);
    expect(Number(after)).toBeLessThan(before);
  },
  budget,
);

test(
  "--workers 2 searches in two processes, and finds the same bug",
  async () => {
    // Which of two processes reaches what depends on time, so the bug is one that no search misses.
    const here = target('if (data[0] === 0x6b && data[1] === 0x65) throw new Error("known");');
    const words = ["fuzz", "--no-corpus", "--runs", "20000", "--seed", "1"];
    const one = await here.told(...words);
    const two = await here.told(...words, "--workers", "2");
    expect([one.code, two.code]).toEqual([1, 1]);
    expect(two.findings[0]?.identity.key).toBe(one.findings[0]?.identity.key);
    const silent = target("seen += data.length;");
    const few = ["fuzz", "--no-corpus", "--runs", "20000"];
    // Besides those that search there are some that run a few of the runs again.
    const others = (await startedBy(() => silent.cli(...few))) - 1;
    expect(await startedBy(() => silent.cli(...few, "--workers", "2"))).toBe(others + 2);
  },
  budget,
);

test(
  "--bail stops at the first failure that is proven",
  async () => {
    const text =
      'if (data[0] === 1) throw new Error("first"); ' +
      'if (data.length > 40 && data[30] === 7) throw new RangeError("second");';
    const here = target(text);
    const words = ["fuzz", "--no-corpus", "--seed", "1", "--runs", "150000"];
    const all = await here.told(...words);
    expect(all.findings.map(({ message }) => message).toSorted()).toEqual(["first", "second"]);
    const one = await here.told(...words, "--bail");
    expect(one.findings.map(({ message }) => message)).toEqual(["first"]);
    expect(one.summary.runs).toBeLessThan(all.summary.runs);
  },
  budget,
);

test(
  "--time ends a campaign that nothing else ends",
  async () => {
    const here = target("seen += data.length;");
    const ended = await here.told("fuzz", "--time", "1");
    expect(ended).toMatchObject({ code: 0, verdict: "held" });
    expect(ended.summary.seconds).toBeGreaterThanOrEqual(1);
    expect(ended.summary.seconds).toBeLessThan(30);
    expect(ended.summary.runs).toBeGreaterThan(100);
  },
  budget,
);

test(
  "--no-strict goes on where a target leaves the simulated world, and --strict does not",
  async () => {
    const here = new TempProject({
      "a.fuzz.ts": `
import { Worker } from "node:worker_threads";
import { fuzz } from "gauntlet";
export default fuzz("a", async (data) => {
  if (data.length !== 2) return;
  const worker = new Worker("0", { eval: true });
  await worker.terminate();
});`,
    });
    const words = ["fuzz", "--no-corpus", "--runs", "300", "--seed", "1"];
    const strict = await here.told(...words, "--strict");
    expect(strict).toMatchObject({ code: 1, findings: [{ kind: "escape" }] });
    const lenient = await here.told(...words, "--no-strict");
    expect(lenient).toMatchObject({ code: 0, verdict: "held", findings: [] });
    here.write("gauntlet.toml", "[world]\nstrict = false\n");
    expect((await here.told(...words)).code).toBe(0);
    expect((await here.told(...words, "--strict")).code).toBe(1);
  },
  budget,
);

// --- inside ---

function corpusOf(project: TempProject): readonly string[] {
  const folder = project.path(".gauntlet/corpus");
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl.gz"),
  );
}

/** How many processes a command starts in which user code runs. */
async function startedBy(command: () => Promise<{ readonly code: number | null }>) {
  const all: ChildProcess[] = [];
  const started = (message: unknown): void => {
    all.push((message as { process: ChildProcess }).process);
  };
  subscribe("child_process", started);
  try {
    expect((await command()).code).toBe(0);
  } finally {
    unsubscribe("child_process", started);
  }
  return all.filter(({ spawnargs }) => spawnargs.join(" ").includes("worker-main.js")).length;
}
