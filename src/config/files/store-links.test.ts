import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openedStamp, refuseLinksBelow, refuseStoreLinks, storeMark } from "./store-links.ts";

function folders(...names: readonly string[]): string {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-store-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of names) mkdirSync(path.join(root, name), { recursive: true });
  return root;
}

test("a link inside of the store that leads out of it is refused, at any depth", () => {
  const root = folders("app/.gauntlet/corpus/a", "outside/deep");
  symlinkSync(path.join(root, "outside"), path.join(root, "app/.gauntlet/runs"));
  symlinkSync("../../../../outside", path.join(root, "app/.gauntlet/corpus/a/lists"));
  symlinkSync("../../gone", path.join(root, "app/.gauntlet/findings"));
  for (const name of ["runs", "runs/deep/x", "corpus/a/lists/x.jsonl.gz", "findings/x"]) {
    const target = path.join(root, "app/.gauntlet", name);
    expect(() => refuseStoreLinks(target)).toThrow("leads out of the folder");
  }
});

test("links that stay inside, real folders and what is not there yet are fine", () => {
  const root = folders("app/.gauntlet/corpus", "app/src");
  symlinkSync("corpus", path.join(root, "app/.gauntlet/old-corpus"));
  for (const name of ["old-corpus/x", "runs/x", "corpus/a/b/c", "", "../src/a.ts"]) {
    refuseStoreLinks(path.join(root, "app/.gauntlet", name));
  }
  refuseStoreLinks(path.join(root, "nowhere/.gauntlet/runs"));
});

test("the store itself may be a link to a folder that is marked, and to no other", () => {
  const root = folders("app", "disk");
  symlinkSync(path.join(root, "disk"), path.join(root, "app/.gauntlet"));
  const target = path.join(root, "app/.gauntlet/runs/x");
  expect(() => refuseStoreLinks(target)).toThrow("not marked as a store");
  writeFileSync(path.join(root, "disk", storeMark), "");
  refuseStoreLinks(target);
  symlinkSync(path.join(root, "app"), path.join(root, "disk/runs"));
  expect(() => refuseStoreLinks(target)).toThrow("leads out of the folder");
});

test("a project behind a link is a project like any other", () => {
  const root = folders("real/app/.gauntlet");
  symlinkSync(path.join(root, "real"), path.join(root, "linked"));
  refuseStoreLinks(path.join(root, "linked/app/.gauntlet/runs/x"));
  refuseLinksBelow(path.join(root, "linked/app"), path.join(root, "linked/app/a/b"));
});

test("two folders never have one stamp, and a folder keeps its own", () => {
  const root = folders();
  const [one, other] = [path.join(root, "a/cache"), path.join(root, "b/cache")];
  expect(openedStamp(one)).toBe(openedStamp(one));
  expect(openedStamp(one)).not.toBe(openedStamp(other));
  expect(existsSync(one)).toBe(true);
});

test("a link that leads to nothing yet is followed as well, and a circle of links ends", () => {
  const root = folders("app", "outside");
  symlinkSync(path.join(root, "outside/gone"), path.join(root, "app/out"));
  symlinkSync("out", path.join(root, "app/twice"));
  symlinkSync("circle", path.join(root, "app/circle"));
  const app = path.join(root, "app");
  for (const name of ["out", "out/x", "twice/x"]) {
    expect(() => refuseLinksBelow(app, path.join(app, name))).toThrow("leads out");
  }
  refuseLinksBelow(app, path.join(app, "circle/x"));
});
