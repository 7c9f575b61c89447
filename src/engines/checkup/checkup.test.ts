import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Check } from "./check.ts";
import { cases, type Files } from "./fixtures.ts";
import { checkup } from "./checkup.ts";

test.each(cases)("$what is told with the line that mends it", async (told) => {
  const { name, files, sees, mended } = told;
  expect(await checksOf(files, name)).toEqual([{ name, ...sees }]);
  const all = Object.entries({ ...files, ...mended });
  const rest = all.filter((entry): entry is [string, string] => entry[1] !== null);
  const twin = await checksOf(Object.fromEntries(rest), name);
  expect(twin.filter(({ state }) => state !== "fine")).toEqual([]);
});

test("a Node that is too old is in the way", async () => {
  const old = await checksOf({ "package.json": "{}" }, "Node", "18.20.0");
  expect(old).toEqual([
    {
      name: "Node",
      state: "blocked",
      says: "18.20.0 is not supported: ^20.19.0 || >=22.12.0 is",
      help: "install Node 22.12 or newer: https://nodejs.org",
    },
  ]);
});

test("in a package of a workspace, the lock file at the top counts", async () => {
  const root = project({
    ".git/HEAD": "",
    "pnpm-workspace.yaml": "packages: [packages/*]\n",
    "pnpm-lock.yaml": "",
    "packages/app/package.json": `{ "dependencies": { "a": "1" } }`,
  });
  const { checks } = await checkup({ cwd: path.join(root, "packages/app"), env: {} });
  const of = (name: string) => checks.find((check) => check.name === name);
  expect(of("package manager")?.says).toBe("pnpm (pnpm-lock.yaml, at ../.., a workspace)");
  expect(of("packages")?.help).toBe("pnpm install --frozen-lockfile");
});

// --- inside ---

async function checksOf(files: Files, name: string, nodeVersion?: string): Promise<Check[]> {
  const version = nodeVersion === undefined ? {} : { nodeVersion };
  const { checks } = await checkup({ cwd: project(files), env: {}, ...version });
  return checks.filter((check) => check.name === name);
}

function project(files: Files): string {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-checkup-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}
