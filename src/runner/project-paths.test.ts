import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { identify } from "../kernel/failure/identity.ts";
import { projectPaths } from "./project-paths.ts";

test("where the project lies is no part of what a text says", () => {
  const texts = ["/srv/app", "/srv/ä b/copy (2)"].map((root) => {
    const { relativeText } = projectPaths(root);
    const url = new URL(`file://${root}/`).href;
    return relativeText?.(
      `open '${root}/data/a.json' at ${url}src/a.ts:1, in ${root}, not in ${root}2 or /x${root}`,
    );
  });
  expect(texts).toEqual([
    "open 'data/a.json' at src/a.ts:1, in ., not in /srv/app2 or /x/srv/app",
    "open 'data/a.json' at src/a.ts:1, in ., not in /srv/ä b/copy (2)2 or /x/srv/ä b/copy (2)",
  ]);
});

test("one failure in two copies of a project is one failure", () => {
  const keys = ["/srv/app", "/opt/code"].map((root) => {
    const message = `ENOENT: no such file or directory, open '${root}/data/missing.json'`;
    const stack = `Error: ${message}\n    at load (${root}/src/load.ts:3:9)`;
    return identify({ kind: "thrown", error: "Error", message, stack }, projectPaths(root)).key;
  });
  expect(keys[0]).toBe(keys[1]);
});

test.each([
  { name: "package.json", text: `{ "workspaces": ["packages/*"] }`, isWorkspace: true },
  { name: "pnpm-workspace.yaml", text: "packages: [packages/*]", isWorkspace: true },
  { name: "package.json", text: `{ "name": "plain" }`, isWorkspace: false },
])("code beside is the user's own in a workspace: $name $text", ({ name, text, isWorkspace }) => {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-paths-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const app = path.join(root, "packages/app");
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(root, name), text);
  const { inProject, relativeText } = projectPaths(app);
  const beside = path.join(root, "packages/lib/index.ts");
  const own = "../lib/index.ts";
  expect(inProject(path.join(app, "a.ts"))).toBe("a.ts");
  expect(inProject(beside)).toBe(isWorkspace ? own : undefined);
  expect(inProject(path.join(root, "node_modules/x/index.js"))).toBeUndefined();
  expect(inProject(path.join(tmpdir(), "else.ts"))).toBeUndefined();
  expect(relativeText?.(`at ${beside}:3:9`)).toBe(`at ${isWorkspace ? own : beside}:3:9`);
});
