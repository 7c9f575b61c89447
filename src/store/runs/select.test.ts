import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Result } from "../../kernel/result/result.ts";
import { keepRun, openRun, type StoredRun } from "./run-store.ts";
import { select, selectRun, selectTrace } from "./select.ts";

let root = "";
let runs: readonly StoredRun[] = [];
const findingTrace = ".gauntlet/findings/shop-1a2b/trace.jsonl.gz";

beforeEach(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gauntlet-select-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  write(findingTrace);
  mkdirSync(path.join(root, "src"));
  symlinkSync(path.join(root, findingTrace), path.join(root, "link.jsonl.gz"));
  symlinkSync(root, path.join(root, "same"));
  runs = [
    await run(0, "held"),
    await run(1, "broken", { findings: ["shop-1a2b", "never-seen"], traces: [findingTrace] }),
    await run(2, "unknown"),
    await run(3, "held", { source: findingTrace }),
  ];
});

test("AC-9: every way to say it means the same run, trace and finding", async () => {
  const left = runs[1]?.manifest.runId ?? "";
  const trace = path.join(root, findingTrace);
  const fromSource = { projectRoot: root, cwd: path.join(root, "src") };
  const fromLink = { projectRoot: path.join(root, "same"), cwd: path.join(root, "same") };
  const words: readonly (readonly [string, Parameters<typeof select>[1]])[] = [
    [trace, here()],
    [findingTrace, here()],
    [`./${findingTrace}`, here()],
    [`../${findingTrace}`, fromSource],
    [path.dirname(findingTrace), here()],
    ["link.jsonl.gz", here()],
    [`same/${findingTrace}`, here()],
    [findingTrace, fromLink],
    ["shop-1a2b", here()],
    [left, here()],
    [left, fromSource],
    [left.slice(0, -2), here()],
    [`.gauntlet/runs/${left}`, here()],
    [`../.gauntlet/runs/${left}`, fromSource],
    [`.gauntlet/runs/${left}/report.json`, here()],
    ["last-fail", here()],
  ];
  for (const [word, place] of words) {
    const { run: found, trace: file } = await select(word, place);
    expect([word, found?.manifest.runId, file]).toEqual([word, left, trace]);
    expect((await selectRun(word, place)).manifest.runId).toBe(left);
    expect((await selectTrace(word, place)).file).toBe(trace);
  }
});

test("an alias is the newest run that ended so", async () => {
  const ids = runs.map(({ manifest }) => manifest.runId);
  for (const [alias, id] of [
    ["latest", ids[3]],
    ["last-pass", ids[3]],
    ["last-fail", ids[1]],
  ] as const) {
    expect((await selectRun(alias, here())).manifest.runId).toBe(id);
  }
  // What was given a trace stands for it, but did not leave it.
  expect((await select("latest", here())).trace).toBe(path.join(root, findingTrace));
});

test("a run is shown by its trace, because an alias means another one tomorrow", async () => {
  expect((await selectTrace("last-fail", here())).name).toBe(findingTrace);
  expect((await selectTrace("shop-1a2b", here())).name).toBe("shop-1a2b");
});

test("a finding without a trace of its own means its run", async () => {
  expect((await selectRun("never-seen", here())).manifest.runId).toBe(runs[1]?.manifest.runId);
});

test("a name that means nothing is an error: where was looked, and what is near", async () => {
  await expect(selectTrace("shop-1a2c", here())).rejects.toMatchObject({
    code: "T030",
    what: "there is no trace `shop-1a2c`",
    note:
      "looked for a file of that name, for a run of that id under .gauntlet/runs, " +
      "and for a finding of that id under .gauntlet/findings",
    help: "did you mean `shop-1a2b`?",
  });
  await expect(selectRun("last-fial", here())).rejects.toMatchObject({
    code: "R001",
    help: expect.stringContaining("`last-fail`") as string,
  });
  await expect(selectRun("./lnik.jsonl.gz", here())).rejects.toMatchObject({
    help: "did you mean `./link.jsonl.gz`?",
  });
  for (const word of ["", ".", "..", "../..", "\0", "x".repeat(5_000), "/", "~"]) {
    await expect(selectRun(word, here())).rejects.toMatchObject({ name: "GauntletError" });
  }
});

test("the beginning of several ids is an error that lists them", async () => {
  await expect(selectRun("20260101", here())).rejects.toMatchObject({
    code: "R002",
    what: "`20260101` is the beginning of 4 runs",
  });
});

test("a run without a trace, and a trace without a run, are errors that say so", async () => {
  await expect(selectTrace(runs[0]?.manifest.runId ?? "", here())).rejects.toMatchObject({
    code: "R003",
    note: "it found nothing, so it left none",
  });
  rmSync(path.join(root, findingTrace));
  await expect(selectTrace("last-fail", here())).rejects.toMatchObject({
    code: "R003",
    note: `it left ${findingTrace}, which is gone`,
  });
  expect((await selectTrace("src", here())).file).toBe(path.join(root, "src"));
  write("other.jsonl");
  await expect(selectRun("other.jsonl", here())).rejects.toMatchObject({ code: "R004" });
});

test("a damaged run does not hide the others", async () => {
  writeFileSync(path.join(runs[3]?.folder ?? "", "manifest.json"), "{");
  expect((await selectRun("latest", here())).manifest.runId).toBe(runs[2]?.manifest.runId);
  await expect(selectRun(path.basename(runs[3]?.folder ?? ""), here())).rejects.toMatchObject({
    code: "R005",
  });
});

// --- inside ---

function here(): { readonly projectRoot: string; readonly cwd: string } {
  return { projectRoot: root, cwd: root };
}

function write(name: string): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), name);
}

async function run(
  ms: number,
  verdict: Result["verdict"],
  given: { findings?: string[]; traces?: string[]; source?: string } = {},
): Promise<StoredRun> {
  const now = new Date(Date.UTC(2026, 0, 1) + ms);
  const absolute = (name: string): string => path.join(root, name);
  return keepRun(root, await openRun(root, now), {
    command: "explore",
    subject: "shop",
    verdict,
    startedAt: now.toISOString(),
    finishedAt: now.toISOString(),
    identities: [],
    findings: given.findings ?? [],
    traces: (given.traces ?? []).map(absolute),
    ...(given.source === undefined ? {} : { source: absolute(given.source) }),
    document: "{}\n",
    text: "",
  });
}
