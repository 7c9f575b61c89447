import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { exportNames } from "./export-name.ts";
import { type NamedBytes, nameBytesMax, tarGz } from "./tar.ts";
import { writeExport } from "./write-export.ts";

const files: readonly NamedBytes[] = [
  { name: "report.json", bytes: Buffer.from("{}\n") },
  { name: "findings/a/trace.jsonl.gz", bytes: Buffer.alloc(1_300, 7) },
  { name: "empty", bytes: new Uint8Array() },
];

test("an archive is opened by tar, and the same files give the same bytes", async () => {
  const target = path.join(folder(), "run.tar.gz");
  await writeExport(files, { path: target, isForced: false });
  expect(Buffer.compare(readFileSync(target), tarGz(files.toReversed()))).toBe(0);
  const opened = folder();
  execFileSync("tar", ["-xzf", target, "-C", opened]);
  for (const { name, bytes } of files) {
    expect(Buffer.compare(readFileSync(path.join(opened, name)), bytes)).toBe(0);
  }
  expect(namesIn(opened)).toEqual(["empty", "findings/a/trace.jsonl.gz", "report.json"]);
});

test("a folder keeps what was there, and nothing half-written stays", async () => {
  const target = folder();
  writeFileSync(path.join(target, "mine.txt"), "mine");
  const written = await writeExport(files, { path: target, isForced: false });
  expect(written).toHaveLength(3);
  // The same files again are no collision.
  await writeExport(files, { path: target, isForced: false });
  expect(namesIn(target)).toEqual([
    "empty",
    "findings/a/trace.jsonl.gz",
    "mine.txt",
    "report.json",
  ]);
  expect(readFileSync(path.join(target, "mine.txt"), "utf8")).toBe("mine");
});

test("another file of that name stays as it is, and then nothing is written", async () => {
  const target = folder();
  writeFileSync(path.join(target, "empty"), "not so");
  const refused = writeExport(files, { path: target, isForced: false });
  await expect(refused).rejects.toMatchObject({ code: "R011", where: path.join(target, "empty") });
  expect(namesIn(target)).toEqual(["empty"]);
  await writeExport(files, { path: target, isForced: true });
  expect(readFileSync(path.join(target, "empty"), "utf8")).toBe("");
  const archive = path.join(target, "a.tgz");
  writeFileSync(archive, "mine");
  await expect(writeExport(files, { path: archive, isForced: false })).rejects.toMatchObject({
    code: "R011",
  });
  expect(readFileSync(archive, "utf8")).toBe("mine");
});

test("a link, a file or a folder in the way is refused, even with force", async () => {
  const [target, elsewhere] = [folder(), folder()];
  symlinkSync(elsewhere, path.join(target, "findings"));
  const forced = { path: target, isForced: true };
  await expect(writeExport(files, forced)).rejects.toMatchObject({ code: "R013" });
  expect([readdirSync(elsewhere), existsSync(path.join(target, "report.json"))]).toEqual([
    [],
    false,
  ]);
  rmSync(path.join(target, "findings"));
  mkdirSync(path.join(target, "report.json"));
  await expect(writeExport(files, forced)).rejects.toMatchObject({ code: "R013" });
  for (const name of ["a.zip", "a.tar"]) {
    await expect(
      writeExport(files, { path: path.join(target, name), isForced: false }),
    ).rejects.toMatchObject({ code: "R012" });
  }
});

test("names lead nowhere but down, on every file system, and stay apart", () => {
  const paths = [
    ".gauntlet/runs/r1/report.json",
    ".gauntlet/findings/a/trace.jsonl.gz",
    "../../etc/passwd",
    "src/CON/nul.txt",
    "src/con/nul.txt",
    "C:\\windows\\x",
    "a\u0000b/..",
    `${"long/".repeat(60)}trace.jsonl`,
  ];
  const names = exportNames(paths, ".gauntlet/runs/r1");
  expect([...names.values()].slice(0, 4)).toEqual([
    "report.json",
    "findings/a/trace.jsonl.gz",
    "files/_/_/etc/passwd",
    "files/src/_CON/_nul.txt",
  ]);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", minLength: 1 })), (others) => {
      const all = [...new Set([...paths, ...others])];
      const given = [...exportNames(all, ".gauntlet/runs/r1").values()];
      expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(all.length);
      for (const name of given) {
        expect(name).toMatch(/^(?!\.)[\w.#@+=,-]+(?:\/(?!\.)[\w.#@+=,-]+)*$/);
        expect(name.length).toBeLessThanOrEqual(nameBytesMax);
      }
    }),
  );
});

// --- inside ---

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "gauntlet-export-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function namesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)))
    .toSorted();
}
