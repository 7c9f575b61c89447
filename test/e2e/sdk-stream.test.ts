import { chmodSync, existsSync, readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import {
  SpawnError,
  stream,
  type OutputStream,
  type StreamChunk,
  type StreamEnd,
  type StreamOptions,
} from "gauntlet/sdk";
import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

// Real children with real pipes. Nothing here waits for a time: every wait is for something that
// the child has said, or for its end.

test("AC-8: all output comes first, then how the child ended", async () => {
  const script = 'process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3;';
  const items = await all(node(script));
  expect(textOf(items, "stdout")).toBe("out");
  expect(textOf(items, "stderr")).toBe("err");
  expect(items.at(-1)).toEqual({ code: 3, signal: null });
  const killed = await all(node('process.kill(process.pid, "SIGKILL");'));
  expect(killed).toEqual([{ code: null, signal: "SIGKILL" }]);
  const help = await all(stream(["trace", "--help"]));
  expect(textOf(help, "stdout")).toContain("Usage: gauntlet trace");
  expect(help.at(-1)).toEqual({ code: 0, signal: null });
});

test("AC-8: a program that is not there, or may not be run, is a typed rejection", async () => {
  const project = new TempProject({ plain: "echo\n" });
  chmodSync(project.path("plain"), 0o644);
  const cases: readonly (readonly [StreamOptions, Partial<SpawnError>])[] = [
    [{ bin: "no-such-program" }, { code: "ENOENT", subject: "program", path: "no-such-program" }],
    [
      { bin: project.path("plain") },
      { code: "EACCES", subject: "program", path: project.path("plain") },
    ],
    [
      { bin: process.execPath, cwd: project.path("none") },
      { code: "ENOENT", subject: "cwd", path: project.path("none") },
    ],
    [
      { bin: process.execPath, cwd: project.path("plain") },
      { code: "ENOTDIR", subject: "cwd", path: project.path("plain") },
    ],
    [{ bin: "a\0b" }, { code: "ERR_INVALID_ARG_VALUE", subject: "program" }],
  ];
  for (const [options, expected] of cases) {
    const items = stream(["-v"], options);
    const thrown: unknown = await items.next().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(SpawnError);
    expect(thrown).toMatchObject(expected);
    expect(await items.next()).toEqual({ value: undefined, done: true });
  }
});

test("AC-8: a child that leaves its input is a typed rejection after its output", async () => {
  const items = stream(["-c", "exec 0<&-; echo said; exit 4"], {
    bin: "/bin/sh",
    stdin: "x".repeat(4 * 1024 * 1024),
  });
  expect(await items.next()).toEqual({ value: { stream: "stdout", text: "said\n" }, done: false });
  const thrown: unknown = await items.next().catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(SpawnError);
  expect(thrown).toMatchObject({
    code: expect.stringMatching(/^(?:EPIPE|ECONNRESET)$/) as string,
    subject: "stdin",
    end: { code: 4, signal: null },
  });
  expect(await items.next()).toEqual({ value: undefined, done: true });
});

test("AC-8: what a child is given to read, it reads whole", async () => {
  const input = "ä€😀".repeat(100_000);
  const items = await all(stream([], { bin: "cat", stdin: input }));
  expect(textOf(items, "stdout") === input).toBe(true);
  expect(items.at(-1)).toEqual({ code: 0, signal: null });
});

test("AC-8: characters stay whole, wherever the pieces are cut", async () => {
  const text = "ä€😀";
  const script = `
    const bytes = Buffer.from(${JSON.stringify(text)});
    for (const byte of bytes) {
      await new Promise((done) => process.stdout.write(Buffer.of(byte), done));
      await new Promise((done) => process.stderr.write(Buffer.of(byte), done));
    }
    await new Promise((done) => process.stdout.write(Buffer.of(0xf0, 0x9f), done));`;
  const items = await all(node(script));
  expect(textOf(items, "stdout")).toBe(`${text}\ufffd`);
  expect(textOf(items, "stderr")).toBe(text);
});

test.for(["child", "both"] as const)(
  "AC-8: break ends the child and its own child, also where %s will not listen",
  async (deaf) => {
    const pids = await treeOf(deaf, async (items) => {
      for await (const item of items) return item;
      return undefined;
    });
    expect(pids.map(isAlive)).toEqual([false, false]);
  },
);

test("AC-8: an aborted signal ends the tree and rejects with its reason", async () => {
  const abort = new AbortController();
  const reason = new Error("enough");
  const pids = await treeOf(
    "child",
    async (items) => {
      const { value: first } = await items.next();
      const pending = items.next();
      abort.abort(reason);
      await expect(pending).rejects.toBe(reason);
      return first;
    },
    abort.signal,
  );
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test("AC-8: return ends a silent child while somebody waits for it", async () => {
  const items = node('process.stdout.write("here"); setInterval(() => {}, 1000);');
  expect(await items.next()).toMatchObject({ value: { text: "here" } });
  const pending = items.next();
  expect(await items.return()).toEqual({ value: undefined, done: true });
  expect(await pending).toEqual({ value: undefined, done: true });
});

test("AC-8: a signal that was aborted before starts nothing", async () => {
  const project = new TempProject();
  const file = project.path("started");
  const script = `fs.writeFileSync(${JSON.stringify(file)}, "");`;
  const items = node(script, { signal: AbortSignal.abort("no") });
  await expect(items.next()).rejects.toBe("no");
  expect(existsSync(file)).toBe(false);
  // Nor does a stream that nobody reads.
  await node(script).return();
  expect(existsSync(file)).toBe(false);
});

test("AC-8: a child that writes without end waits for a slow reader", async () => {
  const project = new TempProject();
  const file = project.path("written");
  const script = `
    const counter = fs.openSync(${JSON.stringify(file)}, "w");
    const block = "0123456789abcdef".repeat(1024);
    for (let count = 1; ; count++) {
      fs.writeSync(counter, String(count * block.length).padStart(16), 0);
      await new Promise((done) => process.stdout.write(block, done));
    }`;
  let read = 0;
  let aheadMax = 0;
  for await (const item of node(script)) {
    if (!("text" in item)) break;
    read += item.text.length;
    aheadMax = Math.max(aheadMax, Number(readFileSync(file, "utf8")) - read);
    // In so many turns far more than the limit would arrive, if it were read.
    for (let turns = 0; turns < 300; turns++) await turn();
    if (read > 4 * mebibyte) break;
  }
  expect(read).toBeGreaterThan(4 * mebibyte);
  // What waits here, what Node has read ahead, and what the kernel holds for the pipe.
  expect(aheadMax).toBeLessThan(mebibyte);
});

test("the process of the caller takes its children along, and survives what they do", async () => {
  const project = new TempProject({
    "caller.mjs": `
      import { stream } from "gauntlet/sdk";
      for (const options of [{ bin: "none" }, { cwd: "/none" }]) {
        try { await stream([], options).next(); } catch (error) { console.log(error.code); }
      }
      const items = stream(["-e", ${JSON.stringify(family("nobody"))}], { bin: process.execPath });
      console.log((await items.next()).value.text);
      process.kill(process.pid, "SIGTERM");
      await items.next();`,
  });
  project.link("gauntlet", repository);
  const { out, code } = await project.node("caller.mjs");
  expect(code).toBe(null);
  const [first, second, line = ""] = out.split("\n");
  expect([first, second]).toEqual(["ENOENT", "ENOENT"]);
  const pids = JSON.parse(line) as readonly number[];
  expect(pids).toHaveLength(2);
  await gone(pids);
});

// --- inside ---

const mebibyte = 1024 * 1024;

/** A script that says its own number and that of its child; the ones named are hard of hearing. */
function family(deaf: "nobody" | "child" | "both"): string {
  const ears = 'for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => {});';
  const script = `${deaf === "nobody" ? "" : ears} process.send(1); setInterval(() => {}, 1000);`;
  return `
    ${deaf === "both" ? ears : ""}
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(script)}], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.on("message", () => console.log(JSON.stringify([process.pid, child.pid])));`;
}

function node(script: string, options: StreamOptions = {}): OutputStream {
  const flags = ["--input-type=module", "-e", `import fs from "node:fs";\n${script}`];
  return stream(flags, { bin: process.execPath, ...options });
}

async function all(items: OutputStream): Promise<readonly (StreamChunk | StreamEnd)[]> {
  const list: (StreamChunk | StreamEnd)[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function textOf(items: readonly (StreamChunk | StreamEnd)[], name: string): string {
  return items.map((item) => ("text" in item && item.stream === name ? item.text : "")).join("");
}

/** Runs a child with a child, does something to it, and gives the numbers of both. */
async function treeOf(
  deaf: "child" | "both",
  act: (items: OutputStream) => Promise<StreamChunk | StreamEnd | undefined>,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const options = { bin: process.execPath, graceMs: deaf === "both" ? 100 : 60_000, signal };
  const first = await act(stream(["-e", family(deaf)], options));
  if (first === undefined || !("text" in first)) throw new Error("the child said nothing");
  const pids = JSON.parse(first.text) as readonly number[];
  await gone(pids.slice(1));
  return pids;
}

/** A killed process is there until its parent, or the init of the machine, has buried it. */
async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await turn();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Where the system says so: one that has ended and is not buried yet is not alive.
    return !/^\d+ \(.*\) [ZX]/su.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (thrown) {
    return thrown instanceof Error && "syscall" in thrown && thrown.syscall === "open"
      ? !existsSync("/proc")
      : false;
  }
}
