import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readDictionary } from "./read-dictionary.ts";
import { readInputs } from "./read-inputs.ts";
import { removeInput, sha1Of, writeInput } from "./write-input.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "gauntlet-inputs-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("a folder of inputs", () => {
  test("keeps an input under its SHA-1, and a crash with its prefix", async () => {
    const corpus = path.join(root, "corpus");
    const first = await writeInput(corpus, bytesOf("hello"));
    const again = await writeInput(corpus, bytesOf("hello"));
    const crash = await writeInput(corpus, bytesOf("boom"), "crash");
    expect([first.isNew, again.isNew, crash.isNew]).toEqual([true, false, true]);
    expect(readdirSync(corpus).toSorted()).toEqual([
      "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
      `crash-${sha1Of(bytesOf("boom"))}`,
    ]);
    expect(readFileSync(first.file, "utf8")).toBe("hello");
  });

  test("gives each content once, the shortest first, whatever the names are", async () => {
    put("z", "a");
    put("b", "long");
    put("sub/c", "long");
    put("y", "mid");
    const { inputs, notes } = await readInputs(root);
    expect(inputs.map(({ bytes }) => textOf(bytes))).toEqual(["a", "mid", "long"]);
    expect(notes).toEqual([]);
  });

  test("that AFL++ wrote is read without what it keeps beside its inputs", async () => {
    put("default/fuzzer_stats", "start_time : 1");
    put("default/plot_data", "#");
    put("default/cmdline", "x");
    put("default/.cur_input", "x");
    put("default/queue/id:000000,time:0,execs:0,orig:a", "A");
    put("default/queue/.state/deterministic_done/id:000000", "");
    put("default/crashes/README.txt", "Command line used");
    put("default/crashes/id:000000,sig:06,src:000000,op:havoc,rep:2", "BB");
    put("default/hangs/id:000000,src:000000", "CCC");
    const { inputs, notes } = await readInputs(root);
    expect(inputs.map(({ kind, bytes }) => [kind, textOf(bytes)])).toEqual([
      ["input", "A"],
      ["crash", "BB"],
      ["timeout", "CCC"],
    ]);
    expect(notes).toEqual([]);
  });

  test("remembers that an input crashed that is a seed as well", async () => {
    put("a", "x");
    put(`crash-${sha1Of(bytesOf("x"))}`, "x");
    put("z", "x");
    const { inputs } = await readInputs(root);
    expect(inputs.map(({ kind }) => kind)).toEqual(["crash"]);
  });

  test("leaves links, pipes, long and unreadable files out and says why", async () => {
    put("good", "fine");
    put("long", "x".repeat(100));
    put("a/b/c", "deep");
    symlinkSync("/etc/passwd", path.join(root, "link"));
    symlinkSync("..", path.join(root, "up"));
    execFileSync("mkfifo", [path.join(root, "pipe")]);
    const { inputs, notes } = await readInputs(root, { bytesMax: 50, depthMax: 1 });
    expect(inputs.map(({ name }) => name)).toEqual(["good"]);
    expect(notes.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: "a/b", reason: "more than 1 folders deep" },
      { name: "link", reason: "a link, and links are not followed" },
      { name: "long", reason: "100 bytes, at most 50 are allowed" },
      { name: "pipe", reason: "not a plain file" },
      { name: "up", reason: "a link, and links are not followed" },
    ]);
  });

  test("with too many files or bytes is read up to the limit, with a note", async () => {
    for (const name of ["a", "b", "c"]) put(name, name.repeat(10));
    const few = await readInputs(root, { filesMax: 2 });
    expect(few.inputs).toHaveLength(2);
    expect(few.notes).toEqual([{ name: "c", reason: "the folder has more than 2 files" }]);
    const small = await readInputs(root, { totalMax: 25 });
    expect(small.inputs).toHaveLength(2);
    expect(small.notes).toEqual([
      { name: "c", reason: "the inputs together have more than 25 bytes" },
    ]);
  });

  test("that is missing has no inputs, and one that is a file is noted", async () => {
    expect(await readInputs(path.join(root, "none"))).toEqual({ inputs: [], notes: [] });
    put("file", "x");
    const { notes } = await readInputs(path.join(root, "file"));
    expect(notes).toEqual([{ name: ".", reason: "the folder cannot be read (ENOTDIR)" }]);
  });

  test("gets back the whole of an input that was cut short under its name", async () => {
    const name = sha1Of(bytesOf("hello"));
    put(name, "hel");
    expect(await writeInput(root, bytesOf("hello"))).toMatchObject({ isNew: true });
    expect(readFileSync(path.join(root, name), "utf8")).toBe("hello");
  });

  test("refuses to write through a link under the name of an input", async () => {
    put("precious", "mine");
    const name = sha1Of(bytesOf("hello"));
    mkdirSync(path.join(root, "corpus"));
    symlinkSync("../precious", path.join(root, "corpus", name));
    const written = writeInput(path.join(root, "corpus"), bytesOf("hello"));
    await expect(written).rejects.toMatchObject({
      code: "Z002",
      what: "there is something else in the place of an input",
    });
    expect(readFileSync(path.join(root, "precious"), "utf8")).toBe("mine");
  });

  test("refuses to write into a folder that a link leads out of its parent", async () => {
    const elsewhere = path.join(root, "elsewhere");
    mkdirSync(elsewhere);
    mkdirSync(path.join(root, "project"));
    symlinkSync("../elsewhere", path.join(root, "project", "corpus"));
    const corpus = path.join(root, "project", "corpus");
    await expect(writeInput(corpus, bytesOf("x"))).rejects.toThrow("a link leads out");
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("loses an input only by a name of its own", async () => {
    put("corpus/a", "x");
    put("b", "y");
    symlinkSync("../b", path.join(root, "corpus/link"));
    const corpus = path.join(root, "corpus");
    expect(await removeInput(corpus, "../b")).toBe(false);
    expect(await removeInput(corpus, "link")).toBe(false);
    expect(await removeInput(corpus, "a")).toBe(true);
    expect(readdirSync(root).toSorted()).toEqual(["b", "corpus"]);
    expect(readdirSync(corpus)).toEqual(["link"]);
  });
});

describe("a dictionary file", () => {
  test("is read up to the level after its name", async () => {
    const file = put("json.dict", 'a="1"\nb@1="2"\nc@2="3"\n');
    const texts = async (name: string): Promise<readonly string[]> =>
      (await readDictionary(name)).map(({ bytes }) => textOf(bytes));
    expect(await texts(file)).toEqual(["1", "2", "3"]);
    expect(await texts(`${file}@1`)).toEqual(["1", "2"]);
    expect(await texts(`${file}@0`)).toEqual(["1"]);
  });

  test("with an `@` and a number in its name is meant itself", async () => {
    const file = put("json@2", 'c@3="3"\n');
    expect(await readDictionary(file)).toHaveLength(1);
  });

  test("that is missing, a link or no text is refused with its place", async () => {
    const missing = path.join(root, "none.dict");
    await expect(readDictionary(missing)).rejects.toMatchObject({
      code: "Z003",
      where: missing,
      note: "no such file",
    });
    symlinkSync("/etc/passwd", path.join(root, "link.dict"));
    await expect(readDictionary(path.join(root, "link.dict"))).rejects.toMatchObject({
      note: "a link, and links are not followed",
    });
    const binary = put("bad.dict", Buffer.from([0x22, 0x61, 0x22, 0x0a, 0x22, 0xff, 0x22]));
    await expect(readDictionary(binary)).rejects.toMatchObject({ where: `${binary}:2:1` });
  });
});

// --- inside ---

function put(name: string, content: string | Uint8Array): string {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
