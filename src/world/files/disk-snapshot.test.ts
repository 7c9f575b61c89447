import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { files } from "./disk.ts";
import { snapshotDisk } from "./disk-snapshot.ts";
import { crash } from "./durability.ts";
import { readWholeFile, removeWholeFile, writeWholeFile } from "./whole-file.ts";

const root = "/tmp/gauntlet-snapshot";

test("whatever is done to the disk, going back gives what was there, as often as it is done", () =>
  fc.assert(
    fc.asyncProperty(changes(), changes(), changes(), async (before, between, after) => {
      await inWorld((world) => {
        const disk = files(world);
        fs.mkdirSync(root, { recursive: true });
        for (const change of before) attempt(change);
        const seen = dump(root);
        const restore = snapshotDisk(disk);
        const { bytesUsed } = disk;
        for (const change of between) attempt(change);
        restore();
        expect(dump(root)).toEqual(seen);
        for (const change of after) attempt(change);
        restore();
        expect(dump(root)).toEqual(seen);
        expect(disk.bytesUsed).toBe(bytesUsed);
      }, seededWorld());
    }),
    { numRuns: 200 },
  ));

test("a file of the real disk that was changed is again what it is", () =>
  inWorld((world) => {
    const file = path.join(import.meta.dirname, "disk.ts");
    const restore = snapshotDisk(files(world));
    const before = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, "other");
    restore();
    expect(fs.readFileSync(file, "utf8")).toBe(before);
    fs.rmSync(file);
    restore();
    expect(fs.readFileSync(file, "utf8")).toBe(before);
  }));

test("what was not synced by then can be lost after going back, too", async () => {
  const left = new Set<string>();
  for (let seed = 0; seed < 50; seed++) {
    await inWorld((world) => {
      fs.mkdirSync(root, { recursive: true });
      fs.writeFileSync(`${root}/log`, "entry");
      const restore = snapshotDisk(files(world));
      const descriptor = fs.openSync(`${root}/log`, "r");
      fs.fsyncSync(descriptor);
      restore();
      crash(world);
      left.add(fs.existsSync(`${root}/log`) ? fs.readFileSync(`${root}/log`, "utf8") : "none");
    }, seededWorld(seed));
  }
  expect([...left].toSorted()).toEqual(["", "entry", "none"]);
});

test("a whole file is written, read and taken away with the folders that were made for it", () =>
  inWorld((world) => {
    const disk = files(world);
    const file = `${root}/deep/er/a.txt`;
    expect(readWholeFile(disk, file)).toBeUndefined();
    const folders = writeWholeFile(disk, file, Buffer.from("a longer text"));
    expect(folders).toEqual([root, `${root}/deep`, `${root}/deep/er`]);
    expect(writeWholeFile(disk, file, Buffer.from("short"))).toEqual([]);
    expect(fs.readFileSync(file, "utf8")).toBe("short");
    fs.writeFileSync(`${root}/deep/b.txt`, "");
    removeWholeFile(disk, file, folders);
    // A folder with something in it stays.
    expect(fs.readdirSync(`${root}/deep`)).toEqual(["b.txt"]);
  }));

type Change = () => void;

function changes(): fc.Arbitrary<readonly Change[]> {
  const name = fc.constantFrom("a", "b", "c", "d/a", "d/b", "d", "e");
  const at = name.map((inner) => `${root}/${inner}`);
  const text = fc.string({ maxLength: 20 });
  const change = fc.oneof(
    fc.tuple(at, text).map(
      ([file, data]) =>
        (): void =>
          fs.writeFileSync(file, data),
    ),
    fc.tuple(at, text).map(
      ([file, data]) =>
        (): void =>
          fs.appendFileSync(file, data),
    ),
    fc.tuple(at, fc.nat(30)).map(
      ([file, size]) =>
        (): void =>
          fs.truncateSync(file, size),
    ),
    fc.tuple(at, at).map(
      ([from, to]) =>
        (): void =>
          fs.renameSync(from, to),
    ),
    fc.tuple(at, at).map(
      ([from, to]) =>
        (): void =>
          fs.linkSync(from, to),
    ),
    fc.tuple(at, at).map(
      ([from, to]) =>
        (): void =>
          fs.symlinkSync(from, to),
    ),
    fc.tuple(at, fc.constantFrom(0o700, 0o755)).map(
      ([file, mode]) =>
        () =>
          fs.chmodSync(file, mode),
    ),
    at.map((file) => (): void => fs.rmSync(file, { recursive: true, force: true })),
    at.map((file) => (): void => fs.mkdirSync(file)),
  );
  return fc.array(change, { maxLength: 15 });
}

function attempt(change: Change): void {
  try {
    change();
  } catch (thrown) {
    if (typeof Reflect.get(Object(thrown), "code") !== "string") throw thrown;
  }
}

/** Everything that can be seen below a folder. */
function dump(folder: string): unknown {
  return fs.readdirSync(folder).map((name) => {
    const inner = `${folder}/${name}`;
    const { mode, nlink, size, ino } = fs.lstatSync(inner);
    const seen = { name, mode, nlink, size, ino };
    if (fs.lstatSync(inner).isSymbolicLink()) return { ...seen, target: fs.readlinkSync(inner) };
    if (fs.lstatSync(inner).isDirectory()) return { ...seen, inner: dump(inner) };
    return { ...seen, data: fs.readFileSync(inner, "utf8") };
  });
}
