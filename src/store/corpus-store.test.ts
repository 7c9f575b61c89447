import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refuseCorpusLinks, subjectFolder } from "./corpus-store.ts";

test("no two subjects share a folder, whatever signs their names have", () => {
  const files = ["src/a.chaos.ts", "src-a.chaos.ts", "src\\a.chaos.ts", "src a.chaos.ts"];
  const long = `${"deep/".repeat(60)}a.chaos.ts`;
  const subjects = [...files, long, `other/${long}`].flatMap((file) =>
    ["default", "a b", "a-b"].map((exportName) => ({ file, exportName })),
  );
  const folders = subjects.map((subject) => path.basename(subjectFolder("corpus", subject)));
  expect(new Set(folders).size).toBe(subjects.length);
  expect(folders.every((name) => Buffer.byteLength(name) < 255)).toBe(true);
  expect(folders.some((name) => /^\.|[/\\]/u.test(name))).toBe(false);
});

test("the folder of a subject in the root is called as the subject is", () => {
  const subject = { file: "pay.chaos.ts", exportName: "default" };
  expect(subjectFolder("corpus", subject)).toBe(path.join("corpus", "pay.chaos.ts#default"));
});

test("a file in the place of the corpus is no link: whoever writes there notes it", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-corpus-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const corpus = path.join(folder, "corpus");
  writeFileSync(corpus, "");
  expect(() => {
    refuseCorpusLinks(corpus, { file: "a.chaos.ts", exportName: "default" });
  }).not.toThrow();
});

test("a link in the place of a subject's folder is refused", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-corpus-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "elsewhere"));
  const [linked, plain] = ["a.chaos.ts", "b.chaos.ts"].map((file) => {
    return { file, exportName: "default" };
  });
  if (linked === undefined || plain === undefined) throw new Error("there are two");
  symlinkSync("elsewhere", subjectFolder(folder, linked));
  mkdirSync(subjectFolder(folder, plain));
  expect(() => refuseCorpusLinks(folder, linked)).toThrow("something else in the place");
  refuseCorpusLinks(folder, plain);
  symlinkSync("../elsewhere", path.join(subjectFolder(folder, plain), "lists"));
  expect(() => refuseCorpusLinks(folder, plain)).toThrow("something else in the place");
});
