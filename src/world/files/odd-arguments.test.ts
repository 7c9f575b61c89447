import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { afterAll, expect, test } from "vitest";
import { listenToEscapes } from "../escapes.ts";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";

// Arguments that are not understood go to Node, which is to refuse them. Whatever it would take
// after all must not reach the disk.

const root = fs.mkdtempSync(path.join(tmpdir(), "gauntlet-odd-"));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
fs.writeFileSync(path.join(root, "a"), "kept");
const before = disk();
seededWorld();
listenToEscapes(() => undefined);

const names = [
  ..."appendFile chmod chown copyFile cp lchown link lutimes mkdir mkdtemp open rename rm".split(
    " ",
  ),
  ..."rmdir symlink truncate unlink utimes writeFile mkdtempDisposable".split(" "),
];

const seconds: readonly unknown[] = [
  undefined,
  null,
  "",
  "w",
  "a+",
  0o600,
  "600",
  5n,
  Number.NaN,
  -1,
  true,
  new Date(0),
  Buffer.from("x"),
  new DataView(new ArrayBuffer(2)),
  {},
  { encoding: "latin1" },
  { encoding: "buffer" },
  { encoding: "no such encoding" },
  { flag: "w" },
  { flag: fs.constants.O_CREAT | fs.constants.O_WRONLY },
  { mode: "0777", recursive: true },
  { mode: -1 },
  { recursive: 1 },
  { force: true, recursive: true },
  { signal: {} },
  { flush: "yes" },
  path.join(root, "second"),
  new URL("data:,x"),
];

test.each(names)("whatever `fs.%sSync` is given, the disk stays as it is", async (name) => {
  await inWorld(() => {
    for (const place of places()) {
      for (const second of seconds) {
        attempt(`${name}Sync`, [place, second]);
        attempt(`${name}Sync`, [second, place]);
      }
    }
  });
  expect(disk()).toEqual(before);
});

test.each(names)("whatever `fs.promises.%s` is given, the disk stays as it is", async (name) => {
  await inWorld(async () => {
    for (const place of places()) {
      for (const second of seconds) {
        const call: unknown = Reflect.get(fs.promises, name);
        if (typeof call !== "function") return;
        const made = Reflect.apply(call, fs.promises, [place, second]) as Promise<unknown>;
        await made.catch(() => {});
      }
    }
  });
  expect(disk()).toEqual(before);
});

// --- inside ---

/** The same new file, and an old one, in every form that Node might take for a path. */
function places(): readonly unknown[] {
  return ["new", "a"].flatMap((name) => {
    const file = path.join(root, name);
    const { href, protocol, pathname, hostname } = pathToFileURL(file);
    const other = { file, href };
    return [
      file,
      `${file}/`,
      Buffer.from(file),
      new Uint8Array(Buffer.from(file)),
      pathToFileURL(file),
      { href, protocol, pathname, hostname, search: "", hash: "" },
      Object(file),
      vm.runInNewContext("new Uint8Array([...bytes])", { bytes: Buffer.from(file) }),
      { toString: () => other.file },
      [file],
      new DataView(new Uint8Array(Buffer.from(file)).buffer),
    ];
  });
}

function attempt(name: string, args: readonly unknown[]): void {
  const call: unknown = Reflect.get(fs, name);
  if (typeof call !== "function") return;
  try {
    Reflect.apply(call, fs, args);
  } catch {
    // To be refused is the best that can happen to most of these.
  }
}

/** What is on the disk, with everything that a call could change. */
function disk(): unknown {
  return fs.readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => {
    const { mode, size, mtimeMs, uid, nlink } = fs.lstatSync(path.join(root, name));
    return { name, mode, size, mtimeMs, uid, nlink };
  });
}
