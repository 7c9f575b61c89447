import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** More functions than are called without a first pass over all. */
function right(): string {
  const each = (name: string, index: number): string =>
    `export function ${name}(value: number): number { return value > ${index} ? 1 : 0; }`;
  return `${names.map(each).join("\n")}\n`;
}

const wrong = "export function last(text: string): string { return text.at(-1).trim(); }\n";
const mended = wrong.replace(".at(-1).", ".");

function madeProject(): TempProject {
  return new TempProject({
    "package.json": '{ "type": "module" }',
    "src/right.ts": right(),
    "src/wrong.ts": wrong,
    ".gitignore": ".gauntlet/\n",
  });
}

function git(project: TempProject, ...words: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", ["-C", project.root, ...who, ...words], { stdio: "ignore" });
}

const scanned = ["scan", "src", "--runs", "60"] as const;

test("what has not changed is told and not called again, unless --fresh is given", async () => {
  const project = madeProject();
  const first = await project.told(...scanned);
  expect(first.findings).toMatchObject([{ evidence: { target: "src/wrong.ts:last" } }]);
  expect(first.summary.targets).toBe(10);
  const again = await project.told(...scanned);
  expect(again.code).toBe(1);
  expect(again.findings).toEqual(first.findings);
  expect(again.summary.runs).toBe(first.summary.runs);
  expect(again.notes).toContain(keptNote("10 targets are"));
  const fresh = await project.told(...scanned, "--fresh");
  expect(fresh.findings.map(({ id }) => id)).toEqual(first.findings.map(({ id }) => id));
  expect(fresh.notes.join("\n")).not.toContain("earlier scan");
  const other = await project.told(...scanned, "--seed", "7");
  expect(other.notes.join("\n")).not.toContain("earlier scan");
  project.write("src/wrong.ts", mended);
  const after = await project.told(...scanned);
  expect([after.code, after.findings]).toEqual([0, []]);
  expect(after.notes).toContain(keptNote("9 targets are"));
});

test("what is kept and was damaged is as good as not kept", async () => {
  const project = new TempProject({
    "package.json": '{ "type": "module" }',
    "src/wrong.ts": wrong,
    "src/right.ts": "export function half(value: number): number { return value / 2; }\n",
  });
  const first = await project.told(...scanned);
  const folder = project.path(".gauntlet/cache/outcomes");
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const file of files) {
    // Still JSON, of the same place and for the same code, with other names in it.
    const text = readFileSync(file, "utf8");
    const damaged = text.replaceAll(/(scanned|laws|runs|notes|artifacts)\\?"/gu, "x$&");
    expect([damaged === text, JSON.parse(damaged)]).toEqual([false, expect.any(Object)]);
    writeFileSync(file, damaged);
  }
  const again = await project.told(...scanned);
  expect([again.code, again.findings.map(({ id }) => id)]).toEqual([
    1,
    first.findings.map(({ id }) => id),
  ]);
  expect(again.notes.join("\n")).not.toContain("earlier scan");
});

test("--changed and --since scan the files that differ from a commit, and new ones", async () => {
  const project = madeProject();
  git(project, "init", "--quiet");
  git(project, "add", ".");
  git(project, "commit", "--quiet", "-m", "first");
  git(project, "tag", "v1");
  const none = await project.told(...scanned, "--changed");
  expect([none.code, none.summary.targets]).toEqual([0, 0]);
  expect(none.notes).toContain("no file to scan differs from HEAD");
  project.write("src/wrong.ts", `${wrong}// changed\n`);
  project.write("src/new.ts", "export const twice = (value: number): number => value * 2;\n");
  const changed = await project.told(...scanned, "--changed");
  expect(targetsOf(changed)).toEqual(["src/new.ts:twice", "src/wrong.ts:last"]);
  git(project, "add", ".");
  git(project, "commit", "--quiet", "-m", "second");
  expect(targetsOf(await project.told(...scanned, "--since", "v1"))).toEqual(targetsOf(changed));
  const unknown = await project.cli(...scanned, "--since", "nowhere");
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringContaining("git knows no commit `nowhere` here"),
  ]);
  const both = await project.cli(...scanned, "--changed", "--since", "v1");
  expect(both.code).toBe(2);
});

function keptNote(what: string): string {
  return `${what} as in an earlier scan and not called again (--fresh calls all)`;
}

function targetsOf({ scan }: Awaited<ReturnType<TempProject["told"]>>): readonly string[] {
  return (scan?.targets ?? []).map(({ module, name }) => `${module}:${name}`).toSorted();
}
