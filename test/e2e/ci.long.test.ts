import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { type Outcome, repository, TempProject } from "./temp-project.ts";

// CI cannot pass what was not run. Each tree here has test files that vitest treats in one way or
// another; the program that `.ci/run` calls must say which of them did not count.

const from = `import { test } from "vitest";\n`;
const passes = `${from}test("one", () => {});\n`;

test("a tree in which every file was run to its end is green", async () => {
  const ended = await ci(
    {
      "whole.test.ts": passes,
      "more/whole.long.test.ts": passes,
      "more/whole.slow.test.ts": passes,
      "excused.test.ts": `${passes}test("two", ({ skip }) => skip("no disk to fill"));\n`,
      "test/strangers/fixtures/theirs/not-ours.test.ts": "nobody runs me",
    },
    "--minutes",
    "4",
  );
  expect([ended.code, lastLines(ended)]).toEqual([0, "\n5 passed, 0 failed\n"]);
  expect(ended.out).toMatch(/^ {2}slow: 1 of 1 passed, \d+ s in all \(1 passed, 0 failed\)$/m);
  expect(ended.out).toMatch(/^ {2}long: 1 of 1 passed, \d+ s in all \(1 passed, 0 failed\)$/m);
  expect(ended.out).toMatch(/^ {2}test: 2 of 2 passed, \d+ s in all \(2 passed, 0 failed\)$/m);
  expect(ended.out).toMatch(/^::: slowest\n(?: {2}\d+ s {2}\S.*\n){5}$/m);
});

test("a file that did not run, or not to its end, turns it red by name", async () => {
  const ended = await ci(
    {
      "whole.test.ts": passes,
      "left-out.test.ts": passes,
      "empty.test.ts": `import "vitest";\n`,
      "excused.test.ts": `${from}test("one", ({ skip }) => skip("why"));\n`,
      "skipped.test.ts": `${passes}test.skip("two", () => {});\n`,
      "wrong.test.ts": `${passes}test("two", () => { throw new Error("no"); });\n`,
      "crashed.test.ts": `${passes}test("two", () => { process.kill(process.pid, "SIGKILL"); });\n`,
      "unloaded.test.ts": `throw new Error("cannot be loaded");\n`,
      "hooked.test.ts": `${passes}import { afterAll } from "vitest";
        afterAll(() => { throw new Error("no end"); });\n`,
      "unhandled.test.ts": `${passes}test("two", async () => {
        void Promise.reject(new Error("nobody waits"));
        await new Promise((resolve) => setImmediate(resolve));
      });\n`,
      "littering.test.ts": `${passes}import { mkdtempSync } from "node:fs";
        import { tmpdir } from "node:os";
        mkdtempSync(tmpdir() + "/litter");\n`,
    },
    "--minutes",
    "4",
  );
  expect(ended.code).toBe(1);
  const said = lastLines(ended)
    .replace(/litter\w{6}/, "litter")
    .replace(/\S+(?=\/empty)/, "ROOT");
  expect(said).toMatchInlineSnapshot(`
    "::: what failed
      crashed.test.ts: crashed: the process of its tests ended before they did
      empty.test.ts: failed outside of a test: No test suite found in file ROOT/empty.test.ts
      excused.test.ts: no test of it was executed
      hooked.test.ts: failed outside of a test: no end
      left-out.test.ts: did not run: vitest ended with code 1 and without a word about it
      skipped.test.ts: skipped without a reason: two
      unhandled.test.ts: unhandled error: nobody waits
      unloaded.test.ts: failed outside of a test: cannot be loaded
      wrong.test.ts: failed: two
      test 1: left in the temporary folder: litter

    8 passed, 10 failed
    "
  `);
});

test("what the time cuts off, and what it does not reach, turns it red by name", async () => {
  const never = `${from}test("ends never", () => new Promise(() => {}), 0);\n`;
  const files = { "a.slow.test.ts": never, "b.slow.test.ts": never, "c.test.ts": passes };
  const ended = await ci(files, "--minutes", "0.5");
  expect(ended.code).toBe(1);
  expect(lastLines(ended).replaceAll(/after \d+ s/g, "after N s")).toMatchInlineSnapshot(`
    "::: what failed
      a.slow.test.ts: cut off after N s, the time is over
      b.slow.test.ts: cut off after N s, the time is over
      c.test.ts: did not run: the time was over before it began

    1 passed, 3 failed
    "
  `);
});

// --- inside ---

/** Runs CI over a repository that has just these test files. */
async function ci(files: Readonly<Record<string, string>>, ...flags: string[]): Promise<Outcome> {
  const project = new TempProject({ ...files, "vitest.config.mjs": config });
  project.link("vitest");
  project.link(".bin", path.join(repository, "node_modules", ".bin"));
  execFileSync("git", ["init", "-q"], { cwd: project.root });
  execFileSync("git", ["add", ...Object.keys(files)], { cwd: project.root });
  return project.node(path.join(repository, ".ci", "main.mjs"), "--tests-only", ...flags);
}

const config = `export default ({ mode }) => ({
  test: {
    include: mode === "test" ? ["**/*.test.ts"] : ["**/*." + mode + ".test.ts"],
    exclude: ["**/node_modules/**", "left-out.test.ts", "test/**"],
    cache: false,
  },
});
`;

/** From the list of what failed on. */
function lastLines({ out, err }: Outcome): string {
  const start = out.indexOf("::: what failed");
  if (!out.includes("passed, ")) throw new Error(`no count was printed:\n${out}${err}`);
  return start < 0 ? `\n${out.trimEnd().split("\n").at(-1)}\n` : out.slice(start);
}
