import { expect, test } from "vitest";
import { identify } from "../kernel/identity.ts";
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
