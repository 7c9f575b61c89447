import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { findPglite } from "./pglite-package.ts";

function emptyProject(): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "gauntlet-pglite-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

test("a package that is not installed is told with the command that installs it", () => {
  const root = emptyProject();
  const ownPlace = pathToFileURL(path.join(root, "own.js")).href;
  expect(() => findPglite(root, ownPlace)).toThrow(
    expect.objectContaining({
      code: "postgres-package",
      what: "`world.postgres` needs the package `@electric-sql/pglite`, which is not installed",
      help: "npm install --save-dev @electric-sql/pglite@0.5",
    }),
  );
});

test("the package of the project comes before our own", () => {
  const root = emptyProject();
  const folder = path.join(root, "node_modules", "@electric-sql", "pglite");
  mkdirSync(path.join(folder, "dist"), { recursive: true });
  writeFileSync(path.join(folder, "dist", "index.js"), "");
  const manifest = { name: "@electric-sql/pglite", version: "9.1.0", main: "dist/index.js" };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  expect(findPglite(root)).toEqual({
    file: path.join(folder, "dist", "index.js"),
    version: "9.1.0",
  });
  expect(findPglite(emptyProject()).version).toMatch(/^0\.5\./);
});
