import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorText, GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { anyTrace, sampleTrace } from "../kernel/trace/trace.fuzz.ts";
import { traceLines } from "../kernel/trace/trace-write.ts";
import { readTrace, writeTrace } from "./trace-file.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gauntlet-trace-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = Buffer.from([...traceLines(sampleTrace)].map((line) => `${line}\n`).join(""));

async function errorOf(path: string): Promise<string> {
  try {
    await readTrace(path);
  } catch (error) {
    if (error instanceof GauntletError) return errorText(error).replaceAll(folder, "dir");
    throw error;
  }
  return "no error";
}

async function fileWith(name: string, content: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe("writing", () => {
  test("a trace reads back from a plain file and from a gzipped one", async () => {
    const property = fc.asyncProperty(anyTrace, fc.constantFrom("", ".gz"), async (trace, end) => {
      const path = join(folder, `deep/er/any.jsonl${end}`);
      expect(await writeTrace({ path, trace, collision: "overwrite" })).toBe(path);
      expect(await readTrace(path)).toEqual(trace);
    });
    await fc.assert(property, { numRuns: 40 });
    expect(await readdir(join(folder, "deep/er"))).toEqual(["any.jsonl", "any.jsonl.gz"]);
  });

  test("the same trace gives the same bytes", async () => {
    const path = join(folder, "same.jsonl.gz");
    await writeTrace({ path, trace: sampleTrace, collision: "overwrite" });
    const first = await readFile(path);
    await writeTrace({ path, trace: sampleTrace, collision: "overwrite" });
    expect(await readFile(path)).toEqual(first);
    expect(gunzipSync(first)).toEqual(text);
  });

  test("`error` never replaces a file", async () => {
    const path = await fileWith("taken.jsonl", "mine");
    const write = writeTrace({ path, trace: sampleTrace, collision: "error" });
    await expect(write).rejects.toMatchObject({ code: "T017", where: path });
    expect(await readFile(path, "utf8")).toBe("mine");
  });

  test("`error` lets one of many writers win", async () => {
    const path = join(folder, "race/won.jsonl");
    const write = (): Promise<string> =>
      writeTrace({ path, trace: sampleTrace, collision: "error" });
    const all = await Promise.allSettled(Array.from({ length: 8 }, write));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readdir(join(folder, "race"))).toEqual(["won.jsonl"]);
  });

  test("`append` gives every writer a name of its own", async () => {
    const path = join(folder, "many/run.jsonl.gz");
    const write = (): Promise<string> =>
      writeTrace({ path, trace: sampleTrace, collision: "append" });
    const paths = await Promise.all(Array.from({ length: 4 }, write));
    const names = ["run-2.jsonl.gz", "run-3.jsonl.gz", "run-4.jsonl.gz", "run.jsonl.gz"];
    expect((await readdir(join(folder, "many"))).toSorted()).toEqual(names);
    expect(paths.toSorted()).toEqual(names.map((name) => join(folder, "many", name)));
    for (const written of paths) expect(await readTrace(written)).toEqual(sampleTrace);
  });

  test("a folder in the way is told, and nothing is left behind", async () => {
    const path = join(folder, "way/folder.jsonl");
    await mkdir(path, { recursive: true });
    const write = writeTrace({ path, trace: sampleTrace, collision: "overwrite" });
    await expect(write).rejects.toBeInstanceOf(GauntletError);
    expect(await readdir(join(folder, "way"))).toEqual(["folder.jsonl"]);
    const below = join(await fileWith("plain-file", "x"), "trace.jsonl");
    const deeper = writeTrace({ path: below, trace: sampleTrace, collision: "append" });
    await expect(deeper).rejects.toMatchObject({ code: "T019" });
  });
});

const zippedText = gzipSync(text);
const strangers: Readonly<Record<string, Uint8Array | string>> = {
  "empty.jsonl": "",
  "empty.jsonl.gz": gzipSync(""),
  "readme.md": "# Hello\n",
  "package.json": '{\n  "name": "x"\n}\n',
  "mark.jsonl": `\uFEFF${text.toString()}`,
  "windows.jsonl": text.toString().replaceAll("\n", "\r\n"),
  "image.png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0),
  "latin.jsonl": Buffer.concat([text.subarray(0, 20), Uint8Array.of(0xe9)]),
  "unended.jsonl": text.subarray(0, -1),
  "cut.jsonl.gz": zippedText.subarray(0, -9),
  "crc.jsonl.gz": zippedText.with(zippedText.length - 6, 1),
  "fake.jsonl.gz": Uint8Array.of(0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9),
  "long.jsonl.gz": gzipSync(" ".repeat(13 * 1024 * 1024)),
  "lines.jsonl.gz": gzipSync("\n".repeat(1024 * 1024)),
};

describe("reading what is no trace", () => {
  test("each kind of it is told with its place", async () => {
    const paths = [join(folder, "missing.jsonl"), folder, "/dev/zero"];
    for (const [name, content] of Object.entries(strangers)) {
      paths.push(await fileWith(name, content));
    }
    const told: string[] = [];
    for (const path of paths) told.push((await errorOf(path)).split("\nhelp")[0] ?? "");
    expect(`\n${told.join("\n")}\n`).toMatchInlineSnapshot(`
      "
      error[T011]: there is no such file
        --> dir/missing.jsonl
      error[T012]: the path is a folder, not a trace file
        --> dir
      error[T012]: the path is a device or pipe, not a trace file
        --> /dev/zero
      error[T013]: the trace is empty
        --> dir/empty.jsonl
      error[T013]: the trace is empty
        --> dir/empty.jsonl.gz:1
      error[T001]: the file is not a trace: its first line is not a trace header
        --> dir/readme.md:1
      note: the first line begins with "# Hello"
      error[T001]: the file is not a trace: its first line is not a trace header
        --> dir/package.json:1
      note: the first line begins with "{"
      error[T001]: the file is not a trace: its first line is not a trace header
        --> dir/mark.jsonl:1
      note: the first line begins with "\\u{feff}{\\"format\\":\\"gauntlet-trace\\",\\"version\\":1,"
      error[T003]: the line was changed or cut: it does not end in its \`chain\` link
        --> dir/windows.jsonl:1
      error[T014]: the file is not text: it holds bytes that no trace has
        --> dir/image.png:1
      note: a trace is UTF-8 JSON Lines, plain or gzipped
      error[T014]: the file is not text: it holds bytes that no trace has
        --> dir/latin.jsonl:1
      note: a trace is UTF-8 JSON Lines, plain or gzipped
      error[T006]: the trace is cut short: its last line has no line end
        --> dir/unended.jsonl:16
      error[T015]: the gzipped data is damaged or cut short
        --> dir/cut.jsonl.gz
      note: unexpected end of file
      error[T015]: the gzipped data is damaged or cut short
        --> dir/crc.jsonl.gz
      note: incorrect data check
      error[T015]: the gzipped data is damaged or cut short
        --> dir/fake.jsonl.gz
      note: unknown compression method
      error[T009]: a line has 12599296 characters or more, at most 4194304 are read
        --> dir/long.jsonl.gz:1
      note: the limit keeps a damaged or hostile file from filling the memory
      error[T001]: the file is not a trace: its first line is not a trace header
        --> dir/lines.jsonl.gz:1
      note: the first line begins with ""
      "
    `);
  });

  test("every one of them comes with help", async () => {
    for (const name of ["missing.jsonl", ...Object.keys(strangers)]) {
      expect(await errorOf(join(folder, name))).toContain("\nhelp: ");
    }
  });

  test("a huge file is refused at once", async () => {
    const path = await fileWith("huge.jsonl", text);
    await truncate(path, 1024 ** 3);
    expect(await errorOf(path)).toContain("error[T016]: the file has 1073741824 bytes");
    const zipped = await fileWith("huge.jsonl.gz", gzipSync(text));
    await truncate(zipped, 65 * 1024 * 1024);
    expect(await errorOf(zipped)).toContain("at most 67108864 are read");
    // Small enough to be opened, refused at the first line that is none: nothing more is read.
    await truncate(path, 500 * 1024 * 1024);
    const startMs = performance.now();
    expect(await errorOf(path)).toMatch(/error\[T0(07|09|14)\]/);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});

type Mutation = (content: Buffer) => Buffer;

const cut = (content: Buffer, at: number, length: number): Buffer =>
  Buffer.concat([content.subarray(0, at), content.subarray(at + length)]);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(), fc.nat({ max: 7 })).map(([at, bit]): Mutation => {
    return (content) => {
      const flipped = Buffer.from(content);
      const place = at % content.length;
      flipped[place] = (flipped[place] ?? 0) ^ (1 << bit);
      return flipped;
    };
  }),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 40 })).map(([at, length]): Mutation => {
    return (content) => cut(content, at % content.length, length);
  }),
  fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1 })).map(([at, bytes]): Mutation => {
    return (content) => {
      const place = at % (content.length + 1);
      return Buffer.concat([content.subarray(0, place), bytes, content.subarray(place)]);
    };
  }),
  fc.nat().map(
    (at): Mutation =>
      (content) =>
        content.subarray(0, at % content.length),
  ),
  fc.tuple(fc.nat(), fc.nat(), fc.boolean()).map(([from, to, isMoved]): Mutation => {
    return (content) => {
      const lines = content.toString("latin1").split("\n");
      const line = lines[from % lines.length] ?? "";
      if (isMoved) lines.splice(from % lines.length, 1);
      lines.splice(to % (lines.length + 1), 0, line);
      return Buffer.from(lines.join("\n"), "latin1");
    };
  }),
);

describe("reading a damaged trace", () => {
  test("a plain file is read as it was, or not at all", async () => {
    const property = fc.asyncProperty(mutation, async (mutate) => {
      const changed = mutate(text);
      const told = await errorOf(await fileWith("damaged.jsonl", changed));
      expect(told).toMatch(changed.equals(text) ? /^no error$/ : /^error\[T0\d\d\]: /);
    });
    await fc.assert(property, { numRuns: 500 });
  });

  test("a gzipped file is read as it was, or not at all", async () => {
    const zipped = gzipSync(text);
    const property = fc.asyncProperty(mutation, async (mutate) => {
      const path = await fileWith("damaged.jsonl.gz", mutate(zipped));
      // Bytes of the gzip header that say nothing about the content may change unnoticed.
      const isRead = (await errorOf(path)) === "no error";
      expect(isRead ? await readTrace(path) : sampleTrace).toEqual(sampleTrace);
    });
    await fc.assert(property, { numRuns: 500 });
  });

  test("a damaged text that was gzipped again is never read", async () => {
    const property = fc.asyncProperty(mutation, async (mutate) => {
      const changed = mutate(text);
      fc.pre(!changed.equals(text));
      const told = await errorOf(await fileWith("again.jsonl.gz", gzipSync(changed)));
      expect(told).toMatch(/^error\[T0\d\d\]: /);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
