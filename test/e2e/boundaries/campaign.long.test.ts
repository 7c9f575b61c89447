import { existsSync, mkdirSync, readFileSync, watch } from "node:fs";
import path from "node:path";
import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import type { BoundaryRun } from "../../../src/kernel/result/boundary-run.ts";
import { documentMismatch } from "../../document-schema.ts";
import { program, type Outcome } from "../command-line.ts";
import type { TempProject } from "../temp-project.ts";
import { boundaryProject, entry } from "./boundary-project.ts";

// `boundaries` over projects whose tests run for real, in a process of their own.

interface Checked {
  readonly problems: readonly { readonly rule: string }[];
  readonly boundaries: readonly { readonly status: string }[];
}

function checked({ out }: Outcome): Checked {
  return JSON.parse(out) as Checked;
}

function ran({ out }: Outcome): BoundaryRun {
  return JSON.parse(out) as BoundaryRun;
}

async function rulesOf(project: TempProject): Promise<readonly string[]> {
  const { problems } = checked(await project.cli("boundaries", "check", "--json"));
  return [...new Set(problems.map(({ rule }) => rule))];
}

function smoke(project: TempProject, ...flags: readonly string[]): Promise<Outcome> {
  return project.gauntlet("boundaries", "run", "smoke", ...flags);
}

test("a sound boundary is played in both tiers and notices planted faults", async () => {
  const project = boundaryProject("fixed");
  expect(await rulesOf(project)).toEqual(["empty-target"]);
  const first = await smoke(project);
  expect(first.code).toBe(0);
  expect(first.out).toMatchInlineSnapshot(`
    "boundaries smoke   1 boundary   seed no commit

    ✓ read-events   sse   legal 40 cases, bite 4 of 4   invalid 40 cases, bite 1 of 1

    seen     63 behaviours in 80 cases, the last new one 0 cases ago

    next     npx gauntlet boundaries check
    "
  `);
  expect((await smoke(project)).out).toBe(first.out);
  expect(await rulesOf(project)).toEqual([]);
  const { boundaries } = checked(await project.cli("boundaries", "check", "--json"));
  expect(boundaries.map(({ status }) => status)).toEqual(["automated"]);
});

test("of a broken boundary each bug is told once, shrunk, and wants a regression", async () => {
  const project = boundaryProject("naive");
  const first = await smoke(project, "--json");
  expect(first.code).toBe(1);
  expect(documentMismatch("boundaries run", JSON.parse(first.out) as object)).toBeUndefined();
  const { findings } = ran(first);
  expect(findings.length).toBeGreaterThan(2);
  expect(new Set(findings.map(({ varied }) => varied.join())).size).toBe(findings.length);
  expect(findings.every(({ repeats }) => repeats === "deterministic")).toBe(true);
  expect(findings.every(({ sent }) => sent.length <= 7)).toBe(true);
  expect(findings.every(({ provenance }) => provenance.length > 0)).toBe(true);
  expect((await smoke(project, "--json")).out).toBe(first.out);
  expect(await rulesOf(project)).toEqual(["unpromoted-finding"]);
  for (const { id } of findings) await project.cli("boundaries", "promote", id);
  expect(await rulesOf(project)).toEqual([]);
  const again = await project.cli("boundaries", "promote", findings[0]?.id ?? "");
  expect(again.out).toContain("is a regression already");
  expect((await project.cli("boundaries", "promote", "nothing")).code).toBe(2);
});

test("a bug that is mended is played again, and held; its regression stays wanted", async () => {
  const project = boundaryProject("naive");
  const { findings } = ran(await smoke(project, "--json"));
  const fixed = boundaryProject("fixed").read("src/read-events.ts");
  project.write("src/read-events.ts", fixed);
  expect((await smoke(project)).code).toBe(0);
  expect(await rulesOf(project)).toEqual(["unpromoted-finding"]);
  const [first] = findings;
  const kept = project.read(`.gauntlet/boundaries/findings/${first?.id ?? ""}.json`);
  expect(JSON.parse(kept)).toMatchObject({ state: "fixed" });
});

test("a test that was removed, emptied or made blind is caught", async () => {
  const project = boundaryProject("fixed");
  const whole = project.read("read-events.test.ts");
  const tests = whole.split(/(?=^test\()/mu);
  // The test of invalid data is gone.
  project.write("read-events.test.ts", tests.slice(0, -1).join(""));
  const without = await smoke(project);
  expect(without.code).toBe(3);
  expect(without.out).toContain("played no invalid data");
  expect(await rulesOf(project)).toEqual(["empty-target"]);
  // Bodies that never become an event.
  const bodies = 'import fc from "fast-check";\n';
  const text = whole.replace("{ events, tier: ", "{ bodies: fc.stringMatching(/^.*$/), tier: ");
  project.write("read-events.test.ts", bodies + text);
  const vacuous = await smoke(project);
  expect(vacuous.code).toBe(1);
  expect(vacuous.out).toContain("the cases of read-events: invalid data are vacuous");
  expect(await rulesOf(project)).toContain("vacuous-generator");
  // Nobody compares.
  const blind = whole.replaceAll("assert.deepEqual(", "void Array.of(");
  project.write("read-events.test.ts", blind);
  expect((await smoke(project)).code).toBe(0);
  expect(await rulesOf(project)).toEqual(["toothless"]);
});

test("a test that cannot be run is not judged: the harness failed, not the target", async () => {
  const project = boundaryProject("fixed", { "src/read-events.ts": "export const a = ;\n" });
  const { code, out } = await smoke(project, "--json");
  expect(code).toBe(3);
  const { harness, findings } = ran({ code, out, err: "" });
  expect(findings).toEqual([]);
  expect(harness.join("\n")).toContain("and no case says why");
});

test("a campaign whose time is over before all was played cannot tell", async () => {
  const project = boundaryProject("fixed");
  const { code, out } = await smoke(project, "--time", "1ms", "--json");
  expect(code).toBe(3);
  expect(ran({ code, out, err: "" })).toMatchObject({ isCut: true });
  const deep = ["boundaries", "run", "deep", "read-events", "--time", "8s", "--json"];
  const long = ran(await project.gauntlet(...deep));
  expect(long.boundaries[0]?.legal.cases).toBeGreaterThan(100);
  expect(long.seed).not.toBe(ran(await smoke(project, "--json")).seed);
});

test("of a pull request, only boundaries are played of which a file changed", async () => {
  const other = entry
    .replaceAll("read-events", "other-events")
    .replaceAll("src/other", "src/read")
    .replace('files = ["src/read-events.ts"]', "files = []")
    .replaceAll("other-events.test.ts", "other.test.ts");
  const project = boundaryProject("fixed", { "gauntlet.toml": `${entry}\n${other}` });
  project.write("other.test.ts", project.read("read-events.test.ts"));
  project.write(".gitignore", "node_modules\n.gauntlet\n");
  const git = (...words: readonly string[]): Promise<number | null> =>
    new Promise((resolve) => {
      const child = spawn("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
        cwd: project.root,
      });
      child.once("close", resolve);
    });
  await git("init", "-q");
  await git("add", ".");
  expect(await git("commit", "-q", "-m", "all")).toBe(0);
  const none = await project.gauntlet("boundaries", "run", "pr", "--json");
  expect(none.code).toBe(0);
  expect(ran(none).unchanged).toEqual(["other-events", "read-events"]);
  project.write("other.test.ts", `${project.read("other.test.ts")}// changed\n`);
  const one = await project.gauntlet("boundaries", "run", "pr", "--since", "HEAD", "--json");
  expect(ran(one)).toMatchObject({ unchanged: ["read-events"] });
  expect(ran(one).boundaries.map(({ id }) => id)).toEqual(["other-events"]);
  for (const flag of [["--changed"], ["--since", "HEAD"]]) {
    const { problems } = checked(await project.cli("boundaries", "check", ...flag, "--json"));
    expect(problems).toEqual([]);
  }
  // The boundary of which nothing ran is told where nobody asks for changes only.
  expect(await rulesOf(project)).toEqual(["empty-target"]);
});

test("killed in the middle, a campaign goes on where it was and has lost nothing", async () => {
  const whole = ran(await smoke(boundaryProject("naive"), "--json", "--seed", "7"));
  const project = boundaryProject("naive");
  const folder = project.path(".gauntlet/boundaries/campaigns/smoke");
  const journal = path.join(folder, "journal.jsonl");
  await killedWhen(project, () => hasFinding(journal));
  const before = readFileSync(journal, "utf8").split('"line":"finding"').length - 1;
  expect(before).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(path.join(folder, "campaign.json"), "utf8"))).toMatchObject({
    isDone: false,
  });
  const resumed = ran(await smoke(project, "--resume", "--json"));
  expect(resumed.seed).toBe("7");
  const ids = (run: BoundaryRun): readonly string[] => run.findings.map(({ id }) => id);
  expect(ids(resumed)).toEqual(ids(whole));
  expect(resumed.boundaries[0]?.legal.cases).toBe(whole.boundaries[0]?.legal.cases);
});

test("what a killed campaign found is kept also where nobody resumes it", async () => {
  const project = boundaryProject("naive");
  const journal = project.path(".gauntlet/boundaries/campaigns/smoke/journal.jsonl");
  await killedWhen(project, () => hasFinding(journal));
  project.write("src/read-events.ts", boundaryProject("fixed").read("src/read-events.ts"));
  expect((await smoke(project)).code).toBe(0);
  expect(await rulesOf(project)).toEqual(["unpromoted-finding"]);
});

function hasFinding(journal: string): boolean {
  return existsSync(journal) && readFileSync(journal, "utf8").includes('"finding"');
}

/** Starts a campaign and kills it, with SIGKILL, as soon as something holds. */
async function killedWhen(project: TempProject, holds: () => boolean): Promise<void> {
  const words = [program, "boundaries", "run", "smoke", "--seed", "7"];
  // What a test runner that is killed leaves in its temporary folder goes with the project.
  mkdirSync(project.path("tmp"));
  const env = { ...process.env, TMPDIR: project.path("tmp") };
  const child = spawn(process.execPath, words, { cwd: project.root, env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const watcher = watch(project.root, { recursive: true }, () => {
    if (holds()) child.kill("SIGKILL");
  });
  await ended;
  watcher.close();
  expect(child.signalCode).toBe("SIGKILL");
}
